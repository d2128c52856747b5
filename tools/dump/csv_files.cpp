#include "dump/csv_files.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

struct Nature {
  std::string_view file;
  std::string_view name;  // the first column of its rows
  std::string_view other_columns;
};

constexpr std::array<Nature, 5> kNaturesOfRows{
    {{"container", "Container", ", Parent, Type, Start, End, Duration, Name"},
     {"state", "State", ", Container, Type, Start, End, Duration, Imbrication, Value"},
     {"variable", "Variable", ", Container, Type, Start, End, Duration, Value"},
     {"event", "Event", ", Container, Type, Time, Value"},
     {"link", "Link",
      ", Container, Type, Start, End, Duration, Value, StartContainer, EndContainer, Key"}}};

bool is_row_of(const Nature& nature, std::string_view line) {
  return line.starts_with(nature.name) && line.substr(nature.name.size()).starts_with(',');
}

}  // namespace

CsvFiles::CsvFiles(const std::string& prefix, Quotes quotes) {
  for (std::size_t i = 0; i < kNatures; ++i) {
    const Nature& nature = kNaturesOfRows[i];
    files_[i] = std::make_unique<OutputFile>(prefix + '.' + std::string(nature.file) + ".csv");
    std::string header = std::string(nature.name) + std::string(nature.other_columns) + '\n';
    if (quotes == Quotes::csv) std::erase(header, ' ');
    files_[i]->write(header);
  }
}

void CsvFiles::write(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    const std::string_view line = lines.substr(0, end);
    // Names in binary traces may hold line ends: what begins with no nature goes on with the row.
    for (std::size_t i = 0; i < kNatures; ++i) {
      if (is_row_of(kNaturesOfRows[i], line)) nature_ = i;
    }
    files_[nature_]->write(line);
    lines.remove_prefix(end);
  }
}

void CsvFiles::commit() {
  for (const auto& file : files_) file->commit();
}

}  // namespace paje::tools
