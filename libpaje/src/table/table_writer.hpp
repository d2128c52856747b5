// Formats the table of everything a trace holds, wherever its objects are: in columns, or in rows
// as a replay left them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/table.hpp"
#include "replay/history.hpp"
#include "table/format_row.hpp"
#include "table/row_text.hpp"

namespace paje {

/// What the table shows of a link.
struct TableLink {
  double start, end;
  ValueId value;
  ContainerId start_container, end_container;
  Name key;
};

/// Objects has
///   tracks(container)   of the objects, ordered by their types
///   for_each_overlapping(track, start, end, visit)   as Trace's
///   states(track), variables(track), events(track), links(track)
///                      a function from a row to its StateRow, VariableRow, EventRow or TableLink
///   user_fields(track, row), user_field_names(track, row)   as Trace's
template <class Objects>
class TableWriter {
 public:
  /// All of them as long as this is used. The trace's own objects are not looked at.
  TableWriter(const Trace& trace, const Objects& objects, const TableOptions& options)
      : trace_(trace),
        objects_(objects),
        options_(options),
        order_(containers_in_table_order(trace)),
        place_of_type_(trace.types().size()) {
    for (const Type& parent : trace.types()) {
      for (std::size_t i = 0; i < parent.children.size(); ++i) {
        place_of_type_[parent.children[i].index] = static_cast<uint32_t>(i);
      }
    }
  }

  /// The whole table, as write_table().
  void write(const TextSink& sink) const;

 private:
  // Some rows of the table that are formatted together: containers as they come in its order, each
  // with its tracks, or a part of one track.
  struct Piece {
    std::size_t first_container;  // in order_
    std::size_t last_container;   // one after
    // If set, only these rows, and no line for the container itself.
    std::optional<Track> rows;
  };

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::vector<Piece> pieces() const;
  [[nodiscard]] std::string text_of(const Piece& piece) const;
  void add_header(std::string& text, TypeKind kind,
                  const std::vector<std::string_view>& user_fields) const;
  void add_container(RowText& row, ContainerId id) const;
  void add_track(RowText& row, const Track& track) const;
  // Calls add(row) for each row to be shown of a track, between what all begin with and
  // user-defined fields.
  template <class Add>
  void add_rows(RowText& text, const Track& track, Add&& add) const;
  [[nodiscard]] bool is_windowed() const {
    return options_.start > -std::numeric_limits<double>::infinity() ||
           options_.end < std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::optional<uint64_t> first_row(const Track& track) const;
  // Calls visit(track) for the tracks of a container in the table's order: that of their types.
  template <class Visit>
  void for_each_track(ContainerId container, Visit&& visit) const {
    const std::span<const Track> all = objects_.tracks(container);
    std::vector<Track> sorted(all.begin(), all.end());
    std::sort(sorted.begin(), sorted.end(), [this](const Track& a, const Track& b) {
      return place_of_type_[a.type.index] < place_of_type_[b.type.index];
    });
    for (const Track& track : sorted) visit(track);
  }

  const Trace& trace_;
  const Objects& objects_;
  const TableOptions& options_;
  const std::vector<ContainerId> order_;
  std::vector<uint32_t> place_of_type_;  // among its siblings
};

// Cut so that each is worth a task of its own and none is large.
template <class Objects>
auto TableWriter<Objects>::pieces() const -> std::vector<Piece> {
  constexpr uint64_t kRows = 1024;  // whose text stays in the cache
  std::vector<Piece> pieces;
  std::size_t begin = 0;  // of the containers that are not in a piece yet
  uint64_t rows = 0;      // what they hold
  const auto close = [&](std::size_t end) {
    if (begin != end) pieces.push_back({begin, end, {}});
    begin = end;
    rows = 0;
  };
  for (std::size_t i = 0; i < order_.size(); ++i) {
    uint64_t sum = 1;
    for_each_track(order_[i], [&](const Track& track) { sum += track.size(); });
    // A window is looked for in whole tracks.
    if (sum <= kRows || is_windowed()) {
      rows += sum;
      if (rows >= kRows) close(i + 1);
      continue;
    }
    close(i);
    // The container's own line, then its tracks.
    pieces.push_back({i, i + 1, Track{order_[i], {}, TypeKind::container, 0, 0}});
    for_each_track(order_[i], [&](Track track) {
      for (uint64_t first = track.first; first < track.last; first += kRows) {
        Track part = track;
        part.first = first;
        part.last = std::min(track.last, first + kRows);
        pieces.push_back({i, i + 1, part});
      }
    });
    begin = i + 1;
  }
  close(order_.size());
  return pieces;
}

template <class Objects>
std::string TableWriter<Objects>::text_of(const Piece& piece) const {
  std::string text;
  text.reserve(std::size_t{64} << 10U);  // what most pieces take
  RowText rows(text, options_);
  if (!piece.rows) {
    for (std::size_t i = piece.first_container; i < piece.last_container; ++i) {
      add_container(rows, order_[i]);
      for_each_track(order_[i], [&](const Track& track) { add_track(rows, track); });
    }
  } else if (piece.rows->kind == TypeKind::container) {
    add_container(rows, piece.rows->container);
  } else {
    add_track(rows, *piece.rows);
  }
  rows.close();
  return text;
}

template <class Objects>
std::optional<uint64_t> TableWriter<Objects>::first_row(const Track& track) const {
  std::optional<uint64_t> first;
  if (track.size() == 0) return first;
  if (!is_windowed()) return track.first;
  objects_.for_each_overlapping(track, options_.start, options_.end, [&](uint64_t row) {
    if (!first) first = row;
  });
  return first;
}

template <class Objects>
std::string TableWriter<Objects>::header() const {
  std::string text;
  if (!options_.header) return text;
  add_header(text, TypeKind::container, {});
  std::array<bool, 5> written{};
  for (const ContainerId container : order_) {
    for_each_track(container, [&](const Track& track) {
      bool& done = written[static_cast<std::size_t>(track.kind)];
      const std::optional<uint64_t> row = done ? std::nullopt : first_row(track);
      if (!row) return;
      // The objects of one kind may have different fields; as in the reference, the first decides.
      add_header(text, track.kind,
                 options_.user_fields ? objects_.user_field_names(track, *row)
                                      : std::vector<std::string_view>{});
      done = true;
    });
  }
  return text;
}

template <class Objects>
void TableWriter<Objects>::add_header(std::string& text, TypeKind kind,
                                      const std::vector<std::string_view>& user_fields) const {
  static constexpr std::string_view kHeaders[] = {
      "Container, Parent, Type, Start, End, Duration, Name",
      "State, Container, Type, Start, End, Duration, Imbrication, Value",
      "Variable, Container, Type, Start, End, Duration, Value",
      "Event, Container, Type, Time, Value",
      "Link, Container, Type, Start, End, Duration, Value, StartContainer, EndContainer"};
  std::string line(kHeaders[static_cast<std::size_t>(kind)]);
  if (options_.quotes == Quotes::csv) {
    std::erase(line, ' ');
    if (kind == TypeKind::link) line += ",Key";
  }
  for (const std::string_view name : user_fields) {
    line += options_.quotes == Quotes::csv ? "," : ", ";
    line += name;
  }
  text += line + '\n';
}

template <class Objects>
void TableWriter<Objects>::add_container(RowText& row, ContainerId id) const {
  const Container& container = trace_[id];
  if (id == kRootContainer) {
    const double end = trace_.end_time().value_or(-1);
    const Name zero{"0", false};
    format_container(row, zero, zero, 0, end, zero);
    return row.end();
  }
  format_container(row, trace_[container.parent].name, trace_[container.type].name, container.start,
                   container.end, container.name);
  if (options_.user_fields) {
    for (const std::string_view word : trace_.user_fields(id)) row.raw(word);
  }
  row.end();
}

template <class Objects>
template <class Add>
void TableWriter<Objects>::add_rows(RowText& text, const Track& track, Add&& add) const {
  std::string prefix;
  {
    RowText begin(prefix, options_);
    begin_row(begin, track.kind, trace_[track.container].name, trace_[track.type].name);
  }
  const auto add_row = [&](uint64_t row) {
    text.word(prefix);
    add(row);
    if (options_.user_fields) {
      for (const std::string_view word : objects_.user_fields(track, row)) text.raw(word);
    }
    text.end();
  };
  if (is_windowed())
    return objects_.for_each_overlapping(track, options_.start, options_.end, add_row);
  for (uint64_t row = track.first; row < track.last; ++row) add_row(row);
}

template <class Objects>
void TableWriter<Objects>::add_track(RowText& text, const Track& track) const {
  const auto values = trace_.values();
  switch (track.kind) {
    case TypeKind::state:
      return add_rows(text, track, [&, states = objects_.states(track)](uint64_t row) {
        const StateRow& state = states(row);
        format_state(text, state.start, state.end, state.depth, values[state.value.index].name);
      });
    case TypeKind::variable:
      return add_rows(text, track, [&, variables = objects_.variables(track)](uint64_t row) {
        const VariableRow& variable = variables(row);
        format_variable(text, variable.start, variable.end, variable.value);
      });
    case TypeKind::event:
      return add_rows(text, track, [&, events = objects_.events(track)](uint64_t row) {
        const EventRow& event = events(row);
        format_event(text, event.start, values[event.value.index].name);
      });
    case TypeKind::link:
      return add_rows(text, track, [&, links = objects_.links(track)](uint64_t row) {
        const TableLink link = links(row);
        format_link(text, link.start, link.end, values[link.value.index].name,
                    trace_[link.start_container].name, trace_[link.end_container].name, link.key);
      });
    case TypeKind::container:
      break;
  }
}

template <class Objects>
void TableWriter<Objects>::write(const TextSink& sink) const {
  const std::string begin = header();
  if (!begin.empty()) sink(begin);
  const std::vector<Piece> all = pieces();
  ThreadPool(options_.threads)
      .ordered(
          all.size(), [&](std::size_t i) { return text_of(all[i]); },
          [&](const std::string& text) {
            if (!text.empty()) sink(text);
          });
}

}  // namespace paje
