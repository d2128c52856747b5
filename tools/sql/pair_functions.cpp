// transitions(of, within)
#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>

#include "paje/models/transitions.hpp"
#include "sql/analysis_functions.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;

PairKind kind_of(std::string_view word) {
  if (word == "states") return PairKind::states;
  if (word == "calls") return PairKind::calls;
  if (word == "links") return PairKind::links;
  throw std::invalid_argument(fmt::format(
      "transitions(of, within): of is to be 'states', 'calls' or 'links', not '{}'", word));
}

PairOptions options_of(std::span<sqlite3_value*> parameters) {
  constexpr sqlite3_int64 kMost = 1000;
  PairOptions options;
  if (!parameters.empty()) options.of = kind_of(text_of(parameters[0]));
  if (parameters.size() < 2) return options;
  const sqlite3_int64 within = sqlite3_value_int64(parameters[1]);
  if (sqlite3_value_numeric_type(parameters[1]) != SQLITE_INTEGER || within < 1 || within > kMost) {
    throw std::invalid_argument(
        "transitions(of, within): within is to be a whole number from 1 to 1,000");
  }
  if (options.of == PairKind::links && within > 1) {
    throw std::invalid_argument("transitions(of, within): within is for states and calls only");
  }
  options.within = static_cast<uint32_t>(within);
  return options;
}

// What was counted stays: rows refer to its names.
class KeptTables {
 public:
  const PairTable& table(const Trace& trace, const PairOptions& options) {
    const auto [found, is_new] = tables_.try_emplace({options.of, options.within});
    if (is_new) found->second = count_pairs(trace, options);
    return found->second;
  }

 private:
  std::map<std::pair<PairKind, uint32_t>, PairTable> tables_;
};

std::vector<Row> rows_of(const PairTable& table) {
  std::vector<Row> rows;
  rows.reserve(table.rows.size());
  for (const PairTable::Row& row : table.rows) {
    rows.push_back({std::string_view(table.names[row.from]), std::string_view(table.names[row.to]),
                    static_cast<sqlite3_int64>(row.count), row.share});
  }
  return rows;
}

}  // namespace

std::vector<NamedFunction> pair_functions(AnalysisFacts& facts) {
  const auto tables = std::make_shared<KeptTables>();
  const auto compute = [&facts, tables](std::span<sqlite3_value*> parameters) {
    return rows_of(tables->table(facts.facts().trace(), options_of(parameters)));
  };
  std::vector<NamedFunction> functions;
  functions.push_back(
      {"transitions",
       FunctionTable({"of", "within"},
                     {"source TEXT", "target TEXT", "count INTEGER", "share REAL"}, compute, 2)});
  return functions;
}

}  // namespace paje::tools
