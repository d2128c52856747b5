// The objects of a table in tracks, one for each container and type, in the order of their rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"
#include "exchange/table/containers.hpp"
#include "exchange/table/rows.hpp"

namespace paje::exchange {

struct TableObject {
  double start = 0;
  double end = 0;
  double number = 0;        ///< of a variable
  WordIndex value = 0;      ///< of a state, an event or a link
  uint32_t depth = 0;       ///< of a state
  ContainerIndex from = 0;  ///< of a link
  ContainerIndex to = 0;
  WordIndex key = 0;
  FieldsIndex fields = 0;
};

struct TableTrack {
  ContainerIndex container = kRoot;
  TypeIndex type = kRoot;
  RowNature nature = RowNature::state;
  std::string type_name;
  std::vector<TableObject> objects;
  bool has_early_ends = false;  ///< some ended before they started; they last no time instead
};

class TableTracks {
 public:
  /// Reads all rows but containers, and adds their types to the trace. Throws TraceError.
  TableTracks(const ImportSource& source, ImportedTrace& trace, TableContainers& containers);

  [[nodiscard]] std::vector<TableTrack>& all() { return all_; }
  /// What the last printed digit of a time is worth, in seconds.
  [[nodiscard]] double time_unit() const;

 private:
  void add(const TableRow& row);
  void read_link(const TableRow& row, TableObject& object);
  void learn_ends(const TableRow& row);
  ContainerIndex end_of(const TableRow& row, std::size_t column, std::size_t path, double time);
  TableTrack& track_of(const TableRow& row, ContainerIndex container, const TableObject& object);

  const ImportSource& source_;
  ImportedTrace& trace_;
  TableContainers& containers_;
  std::vector<TableTrack> all_;
  std::unordered_map<std::string, std::size_t> by_key_;
  std::unordered_map<std::string, TypeIndex> types_;
  std::unordered_map<std::string, TypeIndex> end_types_;  // of links, where names are shared
  std::size_t last_ = SIZE_MAX;
  std::size_t digits_ = 0;
};

/// Ranks types and containers so that the table of the trace has the order of this one.
void rank_as_in_table(ImportedTrace& trace, const std::vector<TableTrack>& tracks);

}  // namespace paje::exchange
