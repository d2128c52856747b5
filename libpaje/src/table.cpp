#include "paje/table.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "parallel.hpp"
#include "row_text.hpp"

namespace paje {

namespace {

constexpr std::size_t kPiece = 128 << 10;

// Some rows of the table that are formatted together: containers as they come in its order, each
// with its lists, or a part of one list.
struct Piece {
  std::size_t first_container;  // in order_
  std::size_t last_container;   // one behind
  // If set, only these rows, and no line for the container itself.
  std::optional<ObjectList> rows;
};

class TableWriter {
 public:
  TableWriter(const Trace& trace, const TableOptions& options)
      : trace_(trace),
        options_(options),
        order_(containers_in_table_order(trace)),
        place_of_type_(trace.types().size()) {
    for (const Type& parent : trace.types()) {
      for (std::size_t i = 0; i < parent.children.size(); ++i) {
        place_of_type_[parent.children[i].index] = static_cast<uint32_t>(i);
      }
    }
  }

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::vector<Piece> pieces() const;
  [[nodiscard]] std::string text_of(const Piece& piece) const;

 private:
  void add_header(std::string& text, TypeKind kind,
                  const std::vector<std::string_view>& user_fields) const;
  void add_container(RowText& row, ContainerId id) const;
  void add_list(RowText& row, const ObjectList& list) const;
  // Calls add(row) for each row to be shown of a list, between what all begin with and user-defined
  // fields.
  template <class Add>
  void add_rows(RowText& text, const ObjectList& list, Add&& add) const;
  [[nodiscard]] bool is_windowed() const {
    return options_.start > -std::numeric_limits<double>::infinity() ||
           options_.end < std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::optional<uint64_t> first_row(const ObjectList& list) const;
  // Calls visit(list) for the lists of a container in the table's order: that of their types.
  template <class Visit>
  void for_each_list(ContainerId container, Visit&& visit) const {
    const std::span<const ObjectList> all = trace_.lists(container);
    std::vector<ObjectList> lists(all.begin(), all.end());
    std::sort(lists.begin(), lists.end(), [this](const ObjectList& a, const ObjectList& b) {
      return place_of_type_[a.type.index] < place_of_type_[b.type.index];
    });
    for (const ObjectList& list : lists) visit(list);
  }

  const Trace& trace_;
  const TableOptions& options_;
  const std::vector<ContainerId> order_;
  std::vector<uint32_t> place_of_type_;  // among its siblings
};

// Cut so that each is worth a task of its own and none is large.
std::vector<Piece> TableWriter::pieces() const {
  constexpr uint64_t kRows = 1024;  // whose text stays in the cache
  std::vector<Piece> pieces;
  std::size_t begin = 0;  // of the containers that are not in a piece yet
  uint64_t rows = 0;      // what they hold
  const auto close = [&](std::size_t end) {
    if (begin != end) pieces.push_back({begin, end, {}});
    begin = end;
    rows = 0;
  };
  for (std::size_t i = 0; i < order_.size(); ++i) {
    uint64_t largest = 0;
    uint64_t sum = 1;
    for_each_list(order_[i], [&](const ObjectList& list) {
      largest = std::max(largest, list.size());
      sum += list.size();
    });
    // A window is looked for in whole lists.
    if (sum <= kRows || is_windowed()) {
      rows += sum;
      if (rows >= kRows) close(i + 1);
      continue;
    }
    close(i);
    // The container's own line, then its lists.
    pieces.push_back({i, i + 1, ObjectList{order_[i], {}, TypeKind::container, 0, 0}});
    for_each_list(order_[i], [&](ObjectList list) {
      for (uint64_t first = list.first; first < list.last; first += kRows) {
        ObjectList part = list;
        part.first = first;
        part.last = std::min(list.last, first + kRows);
        pieces.push_back({i, i + 1, part});
      }
    });
    begin = i + 1;
  }
  close(order_.size());
  return pieces;
}

std::string TableWriter::text_of(const Piece& piece) const {
  std::string text;
  text.reserve(std::size_t{64} << 10U);  // what most pieces take
  RowText rows(text, options_);
  if (!piece.rows) {
    for (std::size_t i = piece.first_container; i < piece.last_container; ++i) {
      add_container(rows, order_[i]);
      for_each_list(order_[i], [&](const ObjectList& list) { add_list(rows, list); });
    }
  } else if (piece.rows->kind == TypeKind::container) {
    add_container(rows, piece.rows->container);
  } else {
    add_list(rows, *piece.rows);
  }
  rows.close();
  return text;
}

std::optional<uint64_t> TableWriter::first_row(const ObjectList& list) const {
  std::optional<uint64_t> first;
  if (list.size() == 0) return first;
  if (!is_windowed()) return list.first;
  trace_.for_each_overlapping(list, options_.start, options_.end, [&](uint64_t row) {
    if (!first) first = row;
  });
  return first;
}

std::string TableWriter::header() const {
  std::string text;
  if (!options_.header) return text;
  add_header(text, TypeKind::container, {});
  std::array<bool, 5> written{};
  for (const ContainerId container : order_) {
    for_each_list(container, [&](const ObjectList& list) {
      bool& done = written[static_cast<std::size_t>(list.kind)];
      const std::optional<uint64_t> row = done ? std::nullopt : first_row(list);
      if (!row) return;
      // The objects of one kind may have different fields; as in the reference, the first tells.
      add_header(text, list.kind,
                 options_.user_fields ? trace_.user_field_names(list, *row)
                                      : std::vector<std::string_view>{});
      done = true;
    });
  }
  return text;
}

void TableWriter::add_header(std::string& text, TypeKind kind,
                             const std::vector<std::string_view>& user_fields) const {
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
  text += line + '\n';
}

void TableWriter::add_container(RowText& row, ContainerId id) const {
  const Container& container = trace_[id];
  if (id == kRootContainer) {
    const double end = trace_.end_time().value_or(-1);
    const Name zero{"0", false};
    row.word("Container").name(zero).name(zero).general(0).general(end).general(end).name(zero);
    return row.end();
  }
  row.word("Container")
      .name(trace_[container.parent].name)
      .name(trace_[container.type].name)
      .general(container.start)
      .general(container.end)
      .general(container.end - container.start)
      .name(container.name);
  if (options_.user_fields) {
    for (const std::string_view word : trace_.user_fields(id)) row.raw(word);
  }
  row.end();
}

template <class Add>
void TableWriter::add_rows(RowText& text, const ObjectList& list, Add&& add) const {
  static constexpr std::string_view kNatures[] = {"Container", "State", "Variable", "Event",
                                                  "Link"};
  std::string prefix;
  RowText(prefix, options_)
      .word(kNatures[static_cast<std::size_t>(list.kind)])
      .name(trace_[list.container].name)
      .name(trace_[list.type].name);
  const auto add_row = [&](uint64_t row) {
    text.word(prefix);
    add(row);
    if (options_.user_fields) {
      for (const std::string_view word : trace_.user_fields(list, row)) text.raw(word);
    }
    text.end();
  };
  if (is_windowed())
    return trace_.for_each_overlapping(list, options_.start, options_.end, add_row);
  for (uint64_t row = list.first; row < list.last; ++row) add_row(row);
}

void TableWriter::add_list(RowText& text, const ObjectList& list) const {
  const auto values = trace_.values();
  const auto span = [&text](double start, double end) {
    text.fixed(start).fixed(end).fixed(end - start);
  };
  switch (list.kind) {
    case TypeKind::state:
      return add_rows(text, list, [&, states = trace_.states()](uint64_t row) {
        span(states.start[row], states.end[row]);
        text.fixed(states.depth[row]).name(values[states.value[row].index].name);
      });
    case TypeKind::variable:
      return add_rows(text, list, [&, variables = trace_.variables()](uint64_t row) {
        span(variables.start[row], variables.end[row]);
        text.fixed(variables.value[row]);
      });
    case TypeKind::event:
      return add_rows(text, list, [&, events = trace_.events()](uint64_t row) {
        text.fixed(events.time[row]).name(values[events.value[row].index].name);
      });
    case TypeKind::link:
      return add_rows(text, list, [&, links = trace_.links()](uint64_t row) {
        span(links.start[row], links.end[row]);
        text.name(values[links.value[row].index].name)
            .name(trace_[links.start_container[row]].name)
            .name(trace_[links.end_container[row]].name)
            .name(trace_.link_key(row));
      });
    case TypeKind::container:
      break;
  }
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
  const TableWriter writer(trace, options);
  const std::string header = writer.header();
  if (!header.empty()) sink(header);
  const std::vector<Piece> pieces = writer.pieces();
  Parallel(options.threads)
      .ordered(
          pieces.size(), [&](std::size_t i) { return writer.text_of(pieces[i]); },
          [&](const std::string& text) {
            if (!text.empty()) sink(text);
          });
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
