#include "paje/dependency_graph.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "analysis/graph_builder.hpp"
#include "analysis/make_wait_plan.hpp"
#include "analysis/match_messages.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

DependencyGraph make_graph(const Trace& trace, const DependencyOptions& options) {
  if (trace.links().start.size() >= DependencyGraph::kNone) {
    throw std::length_error("more than 4 billion links; select containers or a time");
  }
  ThreadPool pool(options.threads);
  TrackChoice choice = choose_tracks(trace, options.classes, pool);
  const uint64_t of_other_types = choice.states_of_other_types;
  const WaitPlan plan = make_wait_plan(trace, choice, pool);
  Pieces pieces = cut_pieces(trace, choice, plan, pool);
  const auto of_spans = std::move(pieces.of_spans);
  GraphBuilder builder(trace, options.threads);
  builder.set_pieces(std::move(choice), std::move(pieces));
  const DependencyGraph& graph = builder.graph();

  MessageMatching matching = match_messages(graph, pool);
  builder.counts() = matching.counts;
  builder.counts().messages = matching.messages.size();
  builder.counts().states = trace.states().start.size() - of_other_types;
  builder.counts().states_of_other_types = of_other_types;
  builder.counts().pieces = graph.piece_limit() - graph.tracks().size();
  builder.set_messages(std::move(matching.messages));
  builder.set_received(std::move(matching.received));
  const std::vector<double> sizes = sizes_of_links(trace, options.size_field);
  const LaterCalls later(graph, pool);
  const EagerSizes eager = find_eager_sizes(find_sending_evidence(graph, sizes, later, pool));
  builder.counts().largest_eager_size = eager.largest;
  builder.set_rendezvous(find_rendezvous(graph, sizes, eager, later, pool));
  CollectiveGrouping grouping =
      group_collectives(graph, find_call_fields(graph), find_root(graph.tracks(), options.root),
                        trace.is_part_of_time());
  if (!plan.is_empty()) add_dependencies(graph, plan, of_spans, grouping);
  builder.set_collectives(std::move(grouping));
  if (builder.counts().messages < builder.counts().links) {
    builder.counts().ends_in_collectives = count_ends_in_collectives(graph);
  }
  return std::move(builder).take();
}

}  // namespace

DependencyGraph::DependencyGraph(Trace trace, unsigned threads)
    : trace_(std::move(trace)), threads_(threads) {}

DependencyGraph::DependencyGraph(const Trace& trace, const DependencyOptions& options)
    : DependencyGraph(make_graph(trace, options)) {}

DependencyGraph::DependencyGraph(DependencyGraph&&) noexcept = default;
DependencyGraph& DependencyGraph::operator=(DependencyGraph&&) noexcept = default;
DependencyGraph::~DependencyGraph() = default;

uint32_t DependencyGraph::track_of_piece(uint32_t piece) const {
  const auto next = std::partition_point(tracks_.begin(), tracks_.end(),
                                         [&](const Track& track) { return track.first <= piece; });
  return static_cast<uint32_t>(next - tracks_.begin()) - 1;
}

}  // namespace paje
