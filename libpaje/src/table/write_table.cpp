#include "paje/table.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "table/row_text.hpp"
#include "table/table_writer.hpp"

namespace paje {

namespace {

constexpr std::size_t kPiece = 128 << 10;

// The objects of a trace, which are in columns.
class ColumnObjects {
 public:
  explicit ColumnObjects(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] std::span<const ObjectList> lists(ContainerId container) const {
    return trace_.lists(container);
  }
  template <class Visit>
  void for_each_overlapping(const ObjectList& list, double start, double end, Visit&& visit) const {
    trace_.for_each_overlapping(list, start, end, visit);
  }
  [[nodiscard]] auto states(const ObjectList&) const {
    return [columns = trace_.states()](uint64_t row) -> StateRow {
      return {columns.start[row], columns.end[row], columns.value[row], columns.depth[row]};
    };
  }
  [[nodiscard]] auto variables(const ObjectList&) const {
    return [columns = trace_.variables()](uint64_t row) -> VariableRow {
      return {columns.start[row], columns.end[row], columns.value[row]};
    };
  }
  [[nodiscard]] auto events(const ObjectList&) const {
    return [columns = trace_.events()](uint64_t row) -> EventRow {
      return {columns.time[row], columns.value[row]};
    };
  }
  [[nodiscard]] auto links(const ObjectList&) const {
    return [this, columns = trace_.links()](uint64_t row) -> TableLink {
      return {columns.start[row],           columns.end[row],           columns.value[row],
              columns.start_container[row], columns.end_container[row], trace_.link_key(row)};
    };
  }
  [[nodiscard]] std::vector<std::string_view> user_fields(const ObjectList& list,
                                                          uint64_t row) const {
    return trace_.user_fields(list, row);
  }
  [[nodiscard]] std::vector<std::string_view> user_field_names(const ObjectList& list,
                                                               uint64_t row) const {
    return trace_.user_field_names(list, row);
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

void write_table(const Trace& trace, const TableOptions& options, const TextSink& sink) {
  const ColumnObjects objects(trace);
  TableWriter(trace, objects, options).write(sink);
}

TableVisitor::TableVisitor(const TableOptions& options, TextSink sink)
    : options_(options), sink_(std::move(sink)) {}
TableVisitor::~TableVisitor() = default;

bool TableVisitor::in_window(double start, double end) const {
  return start <= options_.end && end >= options_.start;
}

void TableVisitor::end_row(RowText& row, Fields user_fields) {
  if (options_.user_fields) {
    for (const std::string_view word : user_fields) row.raw(word);
  }
  row.end();
  row.close();
  if (buffer_.size() >= kPiece) flush();
}

void TableVisitor::flush() {
  if (!buffer_.empty()) sink_(buffer_);
  buffer_.clear();
}

void TableVisitor::on_state(const Place& place, double start, double end, uint32_t depth,
                            const EntityValue& value, Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText row(buffer_, options_);
  row.word("State")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .fixed(depth)
      .name(value.name);
  end_row(row, user_fields);
}

void TableVisitor::on_variable(const Place& place, double start, double end, double value,
                               Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText row(buffer_, options_);
  row.word("Variable")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .fixed(value);
  end_row(row, user_fields);
}

void TableVisitor::on_event(const Place& place, double time, const EntityValue& value,
                            Fields user_fields) {
  if (!in_window(time, time)) return;
  RowText row(buffer_, options_);
  row.word("Event").name(place.container.name).name(place.type.name).fixed(time).name(value.name);
  end_row(row, user_fields);
}

void TableVisitor::on_link(const Place& place, double start, double end, const EntityValue& value,
                           const Container& start_container, const Container& end_container,
                           Name key, Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText row(buffer_, options_);
  row.word("Link")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .name(value.name)
      .name(start_container.name)
      .name(end_container.name)
      .name(key);
  end_row(row, user_fields);
}

void TableVisitor::on_container(const Container& container, const Type& type,
                                const Container* parent, Fields user_fields) {
  RowText row(buffer_, options_);
  row.word("Container")
      .name(parent->name)
      .name(type.name)
      .general(container.start)
      .general(container.end)
      .general(container.end - container.start)
      .name(container.name);
  end_row(row, user_fields);
}

}  // namespace paje
