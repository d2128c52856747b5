// Parts of a page that occur again and again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyze/run.hpp"
#include "analyze/sheet.hpp"
#include "charts/chart.hpp"
#include "picture/markup.hpp"

namespace paje::tools {

/// Begins a section with its heading; close() ends it.
void open_section(Markup& page, std::string_view id, std::string_view heading);
void paragraph(Markup& page, std::string_view words);
/// Of a list.
void item(Markup& page, std::string_view words, std::string_view style = {});
/// A chart with its name; `note` is what explains it.
void figure(Markup& page, const NamedChart& chart, std::string_view note = {});

/// What is in a cell of a table: words, or a number as words and, for programs, as it is.
struct TableCell {
  std::string words;
  std::string number = {};
  bool is_number() const { return !number.empty(); }
};
TableCell time_cell(double time, TimeUnit unit);
/// When something is.
TableCell place_cell(double time, double start, double end, TimeUnit unit);
TableCell place_cell(double time, const Run& run);
TableCell share_cell(double share);
TableCell count_cell(uint64_t count);

class Table {
 public:
  Table(std::string caption, std::vector<std::string> titles)
      : caption_(std::move(caption)), titles_(std::move(titles)) {}
  void add(std::vector<TableCell> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// Further rows that are not shown.
  void leave_out(std::size_t rows) { left_out_ = rows; }
  /// Nothing without rows.
  void write(Markup& page) const;

 private:
  void write_row(const std::vector<TableCell>& row, Markup& page) const;

  std::string caption_;
  std::vector<std::string> titles_;
  std::vector<std::vector<TableCell>> rows_;
  std::size_t left_out_ = 0;
};

/// A number in a sentence: `<data value="0.0731">73.1 ms</data>`.
void number(Markup& page, const TableCell& cell);

/// Names of states and of containers as they are shown in sentences and tables.
std::string state_name(std::string_view name);
std::string container_name(std::string_view name);

}  // namespace paje::tools
