// How long the messages of a collective operation take one after the other, if those inside a node
// and those between nodes cost differently.
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
  /// At the low end: after that the next one may leave, if they need not wait for each other.
  double next_after = 0;
};

/// One message begins when both of its ends are ready, which they are again at its end.
class AlgorithmTimes {
 public:
  /// What a message of some bytes takes on a side. Asked only where there are such messages.
  using Costs = std::function<AlgorithmMessage(double bytes, NodeSide side)>;

  /// `nodes` are those of the members from the root on; empty if all messages are between nodes.
  AlgorithmTimes(std::vector<uint32_t> nodes, uint32_t members, bool overlaps, Costs costs);

  void add(const AlgorithmStep& step);

  /// When as many messages as the place says are through for all that take part.
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
  std::array<std::optional<AlgorithmMessage>, 2> known_;  // of this step, by side
  std::vector<Range> ready_;                              // by member
  std::vector<double> leaves_;                            // likewise, at the low end
  std::vector<Range> finished_ = {{0, 0, 0}};
};

}  // namespace paje
