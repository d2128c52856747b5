#include "model/rows/messages.hpp"

#include <algorithm>

namespace paje::gui {

namespace {

bool sends_at(TimeSpan state, double time) {
  return time >= state.start && (time < state.end || state.start == state.end) && time <= state.end;
}

bool receives_at(TimeSpan state, double time) {
  return time <= state.end && (time > state.start || state.start == state.end) &&
         time >= state.start;
}

ObjectRef link_of(const Track& track, uint64_t row) {
  return {TypeKind::link, track.container, track.type, row};
}

void shorten(std::vector<std::pair<double, ObjectRef>>& found, std::size_t most,
             std::vector<ObjectRef>& objects) {
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < std::min(most, found.size()); ++i) objects.push_back(found[i].second);
}

// Of one band, the state that has `time`.
std::optional<uint64_t> state_with(const StateBand& band, double time, bool is_sender) {
  const uint64_t next = is_sender ? band.first_ending_after(time) : band.first_starting_at(time, 0);
  // The state before may have no length; of a receiver, the state after.
  for (const uint64_t i : {is_sender ? next : next - 1, is_sender ? next - 1 : next}) {
    if (i >= band.size()) continue;
    const TimeSpan span{band.start(i), band.end(i)};
    if (is_sender ? sends_at(span, time) : receives_at(span, time)) return i;
  }
  return {};
}

}  // namespace

StateMessages messages_of(const TraceModel& run, const ObjectRef& state, std::size_t most) {
  StateMessages messages;
  if (state.kind != TypeKind::state) return messages;
  const Trace& trace = run.trace();
  const LinkColumns links = trace.links();
  const TimeSpan span = span_of(trace, state);
  std::vector<std::pair<double, ObjectRef>> sent;
  std::vector<std::pair<double, ObjectRef>> received;
  // Several states may have the moment of an end, such as those of no length: the message is one's.
  const auto is_its = [&](const ObjectRef& link, bool is_sender) {
    return state_at_end(run, link, is_sender) == state;
  };
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::link) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const ObjectRef link = link_of(track, row);
      if (links.start_container[row] == state.container && sends_at(span, links.start[row]) &&
          is_its(link, true)) {
        sent.emplace_back(links.start[row], link);
      }
      if (links.end_container[row] == state.container && receives_at(span, links.end[row]) &&
          is_its(link, false)) {
        received.emplace_back(links.end[row], link);
      }
    }
  }
  messages.all_sent = sent.size();
  messages.all_received = received.size();
  shorten(sent, most, messages.sent);
  shorten(received, most, messages.received);
  return messages;
}

std::optional<ObjectRef> state_at_end(const TraceModel& run, const ObjectRef& link,
                                      bool is_sender) {
  if (link.kind != TypeKind::link) return {};
  const LinkColumns links = run.trace().links();
  const ContainerId container =
      is_sender ? links.start_container[link.row] : links.end_container[link.row];
  const double time = is_sender ? links.start[link.row] : links.end[link.row];
  std::optional<ObjectRef> best;
  double shortest = 0;
  for (const TrackBands& track : run.tracks(container)) {
    if (track.kind != TypeKind::state) continue;
    for (uint32_t number = track.first + track.count; number-- > track.first;) {
      const StateBand& band = run.state_band(number);
      const auto i = state_with(band, time, is_sender);
      if (!i) continue;
      const double length = band.end(*i) - band.start(*i);
      if (best && length >= shortest) continue;
      best = {TypeKind::state, container, track.type, band.row(*i)};
      shortest = length;
    }
  }
  return best;
}

}  // namespace paje::gui
