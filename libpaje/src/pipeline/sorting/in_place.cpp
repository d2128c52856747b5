#include "pipeline/sorting/in_place.hpp"

#include <algorithm>

namespace paje {

InPlaceLines::InPlaceLines(const std::vector<InPlacePiece>& pieces, const SortEntry& from, End end)
    : pieces_(pieces), stop_(end), piece_(from.piece), line_(from.line) {
  enter(piece_);
  at_ = std::min(begin_ + from.offset, end_);
  find();
}

void InPlaceLines::enter(uint32_t piece) {
  const InPlacePiece& entered = pieces_[piece];
  begin_ = at_ = entered.text.data();
  end_ = begin_ + entered.text.size();
  stop_at_ = piece == stop_.piece ? std::min(begin_ + stop_.offset, end_) : end_;
  stays_ = entered.stays.data();
  lines_ = entered.stays.size() * 64;
  codes_ = &entered.codes;
  sizes_ = codes_->sizes.size();
}

// After the last line of a piece.
void InPlaceLines::go_on() {
  while (piece_ < stop_.piece) {
    enter(++piece_);
    line_ = 0;
    if (find_here()) return;
  }
  is_done_ = true;
}

// A file that was changed since may hold anything; its order does not matter then.
uint64_t InPlaceLines::time() const {
  double time;
  return FastTime(at_, end_).time(time) ? time_order(time) : kBeforeAllTimes;
}

}  // namespace paje
