// The objects of one container and type, prepared for the question what a pixel shows. States that
// nest are one band for each depth: within a band they never overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "model/lod/running_sums.hpp"
#include "model/lod/share_tree.hpp"
#include "model/lod/variable_tree.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// States of one track at one depth, by start. Keeps spans of the trace's columns, so the trace has
/// to live longer.
class StateBand {
 public:
  /// `rows` are those of the depth; empty for all rows of the track. O(rows).
  StateBand(const Trace& trace, const Track& track, uint32_t depth, std::vector<uint32_t> rows);

  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] uint32_t depth() const { return depth_; }
  [[nodiscard]] uint64_t size() const { return rows_.empty() ? track_.size() : rows_.size(); }

  /// Row in the trace's columns of the i-th state.
  [[nodiscard]] uint64_t row(uint64_t i) const {
    return track_.first + (rows_.empty() ? i : rows_[i]);
  }
  [[nodiscard]] double start(uint64_t i) const { return states_.start[row(i)]; }
  [[nodiscard]] double end(uint64_t i) const { return states_.end[row(i)]; }
  [[nodiscard]] uint32_t value(uint64_t i) const { return states_.value[row(i)].index; }
  [[nodiscard]] Lasting lasting(uint64_t i) const {
    const uint64_t at = row(i);
    return {states_.value[at].index, states_.end[at] - states_.start[at]};
  }

  /// The first state that ends after `time`; size() if there is none. O(log n).
  [[nodiscard]] uint64_t first_ending_after(double time) const;
  /// The first state at or after `from` that starts at `time` or later. O(log of how far it is).
  [[nodiscard]] uint64_t first_starting_at(double time, uint64_t from) const;

  // To walk through time by steps in which many states begin, as ColumnMaker does.
  /// Whether that can be done for columns of `pixel` seconds, as exactly as they are shown.
  [[nodiscard]] bool can_step_by(double pixel) const {
    return !sums_.empty() && pixel > sums_.tick() * 4e6;
  }
  [[nodiscard]] const RunningSums& sums() const { return sums_; }
  /// How many blocks begin before `time`, at least `from`. O(log of how far it is).
  [[nodiscard]] uint64_t blocks_before(double time, uint64_t from) const;
  /// Asks the cache for what at() will read of the last of that many blocks.
  void prefetch(uint64_t blocks) const;
  /// How many states start before `time`; `blocks` is blocks_before().
  [[nodiscard]] uint64_t starting_before(double time, uint64_t blocks) const;

  /// Where the last sum ended: the next one, some states later, begins from it.
  struct SumCursor {
    uint64_t at = UINT64_MAX;
    RunningSums::Ticks ticks;
  };
  /// Time of each value in the states [first, last).
  template <class Add>
  void sum(uint64_t first, uint64_t last, SumCursor& cursor, Add&& add) const;
  [[nodiscard]] std::size_t bytes() const {
    return sums_.bytes() + tree_.bytes() + rows_.capacity() * sizeof(uint32_t) +
           block_starts_.capacity() * sizeof(double);
  }

 private:
  [[nodiscard]] Share share(uint64_t i) const {
    const Lasting state = lasting(i);
    return {state.value, static_cast<float>(state.seconds / unit_)};
  }

  static constexpr uint64_t kBlock = 16;
  static constexpr uint64_t kFew = 24;  // that many states are looked at one by one
  StateColumns states_;
  Track track_;
  uint32_t depth_;
  std::vector<uint32_t> rows_;
  std::vector<double>
      block_starts_;  // of every kBlock-th state: searching here spares cache misses
  RunningSums sums_;
  ShareTree tree_;   // where there are too many values for the sums
  double unit_ = 1;  // seconds of the tree's amounts, which have not the range of times
};

template <class Add>
void StateBand::sum(uint64_t first, uint64_t last, SumCursor& cursor, Add&& add) const {
  if (last - first <= kFew) {
    for (uint64_t i = first; i < last; ++i) {
      const Lasting state = lasting(i);
      add(state.value, state.seconds);
    }
    return;
  }
  if (sums_.empty()) {
    return tree_.visit(
        first, last, [this](uint64_t i) { return share(i); },
        [&](uint32_t value, double amount) { add(value, amount * unit_); });
  }
  const auto item = [this](uint64_t i) { return lasting(i); };
  if (cursor.at <= first && first - cursor.at <= 4) {
    for (; cursor.at < first; ++cursor.at) sums_.add(item(cursor.at), cursor.ticks);
  } else {
    sums_.at(first, item, cursor.ticks);
  }
  RunningSums::Ticks until;
  sums_.at(last, item, until);
  for (std::size_t slot = 0; slot < sums_.values().size(); ++slot) {
    const int64_t ticks = until[slot] - cursor.ticks[slot];
    if (ticks > 0) add(sums_.values()[slot], static_cast<double>(ticks) * sums_.tick());
    cursor.ticks[slot] = until[slot];
  }
  cursor.at = last;
}

/// All bands of a track of states, outermost first. O(states).
std::vector<StateBand> state_bands(const Trace& trace, const Track& track);

/// Punctual events of one track, by time.
class EventBand {
 public:
  EventBand(const Trace& trace, const Track& track);
  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] uint64_t size() const { return track_.size(); }
  [[nodiscard]] uint64_t row(uint64_t i) const { return track_.first + i; }
  [[nodiscard]] double time(uint64_t i) const { return events_.time[row(i)]; }
  [[nodiscard]] uint64_t first_at(double time, uint64_t from) const;
  /// How many of each value there are in [first, last).
  template <class Add>
  void sum(uint64_t first, uint64_t last, Add&& add) const {
    tree_.visit(
        first, last, [this](uint64_t i) { return share(i); }, add);
  }
  [[nodiscard]] std::size_t bytes() const { return tree_.bytes(); }

 private:
  [[nodiscard]] Share share(uint64_t i) const { return {events_.value[row(i)].index, 1.0F}; }
  EventColumns events_;
  Track track_;
  ShareTree tree_;
};

/// Pieces of one variable, by start.
class VariableBand {
 public:
  VariableBand(const Trace& trace, const Track& track);
  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] uint64_t size() const { return track_.size(); }
  [[nodiscard]] uint64_t row(uint64_t i) const { return track_.first + i; }
  [[nodiscard]] VariablePiece piece(uint64_t i) const {
    const uint64_t at = row(i);
    return {variables_.start[at], variables_.end[at], variables_.value[at]};
  }
  [[nodiscard]] uint64_t first_ending_after(double time, uint64_t from) const;
  /// Least, greatest and integral of the pieces [first, last).
  [[nodiscard]] VariableSummary sum(uint64_t first, uint64_t last) const {
    return tree_.sum(first, last, [this](uint64_t i) { return piece(i); });
  }
  /// Of the whole run: the scale of its picture.
  [[nodiscard]] const VariableSummary& whole() const { return whole_; }
  /// Where the trace has only some of the pieces.
  void set_whole(const VariableSummary& whole) { whole_ = whole; }
  [[nodiscard]] std::size_t bytes() const { return tree_.bytes(); }

 private:
  VariableColumns variables_;
  Track track_;
  VariableTree tree_;
  VariableSummary whole_;
};

}  // namespace paje::gui
