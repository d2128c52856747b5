#include "ti/call_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
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

CallSizes::CallSizes(const DependencyGraph& graph, double element_bytes)
    : graph_(graph), columns_(graph.trace(), TypeKind::state), is_given_(element_bytes > 0) {
  for (const UserColumn& column : columns_.all()) {
    if (column.field() == "Size") size_ = &column;
    if (column.field() == "Operations") operations_ = &column;
  }
  find_marks();
  if (!is_given_) return;
  counts_elements_ = true;
  element_bytes_ = element_bytes;
}

// Where sends have elements of several sizes, most decide, as nothing says which a call has.
void CallSizes::learn_from(const std::vector<Send>& sends) {
  if (is_given_ || size_ == nullptr) return;
  std::map<double, uint64_t> found;
  for (const Send& send : sends) {
    const double count = number(size_, send.piece).value_or(0);
    const double bytes = count > 0 ? send.bytes / count : 0;
    if (bytes >= 1 && bytes == std::floor(bytes)) ++found[bytes];
  }
  const bool is_of_simgrid = size_->type() == UserType::text;  // it writes NA where there is none
  if (found.empty()) {
    counts_elements_ = is_guess_ = is_of_simgrid;
    element_bytes_ = is_of_simgrid ? sizeof(double) : 1;
  } else {
    const auto most =
        std::max_element(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    element_bytes_ = most->first;
    counts_elements_ = is_of_simgrid || element_bytes_ != 1;
  }
  if (!counts_elements_) return;
  const std::string_view why = found.empty()       ? "like a double"
                               : found.size() == 1 ? "as those of sends have"
                                                   : "as those of most sends have";
  assumption_ = fmt::format("calls of collective operations whose elements have {} {}, {}",
                            element_bytes_, element_bytes_ == 1 ? "byte" : "bytes", why);
}

std::optional<double> CallSizes::of(uint32_t piece) const {
  const std::optional<double> count = number(size_, piece);
  return count ? std::optional(*count * element_bytes_) : std::nullopt;
}

// The graph has a piece without length where an operation begins, before the state of the call.
void CallSizes::find_marks() {
  const auto begins = [](CallKind kind) {
    return kind == CallKind::post_all_to_all || kind == CallKind::post_one_to_all ||
           kind == CallKind::post_all_to_one;
  };
  for (const auto& collective : graph_.collectives()) {
    if (!begins(collective.kind)) continue;
    for (const uint32_t member : graph_.members(collective)) {
      if (begins(graph_.kind(member))) marks_.insert(member);
    }
  }
}

uint32_t CallSizes::state_of(uint32_t piece) const {
  if (!is_mark(piece)) return piece;
  const auto& track = graph_.tracks()[graph_.track_of_piece(piece)];
  const auto is_state = [&](uint32_t other) {
    return !is_mark(other) && graph_.value(other) == graph_.value(piece);
  };
  const double start = graph_.start(piece);
  for (uint32_t next = piece + 1; next < track.last && graph_.start(next) == start; ++next) {
    if (is_state(next)) return next;
  }
  for (uint32_t before = piece; before-- > track.first && graph_.start(before) == start;) {
    if (is_state(before)) return before;
  }
  return piece;
}

// Calls without length may be several of one name at one time.
uint32_t CallSizes::same_before(uint32_t piece) const {
  uint32_t count = 0;
  const uint32_t first = graph_.tracks()[graph_.track_of_piece(piece)].first;
  for (uint32_t other = piece; other-- > first && graph_.start(other) == graph_.start(piece);) {
    const bool is_same = graph_.end(other) == graph_.end(piece) &&
                         graph_.value(other) == graph_.value(piece) && !is_mark(other);
    if (is_same) ++count;
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
  piece = state_of(piece);
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
