#include "model/answers/answers.hpp"

#include <algorithm>

#include "model/parallel.hpp"
#include "model/rows/messages.hpp"

namespace paje::gui {

namespace {

DependencyOptions graph_options(const TraceModel& model) {
  DependencyOptions options;
  options.size_field = model.size_field();
  options.threads = thread_limit;
  return options;
}

std::optional<ObjectRef> last_before(const StateBand& band, double time) {
  const uint64_t next = band.first_ending_after(time);
  if (next == 0) return {};
  return ObjectRef{TypeKind::state, band.track().container, band.track().type, band.row(next - 1)};
}

// Which of two states, if any, ends later.
std::optional<ObjectRef> later(const TraceModel& run, const std::optional<ObjectRef>& one,
                               const std::optional<ObjectRef>& other) {
  if (!one || !other) return one ? one : other;
  return span_of(run.trace(), *other).end > span_of(run.trace(), *one).end ? other : one;
}

// The innermost state of a container at a time, or the last one before: between calls there may be
// none.
std::optional<ObjectRef> state_at(const TraceModel& run, ContainerId container, double time) {
  std::optional<ObjectRef> last;
  std::optional<ObjectRef> innermost;
  double shortest = 0;
  for (const TrackBands& track : run.tracks(container)) {
    if (track.kind != TypeKind::state) continue;
    for (uint32_t i = track.first; i < track.first + track.count; ++i) {
      const auto found = object_at(run, container, track, i, time, 0);
      if (!found) {
        last = later(run, last, last_before(run.state_band(i), time));
        continue;
      }
      const double length = span_of(run.trace(), *found).length();
      if (innermost && length >= shortest) continue;
      innermost = found;
      shortest = length;
    }
  }
  return innermost ? innermost : last;
}

}  // namespace

Answers::Answers(std::shared_ptr<const TraceModel> model, const std::function<void()>& check)
    : model_(std::move(model)), graph_(model_->trace(), graph_options(*model_)) {
  const auto step = [&] {
    if (check) check();
  };
  const std::size_t containers = model_->trace().containers().size();
  waits_of_.resize(containers);
  path_of_.resize(containers);
  step();
  found_ = find_waits(graph_);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const Wait& wait = found_[i];
    const auto& track = graph_.tracks()[graph_.track_of_piece(wait.piece)];
    const double start = graph_.start(wait.piece);
    waits_of_[track.container.index].push_back({{start, start + wait.amount}, i});
  }
  step();
  const std::vector<PathPiece> path = critical_path(graph_);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& track = graph_.tracks()[path[i].track];
    path_of_[track.container.index].push_back({{path[i].start, path[i].end}, i});
    path_length_ += path[i].end - path[i].start;
  }
  step();
  const Iterations iterations = find_iterations(graph_);
  for (const Iteration& iteration : iterations.table) iterations_.push_back(iteration.start);
  if (!iterations.table.empty()) iterations_.push_back(iterations.table.back().end);
  step();
  efficiency_ = efficiencies(graph_);
}

std::vector<WaitReason> Answers::reasons(const ObjectRef& state) const {
  std::vector<WaitReason> reasons;
  if (state.kind != TypeKind::state) return reasons;
  const TimeSpan span = span_of(model_->trace(), state);
  const std::vector<RowSpan>& waits = waits_of_[state.container.index];
  auto next = std::lower_bound(waits.begin(), waits.end(), span.start,
                               [](const RowSpan& wait, double at) { return wait.span.end <= at; });
  for (; next != waits.end() && next->span.start < span.end; ++next) {
    const Wait& wait = found_[next->number];
    const ContainerId whom = graph_.tracks()[wait.whom].container;
    // Just before the wait ended, for then the other one came.
    const double just_before = next->span.end - next->span.length() * 1e-3;
    reasons.push_back(
        {next->span, std::string(spelling(wait.kind)), whom, state_at(*model_, whom, just_before)});
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const WaitReason& a, const WaitReason& b) {
    return a.span.length() > b.span.length();
  });
  return reasons;
}

}  // namespace paje::gui
