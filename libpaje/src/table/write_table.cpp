#include "paje/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "table/input_tables.hpp"
#include "table/table_writer.hpp"

namespace paje {

namespace {

// The objects of a trace, which are in columns.
class ColumnObjects {
 public:
  static constexpr bool kAreSelected = false;

  explicit ColumnObjects(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] std::span<const Track> tracks(ContainerId container) const {
    return trace_.tracks(container);
  }
  [[nodiscard]] auto states(const Track&) const {
    return [columns = trace_.states()](uint64_t row) -> StateRow {
      return {columns.start[row], columns.end[row], columns.value[row], columns.depth[row]};
    };
  }
  [[nodiscard]] auto variables(const Track&) const {
    return [columns = trace_.variables()](uint64_t row) -> VariableRow {
      return {columns.start[row], columns.end[row], columns.value[row]};
    };
  }
  [[nodiscard]] auto events(const Track&) const {
    return [columns = trace_.events()](uint64_t row) -> EventRow {
      return {columns.time[row], columns.value[row]};
    };
  }
  [[nodiscard]] auto links(const Track&) const {
    return [this, columns = trace_.links()](uint64_t row) -> TableLink {
      return {columns.start[row],           columns.end[row],           columns.value[row],
              columns.start_container[row], columns.end_container[row], trace_.link_key(row)};
    };
  }
  [[nodiscard]] std::vector<std::string_view> user_fields(const Track& track, uint64_t row) const {
    return trace_.user_fields(track, row);
  }
  [[nodiscard]] std::vector<std::string_view> user_field_names(const Track& track,
                                                               uint64_t row) const {
    return trace_.user_field_names(track, row);
  }

 private:
  const Trace& trace_;
};

}  // namespace

std::vector<ContainerId> containers_in_table_order(const Trace& trace) {
  std::vector<ContainerId> order;
  std::vector<ContainerId> stack{kRootContainer};
  while (!stack.empty()) {
    const ContainerId next = stack.back();
    stack.pop_back();
    order.push_back(next);
    std::vector<ContainerId> children = trace[next].children;
    // By type's identifier, then by the container's own. Types of one parent have ids in the
    // order of definition, so compare their identifiers.
    std::sort(children.begin(), children.end(), [&](ContainerId a, ContainerId b) {
      const Container& first = trace[a];
      const Container& second = trace[b];
      if (first.type != second.type) {
        return trace[first.type].identifier.text < trace[second.type].identifier.text;
      }
      return first.identifier.text < second.identifier.text;
    });
    stack.insert(stack.end(), children.begin(), children.end());
  }
  return order;
}

void check_precision(const TableOptions& options) {
  constexpr int kMostDigits = 300;
  for (const auto& [name, digits] :
       {std::pair("precision", options.precision),
        std::pair("container_precision", options.container_precision)}) {
    if (digits >= 0 && digits <= kMostDigits) continue;
    throw std::invalid_argument(
        fmt::format("{}: expected 0 to {} digits, found {}", name, kMostDigits, digits));
  }
}

void write_table(const Trace& trace, const TableOptions& options, const TextSink& sink,
                 const Selection& selection) {
  check_precision(options);
  const ColumnObjects objects(trace);
  TableWriter(trace, objects, options, selection).write(sink);
}

}  // namespace paje
