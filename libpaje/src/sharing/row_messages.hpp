// Rows of tracks as messages, and user-defined fields.
#pragma once

#include <string>
#include <string_view>

#include "sharing/messages.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// All that an object has.
void put_fields(const UserFields& fields, UserFields::Reference last, std::string& message);
/// Adds them after `before`.
UserFields::Reference take_fields(std::string_view message, UserFields& fields,
                                  UserFields::Reference before);

/// Rows of one track as they are collected: columns of one kind, and what they refer to.
struct CollectedRows {
  TraceData data;     ///< only the columns of one kind
  UserFields fields;  ///< of the track
};
/// Appends all rows of a kind. Reference columns may be empty.
void put_rows(const CollectedRows& rows, TypeKind kind, std::string& message);
/// Appends rows to columns; fields go to `fields`.
void take_rows(MessageReader& from, TypeKind kind, TraceData& data, UserFields& fields);

/// Appends a reference to the column of a row that was just appended, if there are any so far.
void add_reference(TraceData& data, TypeKind kind, UserFields::Reference reference);

}  // namespace paje
