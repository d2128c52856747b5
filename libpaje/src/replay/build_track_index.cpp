#include "replay/build_track_index.hpp"

#include <algorithm>
#include <utility>

namespace paje {

namespace {

uint64_t rows_of(History& history, TypeKind kind) {
  return as_its_kind(history, kind, [](const auto& typed) { return typed.rows.size(); });
}

}  // namespace

TrackIndex build_track_index(std::vector<std::unique_ptr<History>>& histories,
                             const Hierarchy& hierarchy) {
  const auto kind_of = [&](const History& history) {
    return hierarchy.types[history.type.index].kind;
  };
  std::erase_if(histories,
                [&](const auto& history) { return rows_of(*history, kind_of(*history)) == 0; });
  std::sort(histories.begin(), histories.end(), [](const auto& a, const auto& b) {
    return std::pair(a->container, a->type) < std::pair(b->container, b->type);
  });
  TrackIndex tracks;
  tracks.first_of.assign(hierarchy.containers.size() + 1, 0);
  for (const auto& history : histories) {
    const TypeKind kind = kind_of(*history);
    tracks.all.push_back({history->container, history->type, kind, 0, rows_of(*history, kind)});
    ++tracks.first_of[history->container.index + 1];
  }
  for (std::size_t i = 1; i < tracks.first_of.size(); ++i) {
    tracks.first_of[i] += tracks.first_of[i - 1];
  }
  return tracks;
}

}  // namespace paje
