// The options that say how much of the machine to use, for tools whose options CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>

#include "common/cli.hpp"
#include "common/memory_limit.hpp"
#include "common/tool.hpp"

namespace paje::tools {

/// `limit` is given the bytes, if the option is.
inline void add_memory_option(CLI::App& app,
                              const std::function<void(const uint64_t&)>& limit = limit_memory) {
  app.add_option_function<uint64_t>("--max-memory", limit,
                                    "Give up rather than take more memory than this, e.g. 500MB")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true))
      ->transform(not_negative());  // before that
}

inline void add_jobs_option(CLI::App& app, unsigned& threads) {
  app.add_option("-j,--jobs", threads, "Threads to use (default: as many as there are cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostThreads));
}

inline void add_resource_options(CLI::App& app, unsigned& threads) {
  add_jobs_option(app, threads);
  add_memory_option(app);
}

}  // namespace paje::tools
