// A table of results that can be printed as text, CSV or JSON: what every command of pj_analyze
// makes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/json_writer.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

/// What the numbers of a column are; only the text depends on it. A moment is a time in the trace,
/// a time is a length of time.
enum class Measure : uint8_t { words, count, time, moment, share, bytes, number };

struct SheetColumn {
  std::string name;  ///< in CSV and JSON; in text, blanks replace the underscores
  Measure measure = Measure::words;
  bool is_name = false;  ///< of the trace: text has its underscores
};

/// Nothing, words, a count or a number.
using Cell = std::variant<std::monostate, std::string, uint64_t, double>;

/// The number, or nothing if it does not hold. Not inline: GCC 12 warns of rows that choose cells
/// where it sees all of it.
Cell number_if(bool holds, double number);

class Sheet {
 public:
  Sheet(std::string title, std::vector<SheetColumn> columns);

  /// In text, the first cell is `depth` steps to the right.
  void add(std::vector<Cell> row, uint32_t depth = 0);
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// There are further rows after those that were added; text counts them, all else needs
  /// every row.
  void leave_out(std::size_t rows) { left_out_ = rows; }
  [[nodiscard]] const std::string& title() const { return title_; }

  /// At most `most` rows, and a line that counts the others.
  [[nodiscard]] std::string text(TimeUnit unit, std::size_t most) const;
  [[nodiscard]] std::string csv() const;
  /// An array of objects.
  void write(JsonWriter& json) const;
  /// The same, where all columns after the first one are in an object of this name in each row: a
  /// name of a trace may be that of the first column.
  void write_nested(JsonWriter& json, std::string_view rest) const;

 private:
  struct TimeForm;
  /// Calls visit(number) for the finite numbers of this measure.
  template <class Visit>
  void for_each_number(Measure measure, Visit&& visit) const;
  [[nodiscard]] TimeForm time_form(TimeUnit unit) const;
  [[nodiscard]] static std::string cell_text(const Cell& cell, Measure measure,
                                             const TimeForm& form);

  std::string title_;
  std::vector<SheetColumn> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<uint32_t> depths_;  // of rows
  std::size_t left_out_ = 0;
};

/// `12.3 ms`, with four digits; `time` counts in `unit`.
std::string time_text(double time, TimeUnit unit);
/// A time with enough digits to distinguish places of a run of `length`.
std::string place_text(double time, double length, TimeUnit unit);
/// `12.3 %`
std::string share_text(double part);

/// The share of something in the whole; 0 if there is no whole.
inline double part(double of, double whole) { return whole > 0 ? of / whole : 0; }

}  // namespace paje::tools
