#include "ti/call_sizes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace paje::tools {

namespace {

// SimGrid writes NA among numbers, which makes the column one of texts.
double number_at(const UserColumn& column, uint64_t place) {
  if (column.type() != UserType::text) return column.number(place);
  const std::string_view word = column.texts()[place];
  double number = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : -1;
}

}  // namespace

CallSizes::CallSizes(const DependencyGraph& graph)
    : graph_(graph), columns_(graph.trace(), TypeKind::state) {
  for (const UserColumn& column : columns_.all()) {
    if (column.field() == "Size") size_ = &column;
    if (column.field() == "Operations") operations_ = &column;
  }
}

// Calls without length may be several of one name at one time.
uint32_t CallSizes::same_before(uint32_t piece) const {
  uint32_t count = 0;
  const uint32_t first = graph_.tracks()[graph_.track_of_piece(piece)].first;
  for (uint32_t other = piece; other-- > first && graph_.start(other) == graph_.start(piece);) {
    if (graph_.end(other) == graph_.end(piece) && graph_.value(other) == graph_.value(piece)) {
      ++count;
    }
  }
  return count;
}

std::optional<double> CallSizes::number(const UserColumn* column, uint32_t piece) const {
  const std::optional<uint64_t> row = column == nullptr ? std::nullopt : row_of(piece);
  const uint64_t place = row ? column->place(*row) : UserColumn::kNoPlace;
  if (place == UserColumn::kNoPlace) return {};
  const double number = number_at(*column, place);
  return number >= 0 && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<uint64_t> CallSizes::row_of(uint32_t piece) const {
  uint32_t before = same_before(piece);
  const auto& track = graph_.tracks()[graph_.track_of_piece(piece)];
  const auto states = graph_.trace().states();
  for (const Track& rows : graph_.trace().tracks(track.container)) {
    if (rows.type != track.type) continue;
    const auto first = states.start.begin() + static_cast<std::ptrdiff_t>(rows.first);
    const auto last = states.start.begin() + static_cast<std::ptrdiff_t>(rows.last);
    auto found = std::lower_bound(first, last, graph_.start(piece));
    for (; found != last && *found == graph_.start(piece); ++found) {
      const auto row = static_cast<uint64_t>(found - states.start.begin());
      const std::string_view name = graph_.trace()[states.value[row]].name.text;
      if (states.end[row] != graph_.end(piece) || name != graph_.values()[graph_.value(piece)].name)
        continue;
      if (before-- == 0) return row;
    }
  }
  return {};
}

std::string collective_word(std::string_view value, CallKind kind) {
  constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"alltoallv", "alltoallv"},
      {"alltoallw", "alltoallv"},
      {"alltoall", "alltoall"},
      {"allgather", "allgather"},
      {"allreduce", "allreduce"},
      {"reduce_scatter", "reducescatter"},
      {"reducescatter", "reducescatter"},
      {"scatter", "scatter"},
      {"gather", "gather"},
      {"bcast", "bcast"},
      {"broadcast", "bcast"},
      {"reduce", "reduce"},
      {"barrier", "barrier"},
      {"exscan", "exscan"},
      {"scan", "scan"},
  });
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const auto& [part, word] : kWords) {
    if (lower.find(part) != std::string::npos) return std::string(word);
  }
  if (kind == CallKind::barrier) return "barrier";
  if (kind == CallKind::one_to_all) return "bcast";
  return kind == CallKind::all_to_one ? "reduce" : "allreduce";
}

}  // namespace paje::tools
