// What a tool that compares runs prints: sentences, tables, remarks; as text, CSV or JSON.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/sheet.hpp"

namespace paje::tools {

struct Report {
  std::vector<std::string> lines;                     ///< before the tables; text only
  std::vector<std::pair<std::string, Sheet>> sheets;  ///< by the member of JSON that holds them
  /// Tables that text has instead of those above, which are too wide for it.
  std::vector<Sheet> narrow;
  std::vector<std::string> remarks;
  std::vector<std::string> notes;  ///< why there is no such table; not for CSV, which is of another

  /// Times count seconds; at most `top` rows of a table.
  [[nodiscard]] std::string text(std::size_t top) const;
  /// Of the table of that name, or the first.
  [[nodiscard]] std::string csv(std::string_view name) const;
  [[nodiscard]] std::string json() const;
};

/// That a model was judged on some of what it was fitted to.
std::string warning_of_judged(std::size_t fitted, std::size_t judged);

/// How it is printed, and where.
struct ReportFormat {
  bool json = false;
  bool csv = false;
  std::string table;  ///< of CSV
  std::size_t top = 40;
  std::string output;
};

/// CSV has no place for remarks, which go to standard error then, after the name of the tool.
void print_report(std::string_view tool, const Report& report, const ReportFormat& format);

}  // namespace paje::tools
