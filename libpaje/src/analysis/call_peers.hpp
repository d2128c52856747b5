// The partners that calls name, which distinguish calls that start at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class UserColumn;
class UserColumns;

/// Reads the user-defined field `Peer` of states: the name or alias of a container. Traces without
/// it cost nothing.
class CallPeers {
 public:
  explicit CallPeers(const DependencyGraph& graph);
  CallPeers(const CallPeers&) = delete;
  CallPeers& operator=(const CallPeers&) = delete;
  ~CallPeers();

  /// Whether any state of the trace has the field.
  [[nodiscard]] bool has_any() const { return peer_ != nullptr; }
  /// The track of the peer of each piece; kNone if it names none. `pieces` are calls of one track
  /// that start at the same time, in order.
  [[nodiscard]] std::vector<uint32_t> of(std::span<const uint32_t> pieces) const;

 private:
  [[nodiscard]] uint32_t peer_of(uint64_t row) const;

  const DependencyGraph& graph_;
  std::unique_ptr<UserColumns> columns_;
  const UserColumn* peer_ = nullptr;
  std::unordered_map<std::string_view, uint32_t> tracks_;  // by name and alias
};

}  // namespace paje
