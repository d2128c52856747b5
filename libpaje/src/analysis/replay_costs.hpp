// Costs of pieces and messages in a replay of a graph.
#pragma once

#include <cstdint>

#include "paje/dependency_graph.hpp"

namespace paje {

/// As measured: the replay reproduces the trace.
struct MeasuredCosts {
  [[nodiscard]] double local(uint32_t /*piece*/, double measured) const { return measured; }
  /// From the start of a sending piece to the start of the message.
  [[nodiscard]] double sending(uint32_t /*piece*/, double measured) const { return measured; }
  [[nodiscard]] double transfer(uint32_t /*message*/, double measured) const { return measured; }
  /// When a message arrived, which may be before the end of the piece that received it.
  [[nodiscard]] double received(uint32_t /*message*/, double measured) const { return measured; }
  [[nodiscard]] double rest(uint32_t /*piece*/, double measured) const { return measured; }
  [[nodiscard]] double after_coming(uint32_t /*piece*/, double measured) const { return measured; }
};

/// Communication takes no time, apart from waiting.
class FreeNetworkCosts {
 public:
  explicit FreeNetworkCosts(const DependencyGraph& graph) : graph_(graph) {}
  [[nodiscard]] double local(uint32_t piece, double measured) const {
    const auto value_class = graph_.values()[graph_.value(piece)].meaning.value_class;
    return value_class == ValueClass::communication ? 0 : measured;
  }
  [[nodiscard]] double sending(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double transfer(uint32_t, double) const { return 0; }
  [[nodiscard]] double received(uint32_t, double measured) const { return measured; }
  /// A task that had to wait takes its measured time.
  [[nodiscard]] double rest(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double after_coming(uint32_t piece, double measured) const {
    return local(piece, measured);
  }

 private:
  const DependencyGraph& graph_;
};

}  // namespace paje
