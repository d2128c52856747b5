// Rows in a frame. Columns are as wide as the first rows ask for: a result of any
// length takes little memory, and a longer cell further down pushes its line. Cells are visible():
// no frame holds what moves a cursor.
#pragma once

#include <string>
#include <vector>

#include "query/output.hpp"

namespace paje::tools {

class BoxWriter final : public ResultWriter {
 public:
  explicit BoxWriter(ResultSink sink) : sink_(std::move(sink)) {}

  void begin(sqlite3_stmt* statement) override;
  void row(sqlite3_stmt* statement) override;
  void end() override;

 private:
  struct Cell {
    std::string text;
    bool is_number = false;
  };
  using Row = std::vector<Cell>;

  void write_waiting();
  void write_row(const Row& row);
  void write_rule(std::string_view left, std::string_view middle, std::string_view right);

  ResultSink sink_;
  Row names_;
  std::vector<std::size_t> widths_;
  std::vector<Row> waiting_;
  bool has_head_ = false;
};

}  // namespace paje::tools
