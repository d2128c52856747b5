#include "paje/table.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "row_text.hpp"

namespace paje {

namespace {

constexpr std::size_t kPiece = 128 << 10;

class TableWriter {
 public:
  TableWriter(const Trace& trace, const TableOptions& options, const TextSink& sink)
      : trace_(trace), options_(options), sink_(sink) {}

  void write() {
    const std::vector<ContainerId> order = containers_in_table_order(trace_);
    if (options_.header) write_headers(order);
    for (const ContainerId container : order) {
      write_container(container);
      for (const TypeId type : trace_[trace_[container].type].children) {
        if (trace_[type].kind != TypeKind::container) write_list(trace_.list(container, type));
      }
    }
    flush();
  }

 private:
  void write_headers(const std::vector<ContainerId>& order);
  void write_header(TypeKind kind, const std::vector<std::string_view>& user_fields);
  void write_container(ContainerId id);
  void write_list(const ObjectList& list);
  void write_row(const ObjectList& list, uint64_t row);
  [[nodiscard]] bool is_windowed() const {
    return options_.start > -std::numeric_limits<double>::infinity() ||
           options_.end < std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::optional<uint64_t> first_row(const ObjectList& list) const;
  void end_row(RowText& row, const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) row.raw(word);
    row.end();
    if (text_.size() >= kPiece) flush();
  }
  void flush() {
    if (!text_.empty()) sink_(text_);
    text_.clear();
  }

  const Trace& trace_;
  const TableOptions& options_;
  const TextSink& sink_;
  std::string text_;
  std::string prefix_;  // what all rows of a list begin with
};

std::optional<uint64_t> TableWriter::first_row(const ObjectList& list) const {
  std::optional<uint64_t> first;
  if (list.size() == 0) return first;
  if (!is_windowed()) return list.first;
  trace_.for_each_overlapping(list, options_.start, options_.end, [&](uint64_t row) {
    if (!first) first = row;
  });
  return first;
}

void TableWriter::write_headers(const std::vector<ContainerId>& order) {
  write_header(TypeKind::container, {});
  std::array<bool, 5> written{};
  for (const ContainerId container : order) {
    for (const TypeId type : trace_[trace_[container].type].children) {
      bool& done = written[static_cast<std::size_t>(trace_[type].kind)];
      if (trace_[type].kind == TypeKind::container || done) continue;
      const ObjectList list = trace_.list(container, type);
      const std::optional<uint64_t> row = first_row(list);
      if (!row) continue;
      // The objects of one kind may have different fields; as in the reference, the first tells.
      write_header(trace_[type].kind, options_.user_fields ? trace_.user_field_names(list, *row)
                                                           : std::vector<std::string_view>{});
      done = true;
    }
  }
}

void TableWriter::write_header(TypeKind kind, const std::vector<std::string_view>& user_fields) {
  static constexpr std::string_view kHeaders[] = {
      "Container, Parent, Type, Start, End, Duration, Name",
      "State, Container, Type, Start, End, Duration, Imbrication, Value",
      "Variable, Container, Type, Start, End, Duration, Value",
      "Event, Container, Type, Time, Value",
      "Link, Container, Type, Start, End, Duration, Value, StartContainer, EndContainer"};
  std::string line(kHeaders[static_cast<std::size_t>(kind)]);
  if (options_.quotes == Quotes::csv) {
    std::erase(line, ' ');
    if (kind == TypeKind::link) line += ",Key";
  }
  for (const std::string_view name : user_fields) {
    line += options_.quotes == Quotes::csv ? "," : ", ";
    line += name;
  }
  text_ += line + '\n';
}

void TableWriter::write_container(ContainerId id) {
  const Container& container = trace_[id];
  RowText row(text_, options_);
  if (id == kRootContainer) {
    const double end = trace_.end_time().value_or(-1);
    const Name zero{"0", false};
    row.word("Container").name(zero).name(zero).general(0).general(end).general(end).name(zero);
    return end_row(row, {});
  }
  row.word("Container")
      .name(trace_[container.parent].name)
      .name(trace_[container.type].name)
      .general(container.start)
      .general(container.end)
      .general(container.end - container.start)
      .name(container.name);
  end_row(row, options_.user_fields ? trace_.user_fields(id) : std::vector<std::string_view>{});
}

void TableWriter::write_list(const ObjectList& list) {
  static constexpr std::string_view kNatures[] = {"Container", "State", "Variable", "Event",
                                                  "Link"};
  prefix_.clear();
  RowText(prefix_, options_)
      .word(kNatures[static_cast<std::size_t>(list.kind)])
      .name(trace_[list.container].name)
      .name(trace_[list.type].name);
  if (is_windowed()) {
    trace_.for_each_overlapping(list, options_.start, options_.end,
                                [&](uint64_t found) { write_row(list, found); });
  } else {
    for (uint64_t found = list.first; found < list.last; ++found) write_row(list, found);
  }
}

void TableWriter::write_row(const ObjectList& list, uint64_t at) {
  RowText row(text_, options_);
  row.word(prefix_);
  const auto span = [&row](double start, double end) {
    row.fixed(start).fixed(end).fixed(end - start);
  };
  switch (list.kind) {
    case TypeKind::state: {
      const StateColumns states = trace_.states();
      span(states.start[at], states.end[at]);
      row.fixed(states.depth[at]).name(trace_[states.value[at]].name);
      break;
    }
    case TypeKind::variable: {
      const VariableColumns variables = trace_.variables();
      span(variables.start[at], variables.end[at]);
      row.fixed(variables.value[at]);
      break;
    }
    case TypeKind::event: {
      const EventColumns events = trace_.events();
      row.fixed(events.time[at]).name(trace_[events.value[at]].name);
      break;
    }
    case TypeKind::link: {
      const LinkColumns links = trace_.links();
      span(links.start[at], links.end[at]);
      row.name(trace_[links.value[at]].name)
          .name(trace_[links.start_container[at]].name)
          .name(trace_[links.end_container[at]].name)
          .name(trace_.link_key(at));
      break;
    }
    case TypeKind::container:
      break;
  }
  end_row(row,
          options_.user_fields ? trace_.user_fields(list, at) : std::vector<std::string_view>{});
}

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
  TableWriter(trace, options, sink).write();
}

TableVisitor::TableVisitor(const TableOptions& options, TextSink sink)
    : options_(options), sink_(std::move(sink)) {}
TableVisitor::~TableVisitor() = default;

bool TableVisitor::in_window(double start, double end) const {
  return start <= options_.end && end >= options_.start;
}

void TableVisitor::end_row(Fields user_fields) {
  RowText row(buffer_, options_);
  if (options_.user_fields) {
    for (const std::string_view word : user_fields) row.raw(word);
  }
  row.end();
  if (buffer_.size() >= kPiece) flush();
}

void TableVisitor::flush() {
  if (!buffer_.empty()) sink_(buffer_);
  buffer_.clear();
}

void TableVisitor::on_state(const Place& place, double start, double end, uint32_t depth,
                            const EntityValue& value, Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText(buffer_, options_)
      .word("State")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .fixed(depth)
      .name(value.name);
  end_row(user_fields);
}

void TableVisitor::on_variable(const Place& place, double start, double end, double value,
                               Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText(buffer_, options_)
      .word("Variable")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .fixed(value);
  end_row(user_fields);
}

void TableVisitor::on_event(const Place& place, double time, const EntityValue& value,
                            Fields user_fields) {
  if (!in_window(time, time)) return;
  RowText(buffer_, options_)
      .word("Event")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(time)
      .name(value.name);
  end_row(user_fields);
}

void TableVisitor::on_link(const Place& place, double start, double end, const EntityValue& value,
                           const Container& start_container, const Container& end_container,
                           Name key, Fields user_fields) {
  if (!in_window(start, end)) return;
  RowText(buffer_, options_)
      .word("Link")
      .name(place.container.name)
      .name(place.type.name)
      .fixed(start)
      .fixed(end)
      .fixed(end - start)
      .name(value.name)
      .name(start_container.name)
      .name(end_container.name)
      .name(key);
  end_row(user_fields);
}

void TableVisitor::on_container(const Container& container, const Type& type,
                                const Container* parent, Fields user_fields) {
  RowText(buffer_, options_)
      .word("Container")
      .name(parent->name)
      .name(type.name)
      .general(container.start)
      .general(container.end)
      .general(container.end - container.start)
      .name(container.name);
  end_row(user_fields);
}

}  // namespace paje
