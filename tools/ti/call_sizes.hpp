// What calls of collective operations say of themselves: how many bytes, and which operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paje/dependency_graph.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

/// Sizes of states in a user-defined field `Size`.
class CallSizes {
 public:
  explicit CallSizes(const DependencyGraph& graph);
  /// Of the state that is the piece.
  [[nodiscard]] std::optional<double> of(uint32_t piece) const;

 private:
  [[nodiscard]] uint32_t same_before(uint32_t piece) const;

  const DependencyGraph& graph_;
  UserColumns columns_;
  const UserColumn* size_ = nullptr;
};

/// The word of the action: `allreduce` of MPI_Allreduce; where there is none, that of the kind.
std::string collective_word(std::string_view value, CallKind kind);

}  // namespace paje::tools
