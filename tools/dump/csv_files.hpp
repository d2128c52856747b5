// The table as five CSV files, one for each nature of objects.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "common/tool.hpp"
#include "paje/table.hpp"

namespace paje::tools {

/// Takes the lines of the table and writes each into the file of its nature.
class CsvFiles {
 public:
  /// Files are PREFIX.container.csv and so on; `quotes` as the table's.
  CsvFiles(const std::string& prefix, Quotes quotes);
  /// Lines of the table without its headers, in any pieces that end at the end of a line.
  void write(std::string_view lines);
  /// Gives all files their names.
  void commit();

 private:
  static constexpr std::size_t kNatures = 5;

  std::array<std::unique_ptr<OutputFile>, kNatures> files_;
  std::size_t nature_ = 0;  // of the last line
};

}  // namespace paje::tools
