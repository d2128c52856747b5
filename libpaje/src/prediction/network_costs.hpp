// What messages and collective operations cost, and which part of that is latency: from a run
// itself, or from a calibration.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Something that is known within bounds, and the best guess.
struct Range {
  double low = 0;
  double middle = 0;
  double high = 0;
};

/// The same three numbers as a Range, not set to anything at first.
struct Lanes {
  double low, middle, high;
};

/// Where a message goes, by the nodes of its ends.
enum class NodeSide : uint8_t { between, inside };

/// The messages of one size whose receivers waited for them.
struct SizeClass {
  double size = 0;
  double least = 0;
  double median = 0;
  double latency = 0;  ///< of `least`; the rest grows with the size
};

class MessageSizes {
 public:
  MessageSizes(const DependencyGraph& graph, std::string_view size_field);
  /// By message; 0 where none is known.
  [[nodiscard]] double of(uint32_t message) const { return different_[number(message)]; }
  /// Its place among the different sizes.
  [[nodiscard]] uint32_t number(uint32_t message) const {
    return numbers_.empty() ? 0 : numbers_[message];
  }
  /// Ascending; at least one.
  [[nodiscard]] const std::vector<double>& different() const { return different_; }
  [[nodiscard]] bool is_known() const { return !numbers_.empty(); }

 private:
  std::vector<double> different_ = {0};
  std::vector<uint32_t> numbers_;  // by message
};

/// By message.
struct MeasuredMessages {
  /// From when it could go, which is when both ends were ready, to its end.
  std::vector<double> transfers;
  std::vector<double> sent_after;  ///< from the start of the sending piece
  std::vector<double> received;
  /// It came before the receiver looked, or so shortly after that it may have.
  std::vector<bool> early;
};
/// O(messages).
MeasuredMessages measure_messages(const DependencyGraph& graph);

struct HiddenMessages {
  /// Whether each message may have come before its receiver looked for it, or before another one
  /// that the same call waited for, so that the measured transfer is only a bound.
  std::vector<bool> hidden;
  std::vector<SizeClass> classes;  ///< of the others; see size_classes()
};
/// O(messages log sizes).
HiddenMessages find_hidden(const DependencyGraph& graph, const MessageSizes& sizes,
                           const MeasuredMessages& measured);

/// By size, ascending, from messages that are not hidden. O(messages).
std::vector<SizeClass> size_classes(const DependencyGraph& graph, const MessageSizes& sizes,
                                    const std::vector<double>& transfers,
                                    const std::vector<bool>& hidden);

/// Whether the sizes differ enough to distinguish latency from bandwidth.
bool distinguishes_latency(const std::vector<SizeClass>& classes);

/// How many messages the call waits for that gets a message, by message. They share its link.
std::vector<uint32_t> count_together(const DependencyGraph& graph);

/// What the members of a collective operation take after those have come on whom they depend; 0 if
/// none takes any time.
struct CollectiveCost {
  double least = 0;  ///< about one message: it does not depend on the number of members
  double most = 0;
};
/// By collective.
std::vector<CollectiveCost> collective_costs(const DependencyGraph& graph);

}  // namespace paje
