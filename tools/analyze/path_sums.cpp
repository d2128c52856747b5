#include "analyze/path_sums.hpp"

#include <algorithm>
#include <map>

#include "charts/value_styles.hpp"

namespace paje::tools {

PathSums sum_path(const Run& run, const std::vector<PathPiece>& path) {
  PathSums sums;
  std::map<uint32_t, double> by_value, by_track;
  for (const PathPiece& piece : path) {
    by_value[piece.value] += piece.end - piece.start;
    by_track[piece.track] += piece.end - piece.start;
    sums.length += piece.end - piece.start;
  }
  const std::vector<double> everywhere = seconds_by_value(run.graph);
  for (const auto& [value, seconds] : by_value) {
    const bool is_value = value != PathPiece::kBefore;
    const double mean =
        is_value ? everywhere[value] / static_cast<double>(run.graph.tracks().size()) : 0;
    sums.by_value.push_back({std::string(value_name(run.graph, value)), seconds, seconds - mean});
  }
  for (const auto& [track, seconds] : by_track) {
    sums.by_track.push_back({std::string(run.track_name(track)), seconds, 0});
  }
  const auto is_longer = [](const PathSum& a, const PathSum& b) { return a.seconds > b.seconds; };
  std::stable_sort(sums.by_value.begin(), sums.by_value.end(), is_longer);
  std::stable_sort(sums.by_track.begin(), sums.by_track.end(), is_longer);
  return sums;
}

}  // namespace paje::tools
