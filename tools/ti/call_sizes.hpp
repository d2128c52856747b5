// What calls of collective operations say of themselves: how many bytes, and which operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

/// Numbers of states in the user-defined fields `Size` and `Operations`.
///
/// A size is in bytes, except in SimGrid's traces: their sizes of calls are counts of elements, and
/// nothing says what their type is, whereas sizes of links are in bytes. So a call that sends one
/// message shows how many bytes an element has.
class CallSizes {
 public:
  /// A call that sends one message, and the bytes of that.
  struct Send {
    uint32_t piece = 0;
    double bytes = 0;
  };

  /// `element_bytes`: of the elements that sizes count; 0: as the trace shows.
  CallSizes(const DependencyGraph& graph, double element_bytes);
  void learn_from(const std::vector<Send>& sends);
  /// Bytes of the state that is the piece.
  [[nodiscard]] std::optional<double> of(uint32_t piece) const;
  /// Whether the piece is no state of its own, but marks where one begins an operation that a later
  /// call completes. It has the size of that state.
  [[nodiscard]] bool is_mark(uint32_t piece) const { return marks_.contains(piece); }
  /// With which a reduction combines what it gets; 0 if the trace does not say.
  [[nodiscard]] double operations(uint32_t piece) const {
    return number(operations_, piece).value_or(0);
  }
  [[nodiscard]] bool counts_elements() const { return counts_elements_; }
  /// What is assumed of the elements of a call; empty: nothing.
  [[nodiscard]] const std::string& assumption() const { return assumption_; }
  /// Whether nothing in the trace shows how many bytes an element has.
  [[nodiscard]] bool is_guess() const { return is_guess_; }

 private:
  [[nodiscard]] std::optional<double> number(const UserColumn* column, uint32_t piece) const;
  [[nodiscard]] std::optional<uint64_t> row_of(uint32_t piece) const;
  [[nodiscard]] uint32_t same_before(uint32_t piece) const;
  [[nodiscard]] uint32_t state_of(uint32_t piece) const;
  void find_marks();

  const DependencyGraph& graph_;
  UserColumns columns_;
  std::unordered_set<uint32_t> marks_;
  const UserColumn* size_ = nullptr;
  const UserColumn* operations_ = nullptr;
  bool is_given_ = false;
  bool counts_elements_ = false;
  bool is_guess_ = false;
  double element_bytes_ = 1;
  std::string assumption_;
};

/// The word of the action: `allreduce` of MPI_Allreduce; where there is none, that of the kind.
std::string collective_word(std::string_view value, CallKind kind);

}  // namespace paje::tools
