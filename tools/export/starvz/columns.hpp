// Columns of StarVZ's tables, made of some objects of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "export/starvz/frame.hpp"
#include "export/starvz/resources.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools::starvz {

using Rows = std::vector<uint64_t>;

/// Of each row the name of its container, of its type, of its value.
std::vector<std::string> containers(const Trace& trace, TypeKind kind, const Rows& rows);
std::vector<std::string> types(const Trace& trace, TypeKind kind, const Rows& rows);
std::vector<std::string> values(const Trace& trace, TypeKind kind, const Rows& rows);

/// Start, End and Duration, of events Start alone; the first two count from `zero`.
void add_times(Frame& frame, const Trace& trace, TypeKind kind, const Rows& rows, double zero);
/// Depth and Value of states.
void add_depth_and_value(Frame& frame, const Trace& trace, const Rows& rows);

/// A user-defined field, under its own name; where the trace has none, no row has a value.
void add_text(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows);
void add_whole(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows);
void add_number(Frame& frame, const UserColumns& columns, const char* name, const Rows& rows);

/// Node, Resource and ResourceType. Returns what they are.
std::vector<Resource> add_resources(Frame& frame, const std::vector<std::string>& names,
                                    const std::vector<std::string_view>& words, TypeOf type);

}  // namespace paje::tools::starvz
