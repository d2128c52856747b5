#include "export/csv_tables.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "export/number_text.hpp"
#include "export/pieces.hpp"
#include "paje/parallel.hpp"
#include "paje/user_columns.hpp"
#include "sql/user_tables.hpp"

namespace paje::tools {

namespace {

std::string_view columns_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return "container,path,type,start,end,duration,depth,value";
    case TypeKind::variable:
      return "container,path,type,start,end,duration,value";
    case TypeKind::event:
      return "container,path,type,time,value";
    case TypeKind::link:
      return "container,path,type,start,end,duration,value,start_container,start_path,"
             "end_container,end_path,key";
    default:
      return "name,path,type,parent,start,end,duration";
  }
}

std::string header(TypeKind kind, const UserColumns& user) {
  std::string text(columns_of(kind));
  for (const UserColumn& column : shown_columns(user)) text += ',' + csv_field(column.name());
  return text + '\n';
}

// The order of pj_dump's table, so that reading the CSV again gives the same table: a container
// precedes those in it, which descend by the identifiers of types and containers. The files do not
// have these.
std::vector<uint32_t> table_order(const Trace& trace) {
  std::vector<uint32_t> order;
  std::vector<ContainerId> stack{ContainerId{0}};
  while (!stack.empty()) {
    const ContainerId next = stack.back();
    stack.pop_back();
    order.push_back(next.index);
    std::vector<ContainerId> children = trace[next].children;
    const auto key = [&](ContainerId id) {
      const Container& container = trace[id];
      return std::pair(trace[container.type].identifier.text, container.identifier.text);
    };
    std::sort(children.begin(), children.end(),
              [&](ContainerId a, ContainerId b) { return key(a) < key(b); });
    stack.insert(stack.end(), children.begin(), children.end());
  }
  return order;
}

class CsvTables {
 public:
  CsvTables(const Trace& trace, const UserColumns& user)
      : trace_(trace), user_(shown_columns(user)) {
    for (uint32_t i = 0; i < trace.containers().size(); ++i) {
      const std::string path = i == 0 ? "" : container_path(trace, ContainerId{i});
      names_and_paths_.push_back(csv_field(trace.containers()[i].name.text) + ',' +
                                 csv_field(path));
    }
    for (const EntityValue& value : trace.values()) values_.push_back(csv_field(value.name.text));
  }

  [[nodiscard]] std::string containers() const {
    std::string text;
    const auto all = trace_.containers();
    for (const uint32_t i : table_order(trace_)) {
      const Container& container = all[i];
      text += names_and_paths_[i] + ',' + csv_field(trace_[container.type].name.text) + ',';
      if (container.parent.valid()) text += csv_field(trace_[container.parent].name.text);
      add_span(text, container.start, i == 0 ? trace_.end_time().value_or(0) : container.end);
      add_user_fields(text, i);
      text += '\n';
    }
    return text;
  }

  void add_rows(std::string& text, const Track& piece) const {
    const std::string head =
        names_and_paths_[piece.container.index] + ',' + csv_field(trace_[piece.type].name.text);
    for (uint64_t row = piece.first; row < piece.last; ++row) {
      text += head;
      if (piece.kind == TypeKind::state) add_state(text, row);
      if (piece.kind == TypeKind::variable) add_variable(text, row);
      if (piece.kind == TypeKind::event) add_event(text, row);
      if (piece.kind == TypeKind::link) add_link(text, row);
      add_user_fields(text, row);
      text += '\n';
    }
  }

 private:
  static void add(std::string& text, std::string_view field) {
    text += ',';
    text += field;
  }
  static void add_span(std::string& text, double start, double end) {
    for (const double number : {start, end, end - start}) {
      text += ',';
      append_number(text, number);
    }
  }
  void add_state(std::string& text, uint64_t row) const {
    const StateColumns states = trace_.states();
    add_span(text, states.start[row], states.end[row]);
    text += ',';
    append_number(text, states.depth[row]);
    add(text, values_[states.value[row].index]);
  }
  void add_variable(std::string& text, uint64_t row) const {
    const VariableColumns variables = trace_.variables();
    add_span(text, variables.start[row], variables.end[row]);
    text += ',';
    append_number(text, variables.value[row]);
  }
  void add_event(std::string& text, uint64_t row) const {
    const EventColumns events = trace_.events();
    text += ',';
    append_number(text, events.time[row]);
    add(text, values_[events.value[row].index]);
  }
  void add_link(std::string& text, uint64_t row) const {
    const LinkColumns links = trace_.links();
    add_span(text, links.start[row], links.end[row]);
    add(text, values_[links.value[row].index]);
    add(text, names_and_paths_[links.start_container[row].index]);
    add(text, names_and_paths_[links.end_container[row].index]);
    add(text, csv_field(trace_.link_key(row).text));
  }

  void add_user_fields(std::string& text, uint64_t row) const {
    for (const UserColumn& column : user_) {
      text += ',';
      const uint64_t place = column.place(row);
      if (place == UserColumn::kNoPlace) continue;
      if (column.type() == UserType::integer) append_number(text, column.integers()[place]);
      if (column.type() == UserType::number) append_number(text, column.numbers()[place]);
      if (column.type() == UserType::text) add_word(text, column.texts()[place]);
    }
  }

  // In quotes, NA is a word, and no missing value.
  static void add_word(std::string& text, std::string_view word) {
    text += word == "NA" ? "\"NA\"" : csv_field(word);
  }

  const Trace& trace_;
  std::span<const UserColumn> user_;
  std::vector<std::string> names_and_paths_;  // of each container, as CSV
  std::vector<std::string> values_;
};

}  // namespace

void write_csv_table(const Trace& trace, TypeKind kind, std::string_view size_field,
                     unsigned threads, const TextSink& sink) {
  const UserColumns user(trace, kind, size_field);
  if (const std::string left_out = left_out_columns(user, kind); !left_out.empty()) {
    say("pj_export: {}\n", left_out);
  }
  const CsvTables tables(trace, user);
  sink(header(kind, user));
  if (kind == TypeKind::container) return sink(tables.containers());
  const auto pieces = pieces_of(trace, kind);
  make_in_order<std::string>(
      threads, pieces.size(),
      [&](std::size_t i, std::string& text) { tables.add_rows(text, pieces[i].rows); },
      [&](const std::string& text) { sink(text); });
}

}  // namespace paje::tools
