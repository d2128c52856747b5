// The time of the messages of a collective operation, if messages inside a node and between nodes
// have different costs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "prediction/algorithm_steps.hpp"
#include "prediction/network_costs.hpp"

namespace paje {

struct AlgorithmMessage {
  Range seconds;
  /// Low bound: the sender may send its next message after this time, if messages may overlap.
  double next_after = 0;
};

/// A message starts when both its ends are ready; they are ready again when it ends.
class AlgorithmTimes {
 public:
  /// The cost of a message of some bytes on a side. Only called for sides that occur.
  using Costs = std::function<AlgorithmMessage(double bytes, NodeSide side)>;

  /// `nodes`: by member, from the root on; empty if all messages are between nodes. `overlaps`: a
  /// member may send its next message before the previous one has arrived.
  AlgorithmTimes(std::vector<uint32_t> nodes, uint32_t members, bool overlaps, Costs costs);

  void add(const AlgorithmStep& step);

  /// Element i: when all members have finished the first i messages.
  [[nodiscard]] const std::vector<Range>& finished() const { return finished_; }

 private:
  [[nodiscard]] const AlgorithmMessage& message(double bytes, uint32_t from, uint32_t to);
  void send(const AlgorithmMessage& message, uint32_t from, uint32_t to, std::vector<Range>& ready);
  void add_alike(const AlgorithmStep& step);
  void add_ring(const AlgorithmStep& step);
  void add_single(const AlgorithmStep& step);
  void add_rounds(const AlgorithmStep& step);
  void round(double bytes, MessageWay way, uint32_t distance);

  std::vector<uint32_t> nodes_;
  uint32_t members_ = 0;
  bool overlaps_ = false;
  Costs costs_;
  std::array<std::optional<AlgorithmMessage>, 2> known_;  // of the current step, by side
  std::vector<Range> ready_;                              // by member
  std::vector<double> leaves_;  // by member, low bound: when its next message may leave
  std::vector<Range> finished_ = {{0, 0, 0}};
};

}  // namespace paje
