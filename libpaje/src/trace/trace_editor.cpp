#include "trace/trace_editor.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "trace/each_column.hpp"

namespace paje {

namespace {

void find_block_ends(std::span<const double> ends, std::vector<double>& blocks, ThreadPool& pool) {
  constexpr uint64_t kRows = TraceData::kBlockRows;
  constexpr std::size_t kAtOnce = 4096;
  blocks.resize((ends.size() + kRows - 1) / kRows);
  pool.for_each((blocks.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t piece) {
    const std::size_t last = std::min((piece + 1) * kAtOnce, blocks.size());
    for (std::size_t i = piece * kAtOnce; i < last; ++i) {
      const std::size_t first = i * kRows;
      const auto block = ends.subspan(first, std::min<std::size_t>(kRows, ends.size() - first));
      blocks[i] = *std::max_element(block.begin(), block.end());
    }
  });
}

// The keys of `rows`, one after the other.
void take_keys(StoredLinks& links, std::span<const uint64_t> rows) {
  PodVector<uint64_t> begin;
  PodVector<char> text;
  begin.push_back(0);
  for (const uint64_t row : rows) {
    const uint64_t first = links.key_begin[row];
    text.append(links.key_text.data() + first, links.key_begin[row + 1] - first);
    begin.push_back(text.size());
  }
  links.key_begin = std::move(begin);
  links.key_text = std::move(text);
}

// The rows that are kept of all tracks of a kind go to the front, in order.
void take_rows(TraceData& data, TypeKind kind, std::span<const uint64_t> rows) {
  if (kind == TypeKind::link) take_keys(data.links, rows);
  for_each_column(data, kind, [&](auto& column) {
    for (std::size_t at = 0; at < rows.size(); ++at) column[at] = column[rows[at]];
    column.resize_uninitialized(rows.size());
  });
}

void number_again(TraceData& data) {
  TrackIndex& index = data.tracks;
  for (auto& tracks : index.of_kind) tracks.clear();
  std::fill(index.first_of.begin(), index.first_of.end(), 0);
  for (std::size_t i = 0; i < index.all.size(); ++i) {
    index.of_kind[static_cast<std::size_t>(index.all[i].kind)].push_back(static_cast<uint32_t>(i));
    ++index.first_of[index.all[i].container.index + 1];
  }
  std::partial_sum(index.first_of.begin(), index.first_of.end(), index.first_of.begin());
}

}  // namespace

TraceData& TraceEditor::data_of(Trace& trace) {
  TraceData& data = data_as_it_is(trace);
  data.load_all();
  data.loader.reset();
  return data;
}

void TraceEditor::mark_as_part(Trace& trace) { data_as_it_is(trace).is_part_of_time = true; }

TraceData& TraceEditor::data_as_it_is(Trace& trace) {
  if (trace.data_.use_count() != 1) {
    throw std::invalid_argument("a trace that somebody else has, too, cannot be changed");
  }
  return const_cast<TraceData&>(*trace.data_);
}

void make_columns(TraceData& data, const std::array<bool, 5>& has_fields) {
  std::array<uint64_t, 5> rows{};
  for (const Track& track : data.tracks.all) {
    rows[static_cast<std::size_t>(track.kind)] = track.last;
  }
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    const auto number = static_cast<std::size_t>(kind);
    for_each_column(data, kind, [&](auto& column) { column.resize_uninitialized(rows[number]); });
    if (has_fields[number]) data.user_references(kind).resize_uninitialized(rows[number]);
  }
}

void find_block_ends(TraceData& data, ThreadPool& pool) {
  find_block_ends(data, TypeKind::state, pool);
  find_block_ends(data, TypeKind::link, pool);
}

void find_block_ends(TraceData& data, TypeKind kind, ThreadPool& pool) {
  if (kind == TypeKind::state) find_block_ends(data.states.end.span(), data.state_block_end, pool);
  if (kind == TypeKind::link) find_block_ends(data.links.end.span(), data.link_block_end, pool);
}

void sort_links(TraceData& data, const std::function<double(uint64_t row)>& time_of) {
  const uint64_t count = data.links.start.size();
  std::vector<uint64_t> order(count);
  std::iota(order.begin(), order.end(), uint64_t{0});
  const auto is_before = [&](uint64_t a, uint64_t b) { return time_of(a) < time_of(b); };
  bool is_sorted = true;
  for (const Track& track : data.tracks.all) {
    if (track.kind != TypeKind::link) continue;
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(track.first);
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(track.last);
    if (std::is_sorted(first, last, is_before)) continue;
    is_sorted = false;
    std::stable_sort(first, last, is_before);
  }
  if (is_sorted) return;
  take_keys(data.links, order);
  for_each_column(data, TypeKind::link, [&](auto& column) {
    auto sorted = std::remove_reference_t<decltype(column)>();
    sorted.resize_uninitialized(count);
    for (uint64_t row = 0; row < count; ++row) sorted[row] = column[order[row]];
    column = std::move(sorted);
  });
}

void keep_rows(TraceData& data, const std::function<std::vector<uint64_t>(const Track&)>& rows_of,
               ThreadPool& pool) {
  std::vector<uint64_t> kept[5];  // by kind
  std::vector<Track> tracks;
  std::vector<UserFields> user_fields;
  for (std::size_t i = 0; i < data.tracks.all.size(); ++i) {
    Track track = data.tracks.all[i];
    const std::vector<uint64_t> rows = rows_of(track);
    if (rows.empty()) continue;
    auto& all = kept[static_cast<std::size_t>(track.kind)];
    track.first = all.size();
    all.insert(all.end(), rows.begin(), rows.end());
    track.last = all.size();
    tracks.push_back(track);
    if (i < data.user_fields.size()) user_fields.push_back(std::move(data.user_fields[i]));
  }
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    take_rows(data, kind, kept[static_cast<std::size_t>(kind)]);
  }
  data.tracks.all = std::move(tracks);
  data.user_fields = std::move(user_fields);
  number_again(data);
  find_block_ends(data, pool);
}

}  // namespace paje
