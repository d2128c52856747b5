#include "compare/state_strip.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

class Strip {
 public:
  Strip(double length, std::size_t cells) : length_(length), cells_(cells) {}

  /// `value` from where the last one ended to `end`.
  void add(uint32_t value, double end) {
    while (cell_ < cells_ && end_of_cell() <= end) {
      hold(value, end_of_cell() - now_);
      now_ = end_of_cell();
      close();
    }
    hold(value, end - now_);
    now_ = std::max(now_, end);
  }

  std::vector<StripRun> release() {
    add(0, length_);
    if (cell_ < cells_) close();
    return std::move(runs_);
  }

 private:
  [[nodiscard]] double end_of_cell() const {
    return length_ * static_cast<double>(cell_ + 1) / static_cast<double>(cells_);
  }
  void hold(uint32_t value, double time) {
    if (!(time > 0)) return;
    for (Held& held : held_) {
      if (held.value == value) {
        held.time += time;
        return;
      }
    }
    held_.push_back({value, time});
  }
  void close() {
    const auto most =
        std::max_element(held_.begin(), held_.end(), [](const Held& x, const Held& y) {
          return x.time != y.time ? x.time < y.time : x.value > y.value;
        });
    const uint32_t value = most == held_.end() ? 0 : most->value;
    if (value != 0 && !runs_.empty() && runs_.back().value == value && runs_.back().last == cell_) {
      ++runs_.back().last;
    } else if (value != 0) {
      runs_.push_back({cell_, cell_ + 1, value});
    }
    held_.clear();
    ++cell_;
  }

  struct Held {
    uint32_t value;
    double time;
  };
  double length_;
  std::size_t cells_;
  std::size_t cell_ = 0;
  double now_ = 0;
  std::vector<Held> held_;  // in the cell, up to now
  std::vector<StripRun> runs_;
};

}  // namespace

std::vector<StripRun> state_strip(const TrackStates& states, const std::vector<uint32_t>& numbers,
                                  double length, std::size_t cells) {
  Strip strip(length, cells);
  std::vector<uint32_t> open;
  const auto value_of = [&](uint32_t row) { return numbers[states.value[row].index]; };
  const auto close = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
      strip.add(value_of(open.back()), states.end_of(open.back()));
    }
  };
  for (uint32_t row = 0; row < states.start.size(); ++row) {
    close(states.depth[row]);
    strip.add(open.empty() ? 0 : value_of(open.back()), states.start_of(row));
    open.push_back(row);
  }
  close(0);
  return strip.release();
}

}  // namespace paje::tools
