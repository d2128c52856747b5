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

/// For all tools that read traces.
inline void add_sort_option(CLI::App& app, bool& sort) {
  app.add_flag("--sort", sort, "Read events in the order of their times, not of their lines");
}

/// For all tools that read whole traces.
inline void add_fix_clocks_option(CLI::App& app, bool& fix_clocks) {
  app.add_flag("--fix-clocks", fix_clocks,
               "Correct the clocks of containers so that no message ends before it starts; "
               "standard error says by how much");
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
