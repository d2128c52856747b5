#include "equals/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "equals/pairing.hpp"
#include "equals/track_equality.hpp"

namespace paje::tools {

namespace {

// Goes through all pairs of containers and keeps the difference that is earliest in time; at one
// time, that of the outermost container.
class ObjectComparison {
 public:
  ObjectComparison(const Traces& traces, const ComparisonOptions& options,
                   const Pairs<TypeId>& types, const Pairs<ContainerId>& containers)
      : traces_(traces),
        types_(types),
        containers_(containers),
        comparison_(traces, options, containers) {}

  std::optional<Difference> run() {
    for (const Pair<ContainerId>& pair : containers_.list) {
      if (auto found = comparison_.compare(pair)) keep(pair, {}, std::move(*found));
      compare_tracks(pair);
    }
    if (!first_) return std::nullopt;
    return first_->tracks[0].size() + first_->tracks[1].size() == 0 ? container_difference()
                                                                    : object_difference();
  }

 private:
  using Tracks = std::array<Track, 2>;
  struct Found {
    Pair<ContainerId> containers;
    Tracks tracks;  // empty if the containers themselves differ
    RowDifference rows;
  };

  // The tracks of a container by the number of their type's pair.
  std::vector<std::pair<uint32_t, Track>> tracks_of(std::size_t side, ContainerId id) const {
    std::vector<std::pair<uint32_t, Track>> tracks;
    for (const Track& track : traces_[side]->tracks(id)) {
      tracks.emplace_back(types_.number[side][track.type.index], track);
    }
    std::sort(tracks.begin(), tracks.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return tracks;
  }

  Track empty_track(std::size_t side, ContainerId container, uint32_t type) const {
    const TypeId id = types_.list[type][side];
    return {container, id, (*traces_[side])[id].kind, 0, 0};
  }

  void compare_tracks(const Pair<ContainerId>& pair) {
    const auto a = tracks_of(0, pair[0]);
    const auto b = tracks_of(1, pair[1]);
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const uint32_t of_a = i < a.size() ? a[i].first : UINT32_MAX;
      const uint32_t of_b = j < b.size() ? b[j].first : UINT32_MAX;
      const uint32_t type = std::min(of_a, of_b);
      const Tracks tracks{of_a == type ? a[i++].second : empty_track(0, pair[0], type),
                          of_b == type ? b[j++].second : empty_track(1, pair[1], type)};
      if (auto found = comparison_.compare(tracks)) keep(pair, tracks, std::move(*found));
    }
  }

  void keep(const Pair<ContainerId>& pair, const Tracks& tracks, RowDifference found) {
    ++count_;
    if (!first_ || found.time < first_->rows.time) first_ = {pair, tracks, std::move(found)};
  }

  Difference container_difference() const {
    Difference difference;
    difference.what =
        fmt::format("container '{}'", container_path(*traces_[0], first_->containers[0]));
    for (std::size_t side = 0; side < 2; ++side) {
      const Container& container = (*traces_[side])[first_->containers[side]];
      difference.sides[side] = fmt::format("{} to {}", container.start, container.end);
    }
    return finished(std::move(difference));
  }

  Difference object_difference() const {
    const Track& track = first_->tracks[0];
    Difference difference;
    difference.what = fmt::format("{} of type '{}' in container '{}'", spelling(track.kind),
                                  type_path(*traces_[0], track.type),
                                  container_path(*traces_[0], first_->containers[0]));
    for (std::size_t side = 0; side < 2; ++side) {
      const Track& own = first_->tracks[side];
      const auto row = first_->rows.rows[side];
      difference.sides[side] =
          row ? comparison_.text(side, own, *row) : fmt::format("has none ({} in all)", own.size());
    }
    return finished(std::move(difference));
  }

  Difference finished(Difference difference) const {
    difference.reason = first_->rows.reason;
    difference.others = count_ - 1;
    return difference;
  }

  const Traces& traces_;
  const Pairs<TypeId>& types_;
  const Pairs<ContainerId>& containers_;
  TrackEquality comparison_;
  std::optional<Found> first_;
  uint64_t count_ = 0;
};

}  // namespace

std::optional<Difference> first_difference(const std::array<const Trace*, 2>& traces,
                                           const ComparisonOptions& options) {
  Pairs<TypeId> types;
  if (auto found = pair_types(traces, options, types)) return found;
  Pairs<ContainerId> containers;
  if (auto found = pair_containers(traces, options, types, containers)) return found;
  return ObjectComparison(traces, options, types, containers).run();
}

}  // namespace paje::tools
