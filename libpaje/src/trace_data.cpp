#include "trace_data.hpp"

#include <algorithm>
#include <utility>

namespace paje {

namespace {

uint64_t rows_of(const History& history, TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return static_cast<const StateHistory&>(history).start.size();
    case TypeKind::variable:
      return static_cast<const VariableHistory&>(history).start.size();
    case TypeKind::event:
      return static_cast<const EventHistory&>(history).time.size();
    case TypeKind::link:
      return static_cast<const LinkHistory&>(history).start.size();
    case TypeKind::container:
      break;
  }
  return 0;
}

// Moves one column of all histories of a kind behind one another into `to`.
template <class HistoryType, class T>
void gather(const std::vector<ObjectList>& lists, TypeKind kind,
            std::vector<std::unique_ptr<History>>& histories, Parallel& parallel,
            Column<T> HistoryType::*column, Column<T>& to) {
  uint64_t rows = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].kind == kind && !(static_cast<HistoryType&>(*histories[i]).*column).empty()) {
      rows = lists[i].last;
    }
  }
  if (rows == 0) return;  // as user-defined fields are, unless kept
  to.resize_uninitialized(rows);
  parallel.for_each(lists.size(), [&](std::size_t i) {
    if (lists[i].kind != kind) return;
    (static_cast<HistoryType&>(*histories[i]).*column).drain_to(to.data() + lists[i].first);
  });
}

std::vector<double> block_ends(std::span<const double> ends) {
  std::vector<double> blocks;
  constexpr uint64_t kRows = TraceData::kBlockRows;
  blocks.reserve(ends.size() / kRows + 1);
  for (std::size_t first = 0; first < ends.size(); first += kRows) {
    const auto block = ends.subspan(first, std::min<std::size_t>(kRows, ends.size() - first));
    blocks.push_back(*std::max_element(block.begin(), block.end()));
  }
  return blocks;
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
  store_states(histories, parallel);
  store_variables(histories, parallel);
  store_events(histories, parallel);
  store_links(histories, parallel);
  user_fields.reserve(histories.size());
  for (auto& history : histories) user_fields.push_back(std::move(history->user_fields));
}

void TraceData::make_lists(std::vector<std::unique_ptr<History>>& histories) {
  std::erase_if(histories, [this](const auto& history) {
    return rows_of(*history, hierarchy.types[history->type.index].kind) == 0;
  });
  std::sort(histories.begin(), histories.end(), [](const auto& a, const auto& b) {
    return std::pair(a->container, a->type) < std::pair(b->container, b->type);
  });
  uint64_t rows[5] = {};
  first_list.assign(hierarchy.containers.size() + 1, 0);
  for (const auto& history : histories) {
    const TypeKind kind = hierarchy.types[history->type.index].kind;
    uint64_t& next = rows[static_cast<std::size_t>(kind)];
    const uint64_t count = rows_of(*history, kind);
    lists.push_back({history->container, history->type, kind, next, next + count});
    next += count;
    ++first_list[history->container.index + 1];
  }
  for (std::size_t i = 1; i < first_list.size(); ++i) first_list[i] += first_list[i - 1];
}

void TraceData::store_states(std::vector<std::unique_ptr<History>>& histories, Parallel& parallel) {
  constexpr auto kKind = TypeKind::state;
  gather(lists, kKind, histories, parallel, &StateHistory::start, states.start);
  gather(lists, kKind, histories, parallel, &StateHistory::end, states.end);
  gather(lists, kKind, histories, parallel, &StateHistory::value, states.value);
  gather(lists, kKind, histories, parallel, &StateHistory::depth, states.depth);
  gather(lists, kKind, histories, parallel, &StateHistory::user, states.user);
  state_block_end = block_ends(states.end.span());
}

void TraceData::store_variables(std::vector<std::unique_ptr<History>>& histories,
                                Parallel& parallel) {
  constexpr auto kKind = TypeKind::variable;
  gather(lists, kKind, histories, parallel, &VariableHistory::start, variables.start);
  gather(lists, kKind, histories, parallel, &VariableHistory::end, variables.end);
  gather(lists, kKind, histories, parallel, &VariableHistory::value, variables.value);
  gather(lists, kKind, histories, parallel, &VariableHistory::user, variables.user);
}

void TraceData::store_events(std::vector<std::unique_ptr<History>>& histories, Parallel& parallel) {
  constexpr auto kKind = TypeKind::event;
  gather(lists, kKind, histories, parallel, &EventHistory::time, events.time);
  gather(lists, kKind, histories, parallel, &EventHistory::value, events.value);
  gather(lists, kKind, histories, parallel, &EventHistory::user, events.user);
}

void TraceData::store_links(std::vector<std::unique_ptr<History>>& histories, Parallel& parallel) {
  constexpr auto kKind = TypeKind::link;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].kind != kKind) continue;
    auto& history = static_cast<LinkHistory&>(*histories[i]);
    history.forget_matching();
    for (std::size_t row = 0; row < lists[i].size(); ++row) {
      const std::string_view key = history.key(row);
      links.key_begin.push_back(links.key_text.size());
      links.key_text.append(key.data(), key.size());
    }
    history.forget_keys();
  }
  links.key_begin.push_back(links.key_text.size());
  gather(lists, kKind, histories, parallel, &LinkHistory::start, links.start);
  gather(lists, kKind, histories, parallel, &LinkHistory::end, links.end);
  gather(lists, kKind, histories, parallel, &LinkHistory::value, links.value);
  gather(lists, kKind, histories, parallel, &LinkHistory::start_container, links.start_container);
  gather(lists, kKind, histories, parallel, &LinkHistory::end_container, links.end_container);
  gather(lists, kKind, histories, parallel, &LinkHistory::user, links.user);
  link_block_end = block_ends(links.end.span());
}

}  // namespace paje
