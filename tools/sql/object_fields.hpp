// The columns of the tables of objects, and their values.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "sql/trace_facts.hpp"
#include "sql/user_tables.hpp"

namespace paje::tools {

enum class Field : uint8_t {
  id,  ///< the row
  container,
  type,
  value,
  start,
  end,
  depth,
  container_name,
  path,
  node,
  type_name,
  value_name,
  duration,
  parent,
  parent_value,
  exclusive,
  number,
  key,
  start_container,
  end_container,
  start_name,
  end_name,
  start_path,
  end_path,
  window_start,
  window_end,
  inside,
  own,        ///< of states: state_layers.hpp
  outer_mpi,  ///< of states
  user_defined,
};

struct FieldColumn {
  Field field;
  std::string_view name;
  bool hidden;
  const UserTables::Column* user = nullptr;  ///< of a user-defined field
};

/// The columns that all kinds have, one pointer each: a query asks for millions of values.
struct ObjectColumns {
  const double* start = nullptr;
  const double* end = nullptr;      ///< of events: start
  const ValueId* value = nullptr;   ///< null for variables
  const double* number = nullptr;   ///< of variables
  const uint32_t* depth = nullptr;  ///< of states
  const EntityValue* values = nullptr;
};
/// Columns that may have rows that are not yet read: see Trace::states(RowRange).
ObjectColumns columns_of(const Trace& trace, TypeKind kind);

/// Whether a field is read from the rows' columns here.
inline bool is_read_from_rows(Field field) {
  switch (field) {
    case Field::id:
    case Field::container:
    case Field::type:
    case Field::container_name:
    case Field::path:
    case Field::node:
    case Field::type_name:
    case Field::user_defined:
      return false;
    default:
      return true;
  }
}

/// A row that columns are asked of, and the window that a table function was given.
struct ObjectRow {
  uint64_t row;
  const Track* track;
  double window_start;
  double window_end;
};

/// Whether a field is said by the track that a row is in.
inline bool needs_track(Field field) {
  return field == Field::container || field == Field::type || field == Field::container_name ||
         field == Field::path || field == Field::node || field == Field::type_name;
}

/// INTEGER, REAL or TEXT.
std::string_view affinity(Field field);

constexpr std::size_t kLongText = 1 << 30;  // sqlite3_result_text() counts with an int

/// Text that lives as long as the trace.
inline void give_text(sqlite3_context* result, std::string_view text) {
  sqlite3_result_text64(result, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
inline void give_id(sqlite3_context* result, uint32_t index) {
  if (index != UINT32_MAX) sqlite3_result_int64(result, index);
}

/// The values that most queries ask for, without a call; false for any other.
inline bool give_quickly(sqlite3_context* result, const ObjectColumns& columns, uint64_t row,
                         Field field) {
  switch (field) {
    case Field::value_name: {
      const std::string_view text = columns.values[columns.value[row].index].name.text;
      if (text.size() > kLongText) return false;
      sqlite3_result_text(result, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
      return true;
    }
    case Field::value:
      give_id(result, columns.value[row].index);
      return true;
    case Field::start:
      sqlite3_result_double(result, columns.start[row]);
      return true;
    case Field::end:
      sqlite3_result_double(result, columns.end[row]);
      return true;
    case Field::duration:
      sqlite3_result_double(result, columns.end[row] - columns.start[row]);
      return true;
    default:
      return false;
  }
}

/// The value of a field of a row.
void give_field(sqlite3_context* result, TraceFacts& facts, const ObjectColumns& columns,
                const ObjectRow& object, Field field);

}  // namespace paje::tools
