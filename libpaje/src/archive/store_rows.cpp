#include "archive/store_rows.hpp"

#include <algorithm>
#include <type_traits>

#include "archive/user_rows.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

using archive::RowKind;
using archive::Segment;

void number_tracks(const archive::Index& index, std::span<const uint64_t> rows, TraceData& data,
                   std::vector<uint32_t>& track_of) {
  track_of.resize(index.tracks.size());
  data.tracks.first_of.assign(data.names.containers.size() + 1, 0);
  for (std::size_t t = 0; t < index.tracks.size(); ++t) {
    if (rows[t] == 0) continue;
    const archive::TrackEntry& track = index.tracks[t];
    track_of[t] = static_cast<uint32_t>(data.tracks.all.size());
    data.tracks.all.push_back(
        {{track.container}, {track.type}, static_cast<TypeKind>(track.kind), 0, rows[t]});
    ++data.tracks.first_of[track.container + 1];
  }
  for (std::size_t i = 1; i < data.tracks.first_of.size(); ++i) {
    data.tracks.first_of[i] += data.tracks.first_of[i - 1];
  }
  number_rows(data.tracks);
}

// The lengths of keys come later, one for each link.
void make_room(TraceData& data) {
  make_columns(data, {});
  data.links.key_begin.resize_uninitialized(data.links.start.size() + 1);
  data.links.key_begin[0] = 0;
}

}  // namespace

RowPlaces place_rows(const archive::Index& index, std::span<const ChosenBlock> blocks,
                     TraceData& data) {
  RowPlaces places;
  std::vector<uint64_t> rows(index.tracks.size());
  for (const ChosenBlock& chosen : blocks) {
    const std::vector<Segment>& segments = index.blocks[chosen.block].segments;
    auto& of_block = places.of_block.emplace_back();
    for (std::size_t s = 0; s < segments.size(); ++s) {
      of_block.push_back(rows[segments[s].track]);
      rows[segments[s].track] += chosen.segments[s];
    }
  }
  number_tracks(index, rows, data, places.track_of);
  make_room(data);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::vector<Segment>& segments = index.blocks[blocks[i].block].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (blocks[i].segments[s] == 0) continue;
      places.of_block[i][s] += data.tracks.all[places.track_of[segments[s].track]].first;
    }
  }
  return places;
}

namespace {

// Drops what is not wanted from columns.
struct RowFilter {
  const std::vector<uint8_t>& is_wanted;

  void operator()(archive::StateRows& rows) const {
    keep(rows.start);
    keep(rows.end);
    keep(rows.value);
    keep(rows.depth);
  }
  void operator()(archive::VariableRows& rows) const {
    keep(rows.start);
    keep(rows.end);
    keep(rows.value);
  }
  void operator()(archive::EventRows& rows) const {
    keep(rows.time);
    keep(rows.value);
  }
  void operator()(DecodedLinks& links) const {
    keep(links.rows.start);
    keep(links.rows.end);
    keep(links.rows.value);
    keep(links.rows.source);
    keep(links.rows.target);
    archive::TextList kept;
    for (std::size_t row = 0; row < links.keys.size(); ++row) {
      if (is_wanted[row] != 0) kept.add(links.keys[row]);
    }
    links.keys = std::move(kept);
  }
  void operator()(archive::StoredUserRows& user) const {
    if (user.rows.events.empty()) return;
    archive::UserRows rows;
    UserRowWalk walk(user.rows);
    for (const uint8_t wanted : is_wanted) {
      if (wanted != 0) {
        walk.copy_to(rows);
      } else {
        walk.skip();
      }
    }
    // The words move into a list of their own; what they pointed into goes.
    std::vector<archive::TextList> columns(1);
    for (const std::string_view text : rows.texts) columns[0].add(text);
    for (std::size_t i = 0; i < rows.texts.size(); ++i) rows.texts[i] = columns[0][i];
    user.rows = std::move(rows);
    user.columns = std::move(columns);
  }

 private:
  // Into memory of its own, as large as it has to be.
  template <class Number>
  void keep(std::vector<Number>& column) const {
    std::vector<Number> kept;
    kept.reserve(column.size() - static_cast<std::size_t>(
                                     std::count(is_wanted.begin(), is_wanted.end(), uint8_t{0})));
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (is_wanted[row] != 0) kept.push_back(column[row]);
    }
    column = std::move(kept);
  }
};

// Copies a stretch of rows: `count` of them, from `first` on, to the rows from `to` on.
struct RowStore {
  TraceData& data;
  std::size_t first, count;
  uint64_t to;

  void operator()(const archive::StateRows& rows) const {
    copy(rows.start, data.states.start);
    copy(rows.end, data.states.end);
    copy(rows.value, data.states.value);
    copy(rows.depth, data.states.depth);
  }
  void operator()(const archive::VariableRows& rows) const {
    copy(rows.start, data.variables.start);
    copy(rows.end, data.variables.end);
    copy(rows.value, data.variables.value);
  }
  void operator()(const archive::EventRows& rows) const {
    copy(rows.time, data.events.time);
    copy(rows.value, data.events.value);
  }
  void operator()(const DecodedLinks& links) const {
    copy(links.rows.start, data.links.start);
    copy(links.rows.end, data.links.end);
    copy(links.rows.value, data.links.value);
    copy(links.rows.source, data.links.start_container);
    copy(links.rows.target, data.links.end_container);
  }

 private:
  template <class From, class Column>
  void copy(const std::vector<From>& from, Column& column) const {
    using To = std::remove_reference_t<decltype(column[0])>;
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    std::transform(begin, begin + static_cast<std::ptrdiff_t>(count), column.data() + to,
                   [](From number) { return To{number}; });
  }
};

// Calls use(segment, first row, count, where they go) for each stretch of rows that are wanted.
template <class Use>
void for_each_stretch(const archive::BlockEntry& block, const ChosenBlock& chosen,
                      std::span<const uint64_t> places, Use&& use) {
  std::size_t row = 0;
  for (std::size_t s = 0; s < block.segments.size(); ++s) {
    const std::size_t last =
        row + (chosen.rows.empty() ? chosen.segments[s] : block.segments[s].rows);
    uint64_t to = places[s];
    while (row < last) {
      std::size_t end = last;
      if (!chosen.rows.empty()) {
        const auto is = [&](std::size_t i) { return chosen.rows[i] != 0; };
        while (row < last && !is(row)) ++row;
        for (end = row; end < last && is(end);) ++end;
      }
      if (end != row) use(s, row, end - row, to);
      to += end - row;
      row = end;
    }
  }
}

}  // namespace

void keep_chosen_rows(ChosenBlock& chosen, DecodedBlock& decoded) {
  if (std::find(chosen.rows.begin(), chosen.rows.end(), uint8_t{0}) != chosen.rows.end()) {
    const RowFilter filter{chosen.rows};
    std::visit(filter, decoded.rows);
    filter(decoded.user);
  }
  chosen.rows = {};
}

void store_rows(const archive::BlockEntry& block, const ChosenBlock& chosen,
                std::span<const uint64_t> places, const DecodedBlock& decoded, TraceData& data) {
  for_each_stretch(block, chosen, places,
                   [&](std::size_t, std::size_t first, std::size_t count, uint64_t to) {
                     std::visit(RowStore{data, first, count, to}, decoded.rows);
                   });
}

void store_key_lengths(const archive::BlockEntry& block, const ChosenBlock& chosen,
                       std::span<const uint64_t> places, const archive::TextList& keys,
                       StoredLinks& links) {
  for_each_stretch(block, chosen, places,
                   [&](std::size_t, std::size_t first, std::size_t count, uint64_t to) {
                     for (std::size_t row = first; row < first + count; ++row) {
                       links.key_begin[++to] = keys[row].size();
                     }
                   });
}

void make_room_for_keys(StoredLinks& links) {
  uint64_t bytes = 0;
  for (uint64_t& begin : links.key_begin) begin = bytes += begin;
  links.key_text.resize_uninitialized(bytes);
}

void store_keys(const archive::BlockEntry& block, const ChosenBlock& chosen,
                std::span<const uint64_t> places, const archive::TextList& keys,
                StoredLinks& links) {
  for_each_stretch(
      block, chosen, places, [&](std::size_t, std::size_t first, std::size_t count, uint64_t to) {
        const uint64_t begin = first == 0 ? 0 : keys.ends[first - 1];
        const std::string_view texts =
            std::string_view(keys.bytes).substr(begin, keys.ends[first + count - 1] - begin);
        std::copy(texts.begin(), texts.end(), links.key_text.data() + links.key_begin[to]);
      });
}

void store_user_fields(const archive::BlockEntry& block, const ChosenBlock& chosen,
                       std::span<const uint64_t> places, const RowPlaces& all,
                       const archive::UserRows& rows, TraceData& data) {
  if (rows.events.empty()) return;
  PodVector<UserFields::Reference>& references =
      data.user_references(static_cast<TypeKind>(block.kind));
  if (references.empty()) {
    references.resize_uninitialized(data.starts_of(static_cast<TypeKind>(block.kind)).size());
    std::fill(references.begin(), references.end(), UserFields::kNone);
  }
  UserRowWalk walk(rows);
  std::size_t next = 0;
  for_each_stretch(block, chosen, places,
                   [&](std::size_t s, std::size_t first, std::size_t count, uint64_t to) {
                     for (; next < first; ++next) walk.skip();
                     UserFields& fields = data.user_fields[all.track_of[block.segments[s].track]];
                     for (; next < first + count; ++next) references[to++] = walk.copy_to(fields);
                   });
}

}  // namespace paje
