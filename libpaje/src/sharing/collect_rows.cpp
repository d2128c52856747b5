#include "sharing/collect_rows.hpp"

#include <algorithm>

namespace paje {

namespace {

// Appends rows of one track.
class RowCollector {
 public:
  RowCollector(TraceData& to, UserFields& fields) : to_(to), fields_(fields) {}

  void add_states(const OwnTrack& track, uint64_t first, uint64_t rows, uint32_t slice,
                  const std::vector<uint32_t>& slice_of_batch) {
    const auto& history = static_cast<const StateHistory&>(*track.history);
    auto later = std::lower_bound(track.later.begin(), track.later.end(), first,
                                  [](const LaterEnd& end, uint64_t row) { return end.row < row; });
    for (uint64_t row = first; row < first + rows; ++row) {
      const bool may_be_late = later != track.later.end() && later->row == row;
      const bool is_late = may_be_late && slice_of_batch[later->batch] > slice;
      if (may_be_late) ++later;
      const StateRow& state = history.rows[row];
      to_.states.start.push_back(state.start);
      to_.states.end.push_back(is_late ? state.start : state.end);
      to_.states.value.push_back(state.value);
      to_.states.depth.push_back(state.depth);
      add_fields(history, TypeKind::state, is_late ? history.user.size() : row);
    }
  }
  void add_variables(const VariableHistory& history, uint64_t first, uint64_t rows) {
    for (uint64_t row = first; row < first + rows; ++row) {
      to_.variables.start.push_back(history.rows[row].start);
      to_.variables.end.push_back(history.rows[row].end);
      to_.variables.value.push_back(history.rows[row].value);
      add_fields(history, TypeKind::variable, row);
    }
  }
  void add_events(const EventHistory& history, uint64_t first, uint64_t rows) {
    for (uint64_t row = first; row < first + rows; ++row) {
      to_.events.time.push_back(history.rows[row].start);
      to_.events.value.push_back(history.rows[row].value);
      add_fields(history, TypeKind::event, row);
    }
  }
  void add_links(const OwnLinks& links, uint64_t first, uint64_t rows) {
    if (to_.links.key_begin.empty()) to_.links.key_begin.push_back(0);
    for (uint64_t at = first; at < first + rows; ++at) {
      const OwnLinks::Row& which = links.order[at];
      const LinkRow& row = links.row(which);
      to_.links.start.push_back(row.start);
      to_.links.end.push_back(row.end);
      to_.links.value.push_back(row.value);
      to_.links.start_container.push_back(row.start_container);
      to_.links.end_container.push_back(row.end_container);
      if (which.is_received) {
        add_key(links.received[which.number].key, false);
        add_reference(to_, TypeKind::link,
                      fields_.add_from(links.received_fields, links.received[which.number].user));
      } else {
        const LinkKey& key = links.history->key(which.number);
        add_key(key.text(), key.quoted());
        add_fields(*links.history, TypeKind::link, which.number);
      }
    }
  }

 private:
  void add_key(std::string_view text, bool quoted) {
    StoredLinks& links = to_.links;
    if (quoted) links.key_text.push_back('"');
    links.key_text.append(text.data(), text.size());
    if (quoted) links.key_text.push_back('"');
    links.key_begin.push_back(links.key_text.size());
  }
  template <class HistoryType>
  void add_fields(const HistoryType& history, TypeKind kind, uint64_t row) {
    if (history.user.empty()) return add_reference(to_, kind, UserFields::kNone);
    const UserFields::Reference last =
        row < history.user.size() ? history.user[row] : UserFields::kNone;
    add_reference(to_, kind, fields_.add_from(history.user_fields, last));
  }

  TraceData& to_;
  UserFields& fields_;
};

}  // namespace

void collect_rows(ShareReplay& replay, const SlicePlan& plan, const Fragment& fragment,
                  uint64_t first, uint64_t rows, TraceData& to, UserFields& fields) {
  RowCollector collector(to, fields);
  first += fragment.first;
  if (fragment.kind == TypeKind::link) {
    return collector.add_links(replay.links()[fragment.own], first, rows);
  }
  const OwnTrack& track = replay.tracks()[fragment.own];
  switch (fragment.kind) {
    case TypeKind::state:
      return collector.add_states(track, first, rows, fragment.slice, plan.slice_of_batch);
    case TypeKind::variable:
      return collector.add_variables(static_cast<const VariableHistory&>(*track.history), first,
                                     rows);
    default:
      return collector.add_events(static_cast<const EventHistory&>(*track.history), first, rows);
  }
}

void collect_links(const OwnLinks& links, TraceData& to, UserFields& fields) {
  RowCollector(to, fields).add_links(links, 0, links.order.size());
}

std::vector<OwnLateState> late_states(ShareReplay& replay, const SlicePlan& plan) {
  std::vector<OwnLateState> late;
  for (const OwnTrack& track : replay.tracks()) {
    if (track.later.empty()) continue;
    const auto& history = static_cast<const StateHistory&>(*track.history);
    auto mark = track.marks.begin();
    for (const LaterEnd& end : track.later) {
      while (mark->rows <= end.row) ++mark;
      if (plan.slice_of_batch[mark->batch] == plan.slice_of_batch[end.batch]) continue;
      const UserFields::Reference user =
          end.row < history.user.size() ? history.user[end.row] : UserFields::kNone;
      const StateRow& row = history.rows[end.row];
      late.push_back({{history.container, history.type, end.row, row.start, row.end, row.value,
                       row.depth, user},
                      &history.user_fields});
    }
  }
  return late;
}

}  // namespace paje
