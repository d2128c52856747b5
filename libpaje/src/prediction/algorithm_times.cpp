#include "prediction/algorithm_times.hpp"

#include <algorithm>
#include <utility>

#include "prediction/ranges.hpp"

namespace paje {

namespace {

Range later_range(const Range& a, const Range& b) {
  return {std::max(a.low, b.low), std::max(a.middle, b.middle), std::max(a.high, b.high)};
}

}  // namespace

AlgorithmTimes::AlgorithmTimes(std::vector<uint32_t> nodes, uint32_t members, bool overlaps,
                               Costs costs)
    : nodes_(std::move(nodes)),
      members_(members),
      overlaps_(overlaps),
      costs_(std::move(costs)),
      ready_(nodes_.size(), Range{0, 0, 0}),
      leaves_(nodes_.size()) {}

void AlgorithmTimes::add(const AlgorithmStep& step) {
  known_ = {};
  std::fill(leaves_.begin(), leaves_.end(), finished_.back().low);
  if (nodes_.empty()) {
    add_alike(step);
  } else if (step.way == MessageWay::star || step.way == MessageWay::chain) {
    add_single(step);
  } else if (step.way == MessageWay::shift && step.messages > 1) {
    add_ring(step);
  } else {
    add_rounds(step);
  }
}

const AlgorithmMessage& AlgorithmTimes::message(double bytes, uint32_t from, uint32_t to) {
  const bool is_inside = !nodes_.empty() && nodes_[from] == nodes_[to];
  auto& known = known_[is_inside ? 1 : 0];
  if (!known) known = costs_(bytes, is_inside ? NodeSide::inside : NodeSide::between);
  return *known;
}

// Without nodes all messages cost the same, so all members finish a round at the same time.
void AlgorithmTimes::add_alike(const AlgorithmStep& step) {
  const AlgorithmMessage& one = message(step.bytes, 0, 0);
  const Range start = finished_.back();
  for (uint32_t i = 1; i <= step.messages; ++i) {
    Range end = start + one.seconds * i;
    if (overlaps_) end.low = start.low + one.seconds.low + (i - 1) * one.next_after;
    finished_.push_back(end);
  }
}

// Each round lasts as long as its slowest message; all rounds have the same messages.
void AlgorithmTimes::add_ring(const AlgorithmStep& step) {
  Range slowest{0, 0, 0};
  for (uint32_t from = 0; from < members_; ++from) {
    const uint32_t to = (from + step.distance) % members_;
    slowest = later_range(slowest, message(step.bytes, from, to).seconds);
  }
  for (uint32_t i = 0; i < step.messages; ++i) finished_.push_back(finished_.back() + slowest);
  std::fill(ready_.begin(), ready_.end(), finished_.back());
}

void AlgorithmTimes::send(const AlgorithmMessage& message, uint32_t from, uint32_t to,
                          std::vector<Range>& ready) {
  Range end = later_range(ready_[from], ready_[to]) + message.seconds;
  if (overlaps_) {
    end.low = leaves_[from] + message.seconds.low;
    leaves_[from] += message.next_after;
  }
  ready[from] = later_range(ready[from], end);
  ready[to] = later_range(ready[to], end);
}

void AlgorithmTimes::add_single(const AlgorithmStep& step) {
  for (uint32_t i = 0; i < step.messages; ++i) {
    const auto before = static_cast<uint32_t>(finished_.size() - 1);
    const bool is_star = step.way == MessageWay::star;
    const uint32_t from = is_star ? 0 : before % members_;
    const uint32_t to = is_star ? 1 + i % (members_ - 1) : (from + 1) % members_;
    send(message(step.bytes, from, to), from, to, ready_);
    finished_.push_back(later_range(finished_.back(), later_range(ready_[from], ready_[to])));
  }
}

void AlgorithmTimes::add_rounds(const AlgorithmStep& step) {
  for (uint32_t i = 0; i < step.messages; ++i) {
    const bool is_turn = step.way == MessageWay::turns;
    round(step.bytes, step.way, is_turn ? i + 1 : step.distance);
  }
}

void AlgorithmTimes::round(double bytes, MessageWay way, uint32_t distance) {
  std::vector<Range> ready = ready_;
  for (uint32_t from = 0; from < members_; ++from) {
    uint32_t to = (from + distance) % members_;
    if (way == MessageWay::pairs) to = from ^ distance;
    if (way == MessageWay::tree && (from % (2 * distance) != 0 || from + distance >= members_)) {
      continue;
    }
    send(message(bytes, from, to), from, to, ready);
  }
  ready_ = std::move(ready);
  Range last = finished_.back();
  for (const Range& one : ready_) last = later_range(last, one);
  finished_.push_back(last);
}

}  // namespace paje
