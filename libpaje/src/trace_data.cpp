#include "trace_data.hpp"

#include <algorithm>
#include <utility>

namespace paje {

namespace {

// Where rows go that are kept by columns, each field to its own.
void put(StoredStates& columns, uint64_t at, const StateRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
  columns.depth[at] = row.depth;
}
void put(StoredVariables& columns, uint64_t at, const VariableRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
}
void put(StoredEvents& columns, uint64_t at, const EventRow& row) {
  columns.time[at] = row.start;
  columns.value[at] = row.value;
}
void put(StoredLinks& columns, uint64_t at, const LinkRow& row) {
  columns.start[at] = row.start;
  columns.end[at] = row.end;
  columns.value[at] = row.value;
  columns.start_container[at] = row.start_container;
  columns.end_container[at] = row.end_container;
}

bool has_user_fields(History& history, TypeKind kind) {
  return as_its_kind(history, kind, [](const auto& known) { return !known.user.empty(); });
}

// Moves the rows of a history to `columns`, from row `first` on. What was moved is forgotten as
// soon as it was, so that much of it never stands twice.
template <class HistoryType, class Columns>
void move_rows(HistoryType& history, uint64_t first, Columns& columns, Parallel& parallel) {
  auto& rows = history.rows;
  const std::size_t count = rows.size();
  const auto move_segment = [&](std::size_t segment) {
    uint64_t at = first + segment * rows.kSegmentRows;
    for (const auto& row : rows.segment(segment)) put(columns, at++, row);
    rows.forget_segment(segment);
  };
  if (rows.segments() == 1) {
    move_segment(0);
  } else {
    parallel.for_each(rows.segments(), move_segment);
  }
  if (!columns.user.empty()) {
    const auto mine = columns.user.begin() + first;
    std::fill(mine, mine + count, UserFields::kNone);
    std::copy(history.user.begin(), history.user.end(), mine);
  }
  history.forget_rows();
}

void find_block_ends(std::span<const double> ends, std::vector<double>& blocks,
                     Parallel& parallel) {
  constexpr uint64_t kRows = TraceData::kBlockRows;
  constexpr std::size_t kAtOnce = 4096;
  blocks.resize((ends.size() + kRows - 1) / kRows);
  parallel.for_each((blocks.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t piece) {
    const std::size_t last = std::min((piece + 1) * kAtOnce, blocks.size());
    for (std::size_t i = piece * kAtOnce; i < last; ++i) {
      const std::size_t first = i * kRows;
      const auto block = ends.subspan(first, std::min<std::size_t>(kRows, ends.size() - first));
      blocks[i] = *std::max_element(block.begin(), block.end());
    }
  });
}

}  // namespace

TraceData::TraceData(Hierarchy taken, std::vector<std::unique_ptr<History>> histories,
                     std::vector<EventDefinition> event_definitions, std::optional<double> end,
                     ReadCounts read, Parallel& parallel)
    : hierarchy(std::move(taken)),
      definitions(std::move(event_definitions)),
      end_time(end),
      counts(read) {
  make_lists(histories);
  make_room(histories);
  // The keys of links are one piece of work, all rows but theirs another one.
  parallel.both([&] { store_link_keys(histories); },
                [&] {
                  store_rows(histories, parallel,
                             [](TypeKind kind) { return kind != TypeKind::link; });
                });
  store_rows(histories, parallel, [](TypeKind kind) { return kind == TypeKind::link; });
  find_block_ends(states.end.span(), state_block_end, parallel);
  find_block_ends(links.end.span(), link_block_end, parallel);
  user_fields.reserve(histories.size());
  for (auto& history : histories) user_fields.push_back(std::move(history->user_fields));
}

void TraceData::make_lists(Histories& histories) {
  lists = object_lists(histories, hierarchy);
  uint64_t rows[5] = {};
  for (ObjectList& list : lists.all) {
    uint64_t& next = rows[static_cast<std::size_t>(list.kind)];
    list.first += next;
    list.last += next;
    next = list.last;
  }
}

void TraceData::make_room(const Histories& histories) {
  uint64_t rows[5] = {};
  bool has_fields[5] = {};
  for (std::size_t i = 0; i < lists.all.size(); ++i) {
    rows[static_cast<std::size_t>(lists.all[i].kind)] = lists.all[i].last;
    bool& has_some = has_fields[static_cast<std::size_t>(lists.all[i].kind)];
    has_some = has_some || has_user_fields(*histories[i], lists.all[i].kind);
  }
  const auto make = [&](TypeKind kind, auto& user, auto&... columns) {
    const uint64_t count = rows[static_cast<std::size_t>(kind)];
    (columns.resize_uninitialized(count), ...);
    if (has_fields[static_cast<std::size_t>(kind)]) user.resize_uninitialized(count);
  };
  make(TypeKind::state, states.user, states.start, states.end, states.value, states.depth);
  make(TypeKind::variable, variables.user, variables.start, variables.end, variables.value);
  make(TypeKind::event, events.user, events.time, events.value);
  make(TypeKind::link, links.user, links.start, links.end, links.value, links.start_container,
       links.end_container);
}

void TraceData::store_link_keys(Histories& histories) {
  const auto for_each_history = [&](auto&& use) {
    for (std::size_t i = 0; i < lists.all.size(); ++i) {
      if (lists.all[i].kind == TypeKind::link) use(static_cast<LinkHistory&>(*histories[i]));
    }
  };
  links.key_begin.resize_uninitialized(links.start.size() + 1);
  uint64_t* begin = links.key_begin.data();
  *begin = 0;
  for_each_history([&begin](LinkHistory& history) {
    history.forget_matching();
    for (std::size_t row = 0; row < history.rows.size(); ++row, ++begin) {
      const LinkKey& key = history.key(row);
      begin[1] = begin[0] + key.text().size() + (key.quoted() ? 2 : 0);
    }
  });
  links.key_text.resize_uninitialized(*begin);
  char* text = links.key_text.data();
  for_each_history([&text](LinkHistory& history) {
    for (std::size_t row = 0; row < history.rows.size(); ++row) {
      const LinkKey& key = history.key(row);
      const std::string_view bare = key.text();
      if (key.quoted()) *text++ = '"';
      text = std::copy(bare.begin(), bare.end(), text);
      if (key.quoted()) *text++ = '"';
    }
    history.forget_keys();
  });
}

template <class Kinds>
void TraceData::store_rows(Histories& histories, Parallel& parallel, Kinds&& is_meant) {
  parallel.for_each(lists.all.size(), [&](std::size_t i) {
    const ObjectList& list = lists.all[i];
    if (!is_meant(list.kind)) return;
    History& history = *histories[i];
    switch (list.kind) {
      case TypeKind::state:
        return move_rows(static_cast<StateHistory&>(history), list.first, states, parallel);
      case TypeKind::variable:
        return move_rows(static_cast<VariableHistory&>(history), list.first, variables, parallel);
      case TypeKind::event:
        return move_rows(static_cast<EventHistory&>(history), list.first, events, parallel);
      case TypeKind::link:
        return move_rows(static_cast<LinkHistory&>(history), list.first, links, parallel);
      case TypeKind::container:
        return;
    }
  });
}

}  // namespace paje
