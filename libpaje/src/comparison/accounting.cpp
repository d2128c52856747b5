#include "comparison/accounting.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "comparison/track_walk.hpp"
#include "comparison/value_sums.hpp"

namespace paje {

namespace {

// Adds amounts to slices, in order of time in A.
class SliceSums {
 public:
  SliceSums(const SliceAxis& axis, std::size_t values) : axis_(axis), sums_(values) {}

  /// Distributes the amounts uniformly over [from, to] in A; `from` must not decrease between
  /// calls. Overwrites `amounts`.
  void add(std::span<ValueAmount> amounts, double from, double to) {
    go_to(from);
    while (slice_ + 1 < axis_.slices && to > axis_.start(slice_ + 1)) {
      const double end = axis_.start(slice_ + 1);
      const double part = (end - from) / (to - from);
      for (ValueAmount& amount : amounts) {
        sums_.add(amount.value, amount.amount * part);
        amount.amount -= amount.amount * part;
      }
      from = end;
      go_to(end);
    }
    for (const ValueAmount& amount : amounts) sums_.add(amount.value, amount.amount);
  }

  std::vector<SliceAmount> release() {
    close();
    return std::move(done_);
  }

 private:
  void go_to(double time) {
    while (slice_ + 1 < axis_.slices && time >= axis_.start(slice_ + 1)) close();
  }
  void close() {
    for (const ValueAmount& amount : sums_.amounts()) done_.push_back({slice_, amount});
    sums_.clear();
    ++slice_;
  }

  SliceAxis axis_;
  uint32_t slice_ = 0;
  ValueSums sums_;
  std::vector<SliceAmount> done_;
};

class Accountant {
 public:
  Accountant(const ComparedTrack& track, uint32_t number, std::size_t values, const SliceAxis& axis)
      : track_(track), number_(number), places_(values), slices_(axis, values) {}

  void pass(const WalkTime& from, const WalkTime& to) {
    const double in_a = to.a - from.a;
    const double in_b = to.b - from.b;
    add_to_slices(from, to);
    if (open_.empty()) {
      TimeDifference& idle = value(0).time;
      idle.in_a += in_a;
      idle.in_b += in_b;
    } else {
      open_.back().in_a += in_a;
      open_.back().in_b += in_b;
    }
  }

  void enter(const WalkColumn& column, const WalkTime& now) {
    open_.push_back({column.column, now, 0, 0});
    note_shift(column, now);
    if (!column.is_shown) return;
    if (column.swap != nullptr || !track_.is_match(column.column)) note_divergence(column, now);
  }

  void leave(const WalkColumn& column, const WalkTime& now) {
    settle(column, open_.back());
    open_.pop_back();
    note_shift(column, now);
  }

  TrackAccount release() {
    for (const ValueDifference& value : account_.values) account_.time += value.time;
    account_.slices = slices_.release();
    return std::move(account_);
  }

 private:
  struct Open {
    StateColumn column;
    WalkTime start;
    double in_a, in_b;  // exclusive time
  };

  void add_to_slices(const WalkTime& from, const WalkTime& to) {
    std::array<ValueAmount, 2> amounts;
    std::size_t count = 0;
    track_.attribute(open_.empty() ? nullptr : &open_.back().column, to.a - from.a, to.b - from.b,
                     [&](uint32_t value, double amount) {
                       if (amount != 0) amounts[count++] = {value, amount};
                     });
    if (count != 0) slices_.add({amounts.data(), count}, from.a, to.a);
  }

  ValueDifference& value(uint32_t number) {
    uint32_t& place = places_.of(number);
    if (place == ValuePlaces::kNowhere) {
      place = static_cast<uint32_t>(account_.values.size());
      account_.values.emplace_back().value = number;
      account_.values.back().worst.track = number_;
    }
    return account_.values[place];
  }

  void settle(const WalkColumn& column, const Open& state) {
    if (!column.is_swapped && track_.is_match(state.column)) {
      ValueDifference& found = value(track_.symbol_a(state.column));
      ++found.pairs;
      found.time.in_a += state.in_a;
      found.time.in_b += state.in_b;
      const double stretch = state.in_b - state.in_a;
      if (std::abs(stretch) > std::abs(found.worst.stretch)) {
        found.worst = {stretch, number_, state.start.a, state.start.b};
      }
      return;
    }
    // Swapped states are in both runs, and count once.
    if (state.column.in_a()) {
      ValueDifference& found = value(track_.symbol_a(state.column));
      (column.is_swapped ? found.time.in_a : found.time.only_a) += state.in_a;
      if (column.is_swapped) ++found.pairs;
      if (!column.is_swapped && column.is_shown) ++found.only_a;
    }
    if (state.column.in_b()) {
      ValueDifference& found = value(track_.symbol_b(state.column));
      (column.is_swapped ? found.time.in_b : found.time.only_b) += state.in_b;
      if (!column.is_swapped && column.is_shown) ++found.only_b;
    }
  }

  // Only at places that both runs have reached.
  void note_shift(const WalkColumn& column, const WalkTime& now) {
    if (column.swap != nullptr || !column.column.in_a() || !column.column.in_b()) return;
    account_.least_shift = std::min(account_.least_shift, now.shift());
    account_.greatest_shift = std::max(account_.greatest_shift, now.shift());
  }

  void note_divergence(const WalkColumn& column, const WalkTime& now) {
    const bool goes_on = account_.divergences != 0 && last_divergent_ + 1 == column.number;
    if (!goes_on) ++account_.divergences;
    if (account_.divergences == 1) {
      if (!goes_on) account_.first_divergence = Divergence{column.number, 0, now.a, now.b};
      ++account_.first_divergence->length;
    }
    last_divergent_ = column.number;
  }

  const ComparedTrack& track_;
  uint32_t number_;
  TrackAccount account_;
  ValuePlaces places_;  // index in account_.values
  std::vector<Open> open_;
  uint64_t last_divergent_ = 0;
  SliceSums slices_;
};

}  // namespace

TrackAccount account_for(const ComparedTrack& track, uint32_t number, std::size_t values,
                         const SliceAxis& axis) {
  Accountant accountant(track, number, values, axis);
  walk_track(track, accountant);
  return accountant.release();
}

}  // namespace paje
