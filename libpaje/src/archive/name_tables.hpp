// Types, containers, values and event definitions of a trace as a section of an archive.
#pragma once

#include <string>
#include <vector>

#include "formats/archive/block.hpp"
#include "paje/event.hpp"
#include "trace/trace_names.hpp"

namespace paje {

/// Appends the section to the piece being written.
void write_name_tables(const TraceNames& names, std::span<const EventDefinition> definitions,
                       archive::PieceWriter& out);

struct NameTables {
  TraceNames names;
  std::vector<EventDefinition> definitions;
};
/// Throws archive::Damage.
NameTables read_name_tables(archive::ByteReader from);

}  // namespace paje
