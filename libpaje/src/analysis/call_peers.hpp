// The partners that calls name: they tell calls apart that start at one instant.
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

/// Of the user-defined field `Peer` of states: the name or alias of a container. Nothing is read of
/// a trace without it.
class CallPeers {
 public:
  explicit CallPeers(const DependencyGraph& graph);
  CallPeers(const CallPeers&) = delete;
  CallPeers& operator=(const CallPeers&) = delete;
  ~CallPeers();

  /// Whether any state of the trace has one.
  [[nodiscard]] bool has_any() const { return peer_ != nullptr; }
  /// By piece, its peer's track, kNone if it does not say. `pieces` are calls of one track that
  /// start at one instant, in order.
  [[nodiscard]] std::vector<uint32_t> of(std::span<const uint32_t> pieces) const;

 private:
  [[nodiscard]] uint32_t peer_of(uint64_t row) const;

  const DependencyGraph& graph_;
  std::unique_ptr<UserColumns> columns_;
  const UserColumn* peer_ = nullptr;
  std::unordered_map<std::string_view, uint32_t> tracks_;  // by name and alias
};

}  // namespace paje
