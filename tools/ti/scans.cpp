#include "ti/scans.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace paje::tools {

namespace {

// By how many operations of all came before, and its word.
using Scans = std::vector<std::pair<uint32_t, std::string_view>>;

}  // namespace

std::string_view scan_word(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (lower.starts_with('p')) lower.erase(0, 1);
  while (lower.ends_with('_')) lower.pop_back();
  if (lower == "mpi_scan") return "scan";
  return lower == "mpi_exscan" ? "exscan" : "";
}

bool are_scans_of_all(const DependencyGraph& graph) {
  std::vector<std::string_view> words;
  for (const auto& value : graph.values()) words.push_back(scan_word(value.name));
  Scans first;
  auto membership = graph.memberships().begin();
  for (const auto& track : graph.tracks()) {
    Scans own;
    uint32_t before = 0;
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      while (membership != graph.memberships().end() && membership->piece < piece) ++membership;
      if (membership != graph.memberships().end() && membership->piece == piece) {
        const auto& collective = graph.collectives()[membership->collective];
        before += graph.members(collective).size() == graph.tracks().size();
      } else if (!words[graph.value(piece)].empty()) {
        own.emplace_back(before, words[graph.value(piece)]);
      }
    }
    if (&track == &graph.tracks().front())
      first = std::move(own);
    else if (own != first)
      return false;
  }
  return true;
}

}  // namespace paje::tools
