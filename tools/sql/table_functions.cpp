#include "sql/table_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;
using Parameters = std::span<sqlite3_value*>;

std::vector<Row> slices(TraceFacts& facts, Parameters parameters) {
  constexpr sqlite3_int64 kMost = 10'000'000;
  const sqlite3_int64 count = sqlite3_value_int64(parameters[0]);
  if (sqlite3_value_numeric_type(parameters[0]) != SQLITE_INTEGER || count < 1 || count > kMost) {
    throw std::invalid_argument("slices(n): n is to be a whole number from 1 to 10,000,000");
  }
  const auto extent = facts.extent();
  if (!std::isfinite(extent.end - extent.start)) {
    throw std::invalid_argument("slices(n): the run has no end, so no slices");
  }
  const auto edge = [&](sqlite3_int64 i) {
    const double part = static_cast<double>(i) / static_cast<double>(count);
    return i == count ? extent.end : extent.start + (extent.end - extent.start) * part;
  };
  std::vector<Row> rows;
  for (sqlite3_int64 i = 0; i < count; ++i) rows.push_back({i, edge(i), edge(i + 1)});
  return rows;
}

std::vector<Row> callstack(TraceFacts& facts, Parameters parameters) {
  std::vector<Row> rows;
  // Their layers make sure of the rows.
  const StateColumns states = facts.trace().states(RowRange{});
  const sqlite3_int64 id = sqlite3_value_int64(parameters[0]);
  const bool is_id = sqlite3_value_numeric_type(parameters[0]) == SQLITE_INTEGER && id >= 0 &&
                     static_cast<uint64_t>(id) < states.start.size();
  auto row = is_id ? static_cast<uint32_t>(id) : StateLayers::kNoRow;
  for (sqlite3_int64 level = 0; row != StateLayers::kNoRow; ++level) {
    const double exclusive = facts.layers().exclusive(row);
    rows.push_back({level, sqlite3_int64{row}, facts.trace()[states.value[row]].name.text,
                    states.start[row], states.end[row], states.end[row] - states.start[row],
                    exclusive});
    row = facts.layers().parent(row);
  }
  return rows;
}

struct Traffic {
  sqlite3_int64 count = 0;
  double duration = 0;
  double shortest = std::numeric_limits<double>::infinity();
  double longest = -std::numeric_limits<double>::infinity();
  double first = std::numeric_limits<double>::infinity();
  double last = -std::numeric_limits<double>::infinity();
  double bytes = std::numeric_limits<double>::quiet_NaN();  // no size is known

  void add(double start, double end) {
    ++count;
    duration += end - start;
    shortest = std::min(shortest, end - start);
    longest = std::max(longest, end - start);
    first = std::min(first, start);
    last = std::max(last, end);
  }
  void add_size(double size) {
    if (!std::isnan(size)) bytes = std::isnan(bytes) ? size : bytes + size;
  }
};

// The types that a parameter means, in order: nothing for "all".
std::optional<std::vector<TypeId>> link_types(TraceFacts& facts, sqlite3_value* parameter) {
  if (sqlite3_value_type(parameter) == SQLITE_NULL) return {};
  const auto all = facts.trace().types();
  std::vector<TypeId> types;
  if (sqlite3_value_type(parameter) == SQLITE_INTEGER) {
    const sqlite3_int64 id = sqlite3_value_int64(parameter);
    if (id >= 0 && static_cast<uint64_t>(id) < all.size()) {
      types.push_back(TypeId{static_cast<uint32_t>(id)});
    }
  } else {
    const auto found = facts.types_named(text_of(parameter));
    types.assign(found.begin(), found.end());
  }
  std::erase_if(types, [&](TypeId type) { return all[type.index].kind != TypeKind::link; });
  if (types.empty()) {
    throw std::invalid_argument("matrix(link_type): no type of links is called '" +
                                std::string(text_of(parameter)) + "'");
  }
  std::sort(types.begin(), types.end());
  return types;
}

std::vector<Row> matrix(AnalysisFacts& analysis, Parameters parameters) {
  TraceFacts& facts = analysis.facts();
  const std::vector<double>& sizes = analysis.sizes();
  const Trace& trace = facts.trace();
  const LinkColumns links = trace.links();
  const auto types = link_types(facts, parameters[0]);
  std::map<std::pair<ContainerId, ContainerId>, Traffic> pairs;
  for (const Track& track : facts.tracks(TypeKind::link)) {
    if (types && !std::binary_search(types->begin(), types->end(), track.type)) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      Traffic& traffic = pairs[{links.start_container[row], links.end_container[row]}];
      traffic.add(links.start[row], links.end[row]);
      if (!sizes.empty()) traffic.add_size(sizes[row]);
    }
  }
  std::vector<Row> rows;
  for (const auto& [pair, sum] : pairs) {
    const auto [from, to] = pair;
    rows.push_back({trace[from].name.text, trace[to].name.text, facts.path(from), facts.path(to),
                    sum.count, sum.duration, sum.shortest, sum.longest, sum.first, sum.last,
                    std::isnan(sum.bytes) ? Cell() : Cell(sum.bytes)});
  }
  return rows;
}

}  // namespace

FunctionTable slices_function(TraceFacts& facts) {
  return {{"n"}, {"slice INTEGER", "start REAL", "end REAL"}, [&facts](Parameters parameters) {
            return slices(facts, parameters);
          }};
}

FunctionTable callstack_function(TraceFacts& facts) {
  return {{"state"},
          {"level INTEGER", "id INTEGER", "value TEXT", "start REAL", "end REAL", "duration REAL",
           "exclusive REAL"},
          [&facts](Parameters parameters) { return callstack(facts, parameters); }};
}

FunctionTable matrix_function(AnalysisFacts& facts) {
  return {{"link_type"},
          {"start_container TEXT", "end_container TEXT", "start_path TEXT", "end_path TEXT",
           "count INTEGER", "duration REAL", "shortest REAL", "longest REAL", "first_start REAL",
           "last_end REAL", "bytes REAL"},
          [&facts](Parameters parameters) { return matrix(facts, parameters); }};
}

}  // namespace paje::tools
