// The user-defined fields of a trace's objects, for a writer that writes the objects again.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "paje/user_columns.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

/// Fields of the objects of one kind. An object is written with the fields that it has.
class KeptFields {
 public:
  /// The trace and the writer must outlive it.
  KeptFields(const Trace& trace, TypeKind kind, TraceWriter& writer);

  /// Those of a row, see UserColumns. Valid until the next call. O(fields).
  [[nodiscard]] TraceWriter::With of(uint64_t row);

 private:
  TraceWriter& writer_;
  UserColumns columns_;
  std::vector<const UserColumn*> fields_;
  std::map<std::vector<std::size_t>, TraceWriter::Fields> lists_;  // by index of the fields
  std::vector<std::size_t> list_;                                  // of the last row
  std::vector<UserValue> values_;
};

}  // namespace paje::writing
