#include "runs/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

std::string Report::text(std::size_t top) const {
  std::string text;
  const auto add = [&](const Sheet& sheet) {
    if (sheet.size() > 0) text += (text.empty() ? "" : "\n") + sheet.text(TimeUnit::seconds, top);
  };
  for (const std::string& line : lines) text += line + '\n';
  for (const Sheet& sheet : narrow) add(sheet);
  for (const auto& [name, sheet] : sheets) {
    if (name == sheets.front().first && !narrow.empty()) continue;
    add(sheet);
  }
  if (!(remarks.empty() && notes.empty()) && !text.empty()) text += '\n';
  for (const std::string& line : notes) text += line + '\n';
  for (const std::string& line : remarks) text += line + '\n';
  return text;
}

std::string Report::csv(std::string_view name) const {
  if (name.empty()) return sheets.front().second.csv();
  const auto found = std::find_if(sheets.begin(), sheets.end(),
                                  [&](const auto& sheet) { return sheet.first == name; });
  if (found != sheets.end()) return found->second.csv();
  std::string names;
  for (const auto& sheet : sheets) names += (names.empty() ? "" : ", ") + sheet.first;
  throw std::runtime_error(
      fmt::format("there is no table {}; tables are {}", one_line(name), names));
}

std::string Report::json() const {
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, sheet] : sheets) {
    json.key(name);
    sheet.write(json);
  }
  json.key("remarks").begin_array();
  for (const std::string& line : notes) json.value(std::string_view(line));
  for (const std::string& line : remarks) json.value(std::string_view(line));
  json.end_array();
  json.end_object();
  return json.text();
}

std::string warning_of_judged(std::size_t fitted, std::size_t judged) {
  return fmt::format(
      "Warning: the model was fitted to {} of the {} that it is judged on, so their agreement "
      "proves nothing.",
      fitted, judged);
}

void print_report(std::string_view tool, const Report& report, const ReportFormat& format) {
  OutputFile file(format.output);
  file.write(format.csv    ? report.csv(format.table)
             : format.json ? report.json()
                           : report.text(format.top));
  file.commit();
  if (!format.csv) return;
  for (const std::string& line : report.remarks) say("{}: {}\n", tool, line);
}

}  // namespace paje::tools
