#include "generate/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "generate/spmd.hpp"

namespace paje::tools {

namespace {

void check_number(std::string_view option, std::optional<uint64_t> wanted, std::string_view what,
                  uint64_t count) {
  if (!wanted || *wanted < count) return;
  const auto there = count == 0 ? fmt::format("there are no {}s", what)
                                : fmt::format("there are {}s 0 to {}", what, count - 1);
  throw std::invalid_argument(fmt::format("{} {}: {}", option, *wanted, there));
}

void check_state(const GenerateOptions& options) {
  if (options.renamed_state.empty()) return;
  const auto states = SpmdProgram::states_of(options);
  if (std::find(states.begin(), states.end(), options.renamed_state) != states.end()) return;
  throw std::invalid_argument(fmt::format("--rename-state {}: there are states {}",
                                          options.renamed_state, fmt::join(states, ", ")));
}

bool has_differences(const GenerateOptions& options) {
  return options.slow_rank || options.slow_iteration || options.late_rank ||
         options.extra_iteration || options.dropped_message || !options.renamed_state.empty() ||
         options.changed_fraction > 0;
}

}  // namespace

void check_differences(const GenerateOptions& options) {
  if (!has_differences(options)) return;
  if (options.shape != "spmd") {
    throw std::invalid_argument("differences are planted in a program: --shape spmd");
  }
  check_number("--slow-rank", options.slow_rank, "rank", options.ranks);
  check_number("--late-rank", options.late_rank, "rank", options.ranks);
  if (options.dropped_message && options.loop != Loop::single) {
    throw std::invalid_argument("--drop-message counts the messages of --loop single");
  }
  if (options.dropped_message && !options.links) {
    throw std::invalid_argument("--drop-message: no message has a link (--no-links)");
  }
  check_state(options);
  if (options.size == 0) check_turns(options, options.iterations);
}

void check_turns(const GenerateOptions& options, uint64_t turns) {
  check_number("--slow-iteration", options.slow_iteration, "iteration", turns);
  check_number("--extra-iteration", options.extra_iteration, "iteration", turns);
  const uint64_t all = turns + (options.extra_iteration ? 1 : 0);
  check_number("--drop-message", options.dropped_message, "message", all * options.ranks);
}

}  // namespace paje::tools
