// What calls of collective operations say of themselves: how many bytes, and which operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paje/dependency_graph.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

/// Numbers of states in the user-defined fields `Size` and `Operations`.
class CallSizes {
 public:
  explicit CallSizes(const DependencyGraph& graph);
  /// Of the state that is the piece.
  [[nodiscard]] std::optional<double> of(uint32_t piece) const { return number(size_, piece); }
  /// With which a reduction combines what it gets; 0 if that is not known.
  [[nodiscard]] double operations(uint32_t piece) const {
    return number(operations_, piece).value_or(0);
  }

 private:
  [[nodiscard]] std::optional<double> number(const UserColumn* column, uint32_t piece) const;
  [[nodiscard]] std::optional<uint64_t> row_of(uint32_t piece) const;
  [[nodiscard]] uint32_t same_before(uint32_t piece) const;

  const DependencyGraph& graph_;
  UserColumns columns_;
  const UserColumn* size_ = nullptr;
  const UserColumn* operations_ = nullptr;
};

/// The word of the action: `allreduce` of MPI_Allreduce; where there is none, that of the kind.
std::string collective_word(std::string_view value, CallKind kind);

}  // namespace paje::tools
