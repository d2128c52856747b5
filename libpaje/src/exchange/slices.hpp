// Intervals of time, as other formats have them in any order, as states that nest: pushes and pops
// of a stack. Where intervals overlap without nesting, the later ones go to a further row, which is
// a state type of its own.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

struct Slice {
  static constexpr uint32_t kNone = UINT32_MAX;

  double start = 0;
  double end = 0;  ///< infinite if it never ends
  WordIndex value = 0;
  uint32_t parent = kNone;  ///< number of the slice around it, where the format says
  FieldsIndex fields = 0;   ///< of the push
  bool is_ordered = false;  ///< begins where it is among the others of its start that are so
};

/// The states types of the rows of a container's type: `Slice`, `Slice 2`, ... made when needed.
class SliceRows {
 public:
  SliceRows(ImportedTrace& trace, std::string name) : trace_(trace), name_(std::move(name)) {}
  TypeIndex type(TypeIndex container_type, std::size_t row);
  /// The first row is of a type that is there already.
  void set_first(TypeIndex container_type, TypeIndex type) {
    if (types_[container_type].empty()) types_[container_type] = {type};
  }

 private:
  ImportedTrace& trace_;
  std::string name_;
  std::unordered_map<TypeIndex, std::vector<TypeIndex>> types_;
};

/// Adds the states of one container. Ends that overhang the slice around them by less than half a
/// nanosecond, as sums of rounded numbers do, are moved there. O(n log n) for n slices, however
/// many rows they take; no recursion.
void add_slices(ImportedTrace& trace, Losses& losses, SliceRows& rows, ContainerIndex container,
                const std::vector<Slice>& slices);

}  // namespace paje::exchange
