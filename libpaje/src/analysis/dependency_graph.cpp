#include "paje/dependency_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "analysis/choose_tracks.hpp"
#include "analysis/cut_pieces.hpp"
#include "analysis/group_collectives.hpp"
#include "analysis/match_messages.hpp"
#include "base/thread_pool.hpp"
#include "paje/user_columns.hpp"

namespace paje {

namespace {

// By link; empty if no field holds it.
std::vector<double> sizes_of_links(const Trace& trace, const std::string& field) {
  const UserColumns columns(trace, TypeKind::link, field);
  const UserColumn* size = columns.size();
  if (size == nullptr) return {};
  std::vector<double> sizes(size->rows(), 0);
  const std::vector<uint64_t> rows = size->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) sizes[rows[place]] = size->number(place);
  return sizes;
}

uint32_t find_root(std::span<const DependencyGraph::Track> tracks, const std::string& name) {
  if (name.empty()) return DependencyGraph::kNone;
  const auto found = std::find_if(tracks.begin(), tracks.end(),
                                  [&](const auto& track) { return track.name == name; });
  if (found == tracks.end()) {
    throw std::invalid_argument("no container with states is called '" + name + "'");
  }
  return static_cast<uint32_t>(found - tracks.begin());
}

}  // namespace

DependencyGraph::DependencyGraph(const Trace& trace, const DependencyOptions& options)
    : trace_(trace), threads_(options.threads) {
  if (trace.links().start.size() >= kNone) {
    throw std::length_error("more than 4 billion links; select containers or a time");
  }
  ThreadPool pool(options.threads);
  TrackChoice choice = choose_tracks(trace, options.classes, pool);
  Pieces pieces = cut_pieces(trace, choice, pool);
  values_ = std::move(choice.values);
  tracks_ = std::move(choice.tracks);
  track_of_container_ = std::move(choice.track_of_container);
  links_connect_tasks_ = choice.links_connect_tasks;
  piece_starts_ = std::move(pieces.starts);
  piece_values_ = std::move(pieces.values);
  if (!tracks_.empty()) {
    start_ = std::numeric_limits<double>::infinity();
    end_ = -start_;
    for (const Track& track : tracks_) {
      start_ = std::min(start_, piece_starts_[track.first]);
      end_ = std::max(end_, piece_starts_[track.last]);
    }
    const double largest = std::max(std::abs(start_), std::abs(end_));
    resolution_ = std::max(1e-9, 4 * (std::nextafter(largest, INFINITY) - largest));
  }

  sent_ = trace_.links().start;
  received_ = trace_.links().end;
  MessageMatching matching = match_messages(*this, pool);
  messages_ = std::move(matching.messages);
  counts_ = matching.counts;
  counts_.states = trace_.states().start.size() - choice.states_of_other_types;
  counts_.states_of_other_types = choice.states_of_other_types;
  counts_.pieces = piece_values_.size() - tracks_.size();
  const std::vector<double> sizes = sizes_of_links(trace_, options.size_field);
  rendezvous_ = find_rendezvous(*this, sizes, pool, counts_.largest_eager_size);

  CollectiveGrouping grouping =
      group_collectives(*this, find_call_fields(*this), find_root(tracks_, options.root));
  counts_.collective_calls = grouping.calls;
  counts_.collective_calls_named = grouping.named_calls;
  collectives_ = std::move(grouping.collectives);
  members_ = std::move(grouping.members);
  memberships_ = std::move(grouping.memberships);
  groups_ = std::move(grouping.groups);
  unequal_calls_ = std::move(grouping.unequal_calls);
}

DependencyGraph::DependencyGraph(DependencyGraph&&) noexcept = default;
DependencyGraph& DependencyGraph::operator=(DependencyGraph&&) noexcept = default;
DependencyGraph::~DependencyGraph() = default;

uint32_t DependencyGraph::track_of_piece(uint32_t piece) const {
  const auto next = std::partition_point(tracks_.begin(), tracks_.end(),
                                         [&](const Track& track) { return track.first <= piece; });
  return static_cast<uint32_t>(next - tracks_.begin()) - 1;
}

}  // namespace paje
