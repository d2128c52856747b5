// The small tables of a trace: containers, types, values, definitions of events.
#pragma once

#include "sql/list_table.hpp"
#include "sql/trace_facts.hpp"
#include "sql/user_tables.hpp"

namespace paje::tools {

/// With columns of user-defined fields.
ListTable container_list(TraceFacts& facts, std::span<const UserTables::Column> user);
ListTable type_list(TraceFacts& facts);
ListTable value_list(TraceFacts& facts);
/// A row for each field of each definition; one for a definition without fields.
ListTable definition_list(TraceFacts& facts);

}  // namespace paje::tools
