// The option that says how many threads to use, for tools whose options CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>

#include "tool.hpp"

namespace paje::tools {

inline void add_jobs_option(CLI::App& app, unsigned& threads) {
  app.add_option("-j,--jobs", threads, "Threads to use (default: as many as there are cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostThreads));
}

}  // namespace paje::tools
