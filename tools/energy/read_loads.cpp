#include <fmt/format.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "analyze/run.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/loads.hpp"
#include "paje/visible_text.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

// Numbers of names, in the order in which they come.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& names) : names_(names) {}
  uint32_t of(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, uint32_t> numbers_;
};

class TableReader {
 public:
  explicit TableReader(const std::string& path)
      : table_(path),
        processor_(table_.need_column("processor")),
        load_(table_.need_column("load")),
        task_(table_.column("task")),
        domain_(table_.column("domain")),
        iteration_(table_.column("iteration")) {}

  Loads read() {
    for (std::size_t row = 0; row < table_.size(); ++row) numbers_.emplace(number_of(row), 0);
    std::size_t place = 0;
    for (auto& [number, iteration] : numbers_) iteration = place++;
    loads_.seconds.resize(numbers_.size());
    for (std::size_t row = 0; row < table_.size(); ++row) add(row);
    for (auto& seconds : loads_.seconds) seconds.resize(loads_.tasks.size());
    return std::move(loads_);
  }

 private:
  void add(std::size_t row) {
    const std::string& name = table_.words(row, processor_);
    const uint32_t processor = processors_.of(name);
    const uint32_t domain = domains_.of(domain_ ? table_.words(row, *domain_) : name);
    if (processor == loads_.domain.size()) loads_.domain.push_back(domain);
    if (loads_.domain[processor] != domain) fail(row, "is in two domains");
    // Without tasks, each row of an iteration is one.
    const std::size_t iteration = numbers_.at(number_of(row));
    std::string task = task_ ? table_.words(row, *task_) : name;
    if (!task_) task += fmt::format(" {}", ++rows_[{iteration, processor}]);
    const uint32_t number = tasks_.of(task);
    if (number == loads_.place.size()) loads_.place.push_back(processor);
    if (loads_.place[number] != processor) fail(row, "has a task that another processor has, too");
    const double load = table_.number(row, load_, 0);
    auto& seconds = loads_.seconds[iteration];
    if (number >= seconds.size()) seconds.resize(number + std::size_t{1});
    seconds[number] += load;
  }

  // Of the iteration, in the table.
  [[nodiscard]] std::size_t number_of(std::size_t row) const {
    constexpr double kMost = 10'000'000;
    if (!iteration_) return 0;
    const double number = table_.number(row, *iteration_, 0);
    if (number > kMost || number != std::floor(number)) {
      fail(row, "has an iteration that is not a whole number from 0 to 10,000,000");
    }
    return static_cast<std::size_t>(number);
  }
  [[noreturn]] void fail(std::size_t row, std::string_view what) const {
    table_.fail(row,
                fmt::format("the processor {} {}", visible(table_.words(row, processor_)), what));
  }

  CsvTable table_;
  std::size_t processor_, load_;
  std::optional<std::size_t> task_, domain_, iteration_;
  Loads loads_;
  Numbering processors_{loads_.processors}, domains_{loads_.domains}, tasks_{loads_.tasks};
  // Places of the iterations that occur, by number: a table may count from 1, or have only some.
  std::map<std::size_t, std::size_t> numbers_;
  std::map<std::pair<std::size_t, uint32_t>, std::size_t> rows_;
};

LoadedRun load_run(const EnergyOptions& options, const std::string& path) {
  LoadedRun run;
  run.trace = read_energy_trace(options, path);
  const Trace* const traces[] = {&run.trace};
  run.unit = unit_for(options.unit, traces, "pj_energy", options.quiet);
  DependencyOptions graph_options;
  graph_options.classes = read_classes(options.classes);
  graph_options.threads = options.read.threads;
  run.graph = std::make_unique<DependencyGraph>(run.trace, graph_options);
  return run;
}

}  // namespace

Loads loads_of_table(const std::string& path) { return TableReader(path).read(); }

ReadLoads read_loads(const EnergyOptions& options, const std::string& path) {
  ReadLoads read;
  try {
    if (is_table(path)) {
      read.loads = loads_of_table(path);
    } else {
      read.run = load_run(options, path);
      read.loads = loads_of_run(*read.run->graph, options.loads, read.run->unit);
    }
    check_loads(read.loads, options.plan);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(visible(path) + ": " + error.what());
  }
  return read;
}

}  // namespace paje::tools
