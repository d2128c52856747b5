#include "pipeline/sorting/origins.hpp"

#include <algorithm>
#include <iterator>

namespace paje {

EventPlace LineOrigins::place(uint64_t offset, uint64_t lines_before, std::size_t& near) const {
  const std::size_t count = stretches.size();
  // Twice as far each time, from the current one.
  std::size_t begin = near < count && stretches[near].text_at <= offset ? near : 0;
  std::size_t step = 1;
  while (begin + step < count && stretches[begin + step].text_at <= offset) {
    begin += step;
    step *= 2;
  }
  const auto behind = std::upper_bound(
      stretches.begin() + begin, stretches.begin() + std::min(begin + step, count), offset,
      [](uint64_t wanted, const Stretch& stretch) { return wanted < stretch.text_at; });
  const Stretch& stretch = *std::prev(behind);
  near = static_cast<std::size_t>(&stretch - stretches.begin());
  const Origins::Piece& piece = all_->pieces[stretch.piece];
  if (all_->is_binary(stretch.piece)) return {piece.file.get(), 0, piece.byte + stretch.offset};
  return {piece.file.get(), piece.first_line + stretch.line + (lines_before - stretch.first_line),
          piece.byte + stretch.offset + (offset - stretch.text_at)};
}

std::optional<int64_t> LineOrigins::own_id(int64_t id) const {
  if (own_ids == nullptr) return std::nullopt;
  const auto found = std::lower_bound(own_ids->begin(), own_ids->end(), id,
                                      [](const OwnId& a, int64_t wanted) { return a.id < wanted; });
  if (found == own_ids->end() || found->id != id) return std::nullopt;
  return found->own;
}

}  // namespace paje
