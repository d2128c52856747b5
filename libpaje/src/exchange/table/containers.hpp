// The containers of a table: which row is whose child, and which container a name means. Names need
// not be unique; one means the nearest row above that has it, else the first below. Where rows have
// paths, these decide; of containers of one path, the one that exists at the times of the row.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"
#include "exchange/table/rows.hpp"

namespace paje::exchange {

struct TableContainer {
  std::string_view file;
  uint64_t line = 0;  ///< 0 of those that have no row
  bool is_exact = false;
  std::string parent;
  std::string type;
  std::string name;
  double start = 0;
  double end = 0;
  std::string start_text;
  std::string end_text;
  std::string duration_text;
  std::optional<std::string> path;
  FieldsIndex fields = 0;
};

/// The columns of a row that a header names, as user-defined fields.
FieldsIndex add_named_fields(const TableRow& row, ImportedTrace& trace);

struct TimeSpan {
  double start = 0;
  double end = 0;
};

/// Element i is container i of the trace; the first is the root.
class TableContainers {
 public:
  /// Reads the rows of containers and adds their types and containers to the trace, in the order of
  /// rows. Throws TraceError where a parent is unknown or within its own child.
  TableContainers(const ImportSource& source, ImportedTrace& trace);

  /// The container that a row means by a name, or by one of its paths, if it has any. A table
  /// without any row of a container gets one below the root for each name; else throws TraceError
  /// for a name without a row. `times`: when the row needs the container.
  ContainerIndex find(const TableRow& row, std::string_view name, std::size_t path, TimeSpan times);
  /// The same among the containers of that type, if there are any of that name.
  ContainerIndex find_of_type(const TableRow& row, std::string_view name, TypeIndex type,
                              TimeSpan times);
  /// The type of the only container of that name; nothing if there are several, or none.
  [[nodiscard]] std::optional<TypeIndex> type_of_only(std::string_view name) const;
  [[nodiscard]] bool has_shared_names() const { return has_shared_names_; }
  [[nodiscard]] const std::vector<TableContainer>& all() const { return all_; }
  [[nodiscard]] bool has_rows() const { return has_rows_; }
  /// Containers, each after its parent.
  [[nodiscard]] const std::vector<ContainerIndex>& parents_first() const { return parents_first_; }

 private:
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
  };

  void read_rows();
  void order_shared_paths();
  void find_parents();
  void add_types();
  [[nodiscard]] ContainerIndex parent_by_path(ContainerIndex child) const;
  void find_parents_by_rows();
  void order_parents_first();
  [[nodiscard]] ContainerIndex parent_of(const TableContainer& child) const;
  ContainerIndex find_path(std::string_view path, std::string_view name, TimeSpan times);
  [[nodiscard]] bool exists(ContainerIndex index, TimeSpan times) const;
  ContainerIndex add_flat(std::string_view name);
  [[nodiscard]] ContainerIndex nearest(std::string_view name, uint64_t line) const;

  const ImportSource& source_;
  ImportedTrace& trace_;
  std::vector<TableContainer> all_{1};
  std::vector<ContainerIndex> parents_;
  std::vector<ContainerIndex> parents_first_{kRoot};
  using ByWord =
      std::unordered_map<std::string, std::vector<ContainerIndex>, NameHash, std::equal_to<>>;
  ByWord by_name_;
  ByWord by_path_;
  // Of each path that several containers have: they by their starts, and the latest end up to each.
  struct SharedPath {
    std::vector<ContainerIndex> by_start;
    std::vector<double> latest_end;
  };
  std::unordered_map<std::string, SharedPath, NameHash, std::equal_to<>> shared_paths_;

  // Those of a path that exist all the time of a span, at most two; the last one to start is first.
  [[nodiscard]] std::vector<ContainerIndex> of_shared_path(const SharedPath& path,
                                                           TimeSpan times) const;
  bool has_rows_ = false;
  bool has_shared_names_ = false;
  TypeIndex flat_type_ = kRoot;
};

}  // namespace paje::exchange
