#include "comparison/track_matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace paje {

namespace {

std::string type_names(const Trace& trace) {
  std::vector<std::string_view> names;
  for (const Type& type : trace.types()) {
    if (type.kind == TypeKind::state) names.push_back(type.name.text);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

class TrackMatcher {
 public:
  TrackMatcher(const Trace& a, const Trace& b, const ComparisonOptions& options)
      : a_(a), b_(b), options_(options) {}

  std::vector<TrackComparison> match(const std::vector<MatchedContainers>& containers) {
    for (const MatchedContainers& pair : containers) {
      const std::string path =
          pair.a.valid() ? container_path(a_, pair.a) : container_path(b_, pair.b);
      if (options_.wants_container && !options_.wants_container(path)) continue;
      add_tracks(pair, path);
    }
    std::stable_sort(tracks_.begin(), tracks_.end(),
                     [](const auto& x, const auto& y) { return rank(x) < rank(y); });
    if (tracks_.empty()) refuse();
    return std::move(tracks_);
  }

 private:
  static int rank(const TrackComparison& track) {
    return track.in_both() ? 0 : track.a.container.valid() ? 1 : 2;
  }

  [[nodiscard]] std::vector<Track> state_tracks(const Trace& trace, ContainerId id) const {
    std::vector<Track> tracks;
    if (!id.valid()) return tracks;
    for (const Track& track : trace.tracks(id)) {
      if (track.kind != TypeKind::state) continue;
      const std::string_view name = trace[track.type].name.text;
      if (options_.state_type.empty() || name == options_.state_type) tracks.push_back(track);
    }
    return tracks;
  }

  void add_tracks(const MatchedContainers& pair, const std::string& path) {
    const std::vector<Track> of_b = state_tracks(b_, pair.b);
    // Types may share a name; positions are in reverse order, so that the first is used first.
    std::unordered_map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t i = of_b.size(); i > 0; --i) {
      places[b_[of_b[i - 1].type].name.text].push_back(i - 1);
    }
    std::vector<bool> used(of_b.size());
    const auto add = [&](const Track& a, const Track& b, std::string_view type) {
      TrackComparison track;
      track.a = a;
      track.b = b;
      track.path = path;
      track.type = type;
      tracks_.push_back(std::move(track));
    };
    for (const Track& track : state_tracks(a_, pair.a)) {
      const std::string_view type = a_[track.type].name.text;
      const auto partners = places.find(type);
      if (partners == places.end() || partners->second.empty()) {
        add(track, {}, type);
        continue;
      }
      const std::size_t partner = partners->second.back();
      partners->second.pop_back();
      used[partner] = true;
      add(track, of_b[partner], type);
    }
    for (std::size_t i = 0; i < of_b.size(); ++i) {
      if (!used[i]) add({}, of_b[i], b_[of_b[i].type].name.text);
    }
  }

  [[noreturn]] void refuse() const {
    std::string why = "neither trace has states; there is nothing to align";
    if (a_.states().start.empty() && b_.states().start.empty()) throw std::invalid_argument(why);
    why = "no container that is to be compared has states";
    if (!options_.state_type.empty()) {
      why += fmt::format(" of type '{}'; the first trace has state types: {}; the second: {}",
                         options_.state_type, type_names(a_), type_names(b_));
    }
    throw std::invalid_argument(why);
  }

  const Trace& a_;
  const Trace& b_;
  const ComparisonOptions& options_;
  std::vector<TrackComparison> tracks_;
};

}  // namespace

std::vector<TrackComparison> match_tracks(const Trace& a, const Trace& b,
                                          const std::vector<MatchedContainers>& containers,
                                          const ComparisonOptions& options) {
  return TrackMatcher(a, b, options).match(containers);
}

}  // namespace paje
