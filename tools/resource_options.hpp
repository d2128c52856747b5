// The options that say how much of the machine to use, for tools whose options CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>

#include "memory_limit.hpp"
#include "tool.hpp"
#include "usage.hpp"

namespace paje::tools {

inline void add_memory_option(CLI::App& app) {
  app.add_option_function<uint64_t>(
         "--max-memory", [](uint64_t bytes) { limit_memory(bytes); },
         "Give up rather than take more memory than this, e.g. 500MB")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true))
      ->transform(not_negative());  // before that
}

inline void add_resource_options(CLI::App& app, unsigned& threads) {
  app.add_option("-j,--jobs", threads, "Threads to use (default: as many as there are cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostThreads));
  add_memory_option(app);
}

}  // namespace paje::tools
