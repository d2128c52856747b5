// Runs of one program have the same containers, which make the same calls in the same order. Only
// calls that start or complete a message or an operation count: how often a program asks whether
// something has arrived, or waits for one of several messages, differs from run to run.
#include "predict/same_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

using Calls = std::vector<std::string_view>;
using Counts = std::map<std::string_view, std::size_t>;

bool is_counted(const Classes::Meaning& meaning) {
  switch (meaning.kind) {
    case CallKind::local:
    case CallKind::wait:
    case CallKind::parallel_region:
    case CallKind::wait_for_tasks:
      return false;
    default:
      return meaning.value_class == ValueClass::communication;
  }
}

std::map<std::string_view, Calls> calls_by_container(const Run& run) {
  std::map<std::string_view, Calls> found;
  for (uint32_t track = 0; track < run.graph.tracks().size(); ++track) {
    const auto& pieces = run.graph.tracks()[track];
    Calls& calls = found[run.track_name(track)];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      const auto& value = run.graph.values()[run.graph.value(piece)];
      if (is_counted(value.meaning)) calls.push_back(value.name);
    }
  }
  return found;
}

Counts count(const Calls& calls) {
  Counts counts;
  for (const std::string_view call : calls) ++counts[call];
  return counts;
}

Counts count(const std::map<std::string_view, Calls>& all) {
  Counts counts;
  for (const auto& [container, calls] : all) {
    for (const std::string_view call : calls) ++counts[call];
  }
  return counts;
}

std::string other_count(const Run& run, const Run& other, const Counts& mine,
                        const Counts& theirs) {
  const auto of = [](const Counts& counts, std::string_view name) {
    const auto found = counts.find(name);
    return found == counts.end() ? std::size_t{0} : found->second;
  };
  Counts names = mine;
  names.insert(theirs.begin(), theirs.end());
  for (const auto& [name, unused] : names) {
    const std::size_t here = of(mine, name), there = of(theirs, name);
    if (here == there) continue;
    return fmt::format("it has {} of {}, and {} has {}", counted(there, "call", "calls"),
                       visible(name), run.name, here);
  }
  return fmt::format("{} has other calls", other.name);
}

}  // namespace

std::optional<std::string> other_calls(const Run& run, const Run& other) {
  // Which worker does a task may differ from run to run.
  if (run.graph.links_connect_tasks() || other.graph.links_connect_tasks()) return {};
  const auto mine = calls_by_container(run), theirs = calls_by_container(other);
  const Counts all = count(mine), all_of_other = count(theirs);
  if (all != all_of_other) return other_count(run, other, all, all_of_other);
  for (const auto& [container, calls] : mine) {
    const auto found = theirs.find(container);
    if (found == theirs.end() || found->second == calls) continue;
    // The program distributes its work as it runs, but all of it is the same.
    if (count(calls) != count(found->second)) continue;
    const auto [here, there] = std::ranges::mismatch(calls, found->second);
    return fmt::format("call {} of {} is {}, and in {} it is {}", here - calls.begin() + 1,
                       visible(container), visible(*there), run.name, visible(*here));
  }
  return {};
}

void refuse_other_containers(const Run& run, const Run& other, const std::string& path) {
  const auto names = [](const Run& of) {
    return std::set<std::string>(of.track_names.begin(), of.track_names.end());
  };
  if (names(run) == names(other)) return;
  throw std::runtime_error(
      fmt::format("{}: this is not the program of {}: the containers with states have other names",
                  one_line(path), run.name));
}

void refuse_other_program(const Run& run, const Run& other, const std::string& path) {
  refuse_other_containers(run, other, path);
  if (const auto how = other_calls(run, other)) {
    throw std::runtime_error(
        fmt::format("{}: this is not the program of {}: {}", one_line(path), run.name, *how));
  }
}

}  // namespace paje::tools
