#include "predict/scenario_files.hpp"

#include <set>

#include "runs/csv_table.hpp"

namespace paje::tools {

std::vector<ContainerScale> read_frequencies(const std::string& path) {
  const CsvTable table(path);
  const std::size_t container = table.need_column("container");
  const std::size_t factor = table.need_column("factor");
  std::vector<ContainerScale> scales;
  for (std::size_t row = 0; row < table.size(); ++row) {
    scales.push_back({table.words(row, container), table.positive(row, factor)});
  }
  return scales;
}

std::optional<PowerSum> read_power(const std::string& path) {
  const CsvTable table(path);
  const auto watts = table.column("watts"), before = table.column("watts_before");
  if (!watts) return {};
  PowerSum sum;
  if (before) sum.watts_before = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    sum.watts += table.positive(row, *watts);
    if (before) *sum.watts_before += table.positive(row, *before);
  }
  return sum;
}

std::vector<NodePlace> read_placement(const std::string& path) {
  const CsvTable table(path);
  const std::size_t container = table.need_column("container");
  const std::size_t node = table.need_column("node");
  const auto before = table.column("before");
  std::vector<NodePlace> places;
  std::set<std::string> seen;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string& name = table.words(row, container);
    if (!seen.insert(name).second)
      table.fail(row, "container " + name + " occurs twice in the table");
    places.push_back(
        {name, table.words(row, node), before ? table.words(row, *before) : std::string()});
  }
  return places;
}

}  // namespace paje::tools
