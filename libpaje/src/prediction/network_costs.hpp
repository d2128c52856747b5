// Costs of messages and collective operations, and their share of latency, from a run itself or
// from a calibration.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Bounds of a number, and the best guess.
struct Range {
  double low = 0;
  double middle = 0;
  double high = 0;
};

/// The same three numbers, without initial values.
struct Lanes {
  double low, middle, high;
};

/// The side of a message: whether its ends are on different nodes or on the same one.
enum class NodeSide : uint8_t { between, inside };

/// Costs of messages of one size whose receivers waited for them.
struct SizeClass {
  double size = 0;
  double least = 0;
  double median = 0;
  double most = 0;
  double latency = 0;  ///< part of `least`; the rest is in proportion to the size
};

/// Smaller relative differences between messages of one size do not show that others share the
/// link. Rounding, and times with nine digits, differ by less than 1 % except for the shortest
/// messages; two messages that share a link for a tenth of their way differ by more.
inline constexpr double kCostNoise = 0.01;

/// Seconds of a message of some size.
struct SizeCosts {
  double least = 0;
  double likely = 0;
};

class MessageSizes {
 public:
  MessageSizes(const DependencyGraph& graph, std::string_view size_field);
  /// By message; 0 if unknown.
  [[nodiscard]] double of(uint32_t message) const { return different_[number(message)]; }
  /// Index of its size in different().
  [[nodiscard]] uint32_t number(uint32_t message) const {
    return numbers_.empty() ? 0 : numbers_[message];
  }
  /// The distinct sizes, ascending; at least one.
  [[nodiscard]] const std::vector<double>& different() const { return different_; }
  [[nodiscard]] bool is_known() const { return !numbers_.empty(); }

 private:
  std::vector<double> different_ = {0};
  std::vector<uint32_t> numbers_;  // by message
};

/// By message; times are in the trace's unit.
struct MeasuredMessages {
  /// From the time when both ends were ready, to the end of the link.
  std::vector<double> transfers;
  std::vector<double> sent_after;  ///< from the start of the sending piece to the send
  std::vector<double> received;
  /// Whether it arrived before its receiver waited, or so shortly after that it may have.
  std::vector<bool> early;
  /// Whether it was sent before its receive was posted, so that part of its way may be in the past.
  std::vector<bool> under_way;
};
/// O(messages).
MeasuredMessages measure_messages(const DependencyGraph& graph);

struct HiddenMessages {
  /// Whether a message may have arrived before its receiver waited for it, or before another
  /// message for which the same call waited: then the measured transfer is only an upper bound.
  std::vector<bool> hidden;
  std::vector<SizeClass> classes;  ///< of messages that are not hidden; see size_classes()
};
/// O(messages log sizes).
HiddenMessages find_hidden(const DependencyGraph& graph, const MessageSizes& sizes,
                           const MeasuredMessages& measured);

/// By ascending size, from messages that are not hidden. Uses messages that were under way when
/// their receive was posted only for sizes without others. O(messages).
std::vector<SizeClass> size_classes(const DependencyGraph& graph, const MessageSizes& sizes,
                                    const std::vector<double>& transfers,
                                    const std::vector<bool>& hidden,
                                    const std::vector<bool>& under_way);

/// Estimated from other sizes. `classes` must not be empty.
SizeCosts costs_of_size(const std::vector<SizeClass>& classes, double size);

/// Whether the sizes differ enough to distinguish latency from bandwidth.
bool distinguishes_latency(const std::vector<SizeClass>& classes);

/// By message: the number of messages for which the same call waits. They share the receiver's
/// link.
std::vector<uint32_t> count_together(const DependencyGraph& graph);

/// Time of a collective operation after the arrival of those on which members depend, over its
/// members; 0 if none takes any time.
struct CollectiveCost {
  double least = 0;  ///< about one message: independent of the number of members
  double most = 0;
};
/// By collective.
std::vector<CollectiveCost> collective_costs(const DependencyGraph& graph);

}  // namespace paje
