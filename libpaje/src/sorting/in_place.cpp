#include "sorting/in_place.hpp"

#include <algorithm>

namespace paje {

InPlaceLines::InPlaceLines(const std::vector<InPlacePiece>& pieces, const SortEntry& from, End end)
    : pieces_(pieces), stop_(end), piece_(from.piece), entry_(from) {
  enter(piece_);
  at_ = std::min(begin_ + from.offset, end_);
  line_ = from.line;
  find();
}

void InPlaceLines::enter(uint32_t piece) {
  const InPlacePiece& entered = pieces_[piece];
  plain_.forget();
  begin_ = at_ = entered.text.data();
  end_ = begin_ + entered.text.size();
  stop_at_ = piece == stop_.piece ? std::min(begin_ + stop_.offset, end_) : end_;
  stays_ = entered.stays;
  line_ = 0;
}

void InPlaceLines::next() {
  at_ = behind_;
  ++line_;
  find();
}

// The next line that stays, from where it stands.
void InPlaceLines::find() {
  while (true) {
    for (; at_ < stop_at_; at_ = behind_, ++line_) {
      plain_.begin(at_, end_);
      behind_ = plain_.behind();
      const bool is_wanted =
          line_ / 64 < stays_.size() && (stays_[line_ / 64] >> (line_ % 64) & 1U) != 0;
      if (!is_wanted) continue;
      double time;
      // A file that was changed since may hold anything; its order does not matter then.
      if (plain_.time(time)) entry_.time = time_order(time);
      entry_.piece = piece_;
      entry_.offset = static_cast<uint32_t>(at_ - begin_);
      entry_.line = line_;
      entry_.size = static_cast<uint32_t>(behind_ - at_);
      return;
    }
    if (piece_ >= stop_.piece) break;
    enter(++piece_);
  }
  is_done_ = true;
}

}  // namespace paje
