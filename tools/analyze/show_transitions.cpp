// pj_analyze transitions
#include <fmt/format.h>

#include <algorithm>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "paje/models/transitions.hpp"

namespace paje::tools {

namespace {

PairTable count(const AnalyzeOptions& options) {
  PairOptions pairs = options.pairs;
  pairs.threads = options.read.threads;
  if (!options.text.empty()) return count_text_pairs(Input::from_path(options.text), pairs);
  return count_pairs(read_for(options, options.read), pairs);
}

Sheet pair_sheet(const PairTable& table) {
  Sheet sheet("Pairs",
              {{"from"}, {"to"}, {"count", Measure::count}, {"share_of_from", Measure::share}});
  for (const PairTable::Row& row : table.rows) {
    sheet.add({table.names[row.from], table.names[row.to], row.count, row.share});
  }
  return sheet;
}

// `from`, in parentheses where that is a name that follows: CSV would have two columns of it.
std::string first_column(const PairTable& table, const std::vector<uint32_t>& columns) {
  std::string name = "from";
  const auto is_taken = [&] {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] != UINT32_MAX && table.names[i] == name) return true;
    }
    return false;
  };
  while (is_taken()) name = '(' + name + ')';
  return name;
}

// A row for each name that something follows, a column for each that follows. JSON has these in an
// object of their own, so that no name clashes.
Sheet matrix_sheet(const PairTable& table, bool is_json = false) {
  constexpr uint32_t kNone = UINT32_MAX;
  constexpr std::size_t kMostCells = 100'000'000;
  std::vector<uint32_t> line(table.names.size(), kNone), column(table.names.size(), kNone);
  for (const PairTable::Row& row : table.rows) line[row.from] = column[row.to] = 0;
  std::vector<SheetColumn> columns = {{is_json ? "from" : first_column(table, column)}};
  std::size_t lines = 0;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    if (line[i] != kNone) line[i] = static_cast<uint32_t>(lines++);
    if (column[i] == kNone) continue;
    column[i] = static_cast<uint32_t>(columns.size());
    columns.push_back({table.names[i], Measure::count, true});
  }
  if (lines * columns.size() > kMostCells) {
    throw std::runtime_error(fmt::format(
        "a matrix of {} by {} cells is too large; without --matrix the pairs that exist are listed",
        with_separators(lines), with_separators(columns.size() - 1)));
  }
  const std::size_t width = columns.size();
  std::vector<std::vector<Cell>> cells(lines, std::vector<Cell>(width, uint64_t{0}));
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != kNone) cells[line[i]][0] = table.names[i];
  }
  for (const PairTable::Row& row : table.rows) cells[line[row.from]][column[row.to]] = row.count;
  Sheet sheet("From (rows) to (columns)", std::move(columns));
  for (auto& row : cells) sheet.add(std::move(row));
  return sheet;
}

std::string dot_name(std::string_view name) {
  std::string text = "\"";
  for (const char letter : name) {
    if (letter == '"' || letter == '\\') text += '\\';
    if (letter == '\n') {
      text += "\\n";
    } else {
      text += letter;
    }
  }
  return text + '"';
}

std::string dot_text(const PairTable& table) {
  std::string text = "digraph Transitions {\n  node [shape=box];\n";
  for (const std::string& name : table.names) text += fmt::format("  {};\n", dot_name(name));
  const uint64_t most = table.rows.empty() ? 1 : table.rows.front().count;
  for (const PairTable::Row& row : table.rows) {
    const double part = static_cast<double>(row.count) / static_cast<double>(most);
    text += fmt::format("  {} -> {} [label=\"{}\", penwidth={:.2f}];\n",
                        dot_name(table.names[row.from]), dot_name(table.names[row.to]), row.count,
                        1 + 3 * part);
  }
  return text + "}\n";
}

std::string json_text(const PairTable& table, const Sheet& sheet, bool is_matrix) {
  JsonWriter json;
  json.begin_object();
  json.member("pairs", table.pairs).member("distinct", table.distinct);
  json.key(is_matrix ? "matrix" : "transitions");
  if (is_matrix) {
    sheet.write_nested(json, "to");
  } else {
    sheet.write(json);
  }
  return json.end_object().text();
}

// Few names have a matrix, too, which is more than a list.
std::string plain_text(const PairTable& table, const AnalyzeOptions& options) {
  constexpr std::size_t kMostColumns = 12;
  std::string text = fmt::format("{}, {} distinct", counted(table.pairs, "pair", "pairs"),
                                 with_separators(table.distinct));
  if (table.rows.size() < table.distinct) {
    text += fmt::format(", {} of them frequent enough", with_separators(table.rows.size()));
  }
  text += ".\n";
  if (table.rows.empty()) return text;
  const auto add = [&](const Sheet& sheet) {
    text += '\n' + sheet.text(TimeUnit::seconds, options.top);
  };
  if (!options.matrix) add(pair_sheet(table));
  if (options.matrix || table.names.size() <= kMostColumns) add(matrix_sheet(table));
  return text;
}

}  // namespace

std::string transitions_report(const AnalyzeOptions& options) {
  return transitions_report(count(options), options);
}

std::string transitions_report(const PairTable& table, const AnalyzeOptions& options) {
  if (options.dot) return dot_text(table);
  if (!options.csv && !options.json) return plain_text(table, options);
  const Sheet sheet = options.matrix ? matrix_sheet(table, options.json) : pair_sheet(table);
  return options.csv ? sheet.csv() : json_text(table, sheet, options.matrix);
}

}  // namespace paje::tools
