#include "sql/trace_lists.hpp"

#include <cmath>
#include <deque>
#include <memory>
#include <string>

#include "paje/mpi_names.hpp"

namespace paje::tools {

namespace {

using Column = ListTable::Column;

Cell id_cell(uint32_t index) {
  if (index == UINT32_MAX) return {};
  return sqlite3_int64{index};
}

Column id_column() {
  return {"id", "INTEGER", [](uint32_t row) { return id_cell(row); }, false, true};
}

// `#rrggbb` for each of some objects, kept as long as the table that shows them.
template <class Objects>
std::shared_ptr<const std::deque<std::string>> colors_of(const Objects& objects) {
  auto texts = std::make_shared<std::deque<std::string>>();
  for (const auto& object : objects) {
    std::string text;
    if (object.color) {
      text = "#";
      for (const float part : {object.color->red, object.color->green, object.color->blue}) {
        constexpr char kDigits[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned>(std::lround(part * 255.0F)) & 0xFFU;
        text += kDigits[byte / 16];
        text += kDigits[byte % 16];
      }
    }
    texts->push_back(std::move(text));
  }
  return texts;
}

template <class Objects>
Column color_column(const Objects& objects) {
  return {"color", "TEXT", [texts = colors_of(objects)](uint32_t row) {
            return (*texts)[row].empty() ? Cell{} : Cell{std::string_view((*texts)[row])};
          }};
}

}  // namespace

ListTable container_list(TraceFacts& facts, std::span<const UserTables::Column> user) {
  const Trace& trace = facts.trace();
  const auto all = trace.containers();
  const auto at = [all](uint32_t row) -> const Container& { return all[row]; };
  const auto node_name = [&facts, all](uint32_t row) -> Cell {
    const ContainerId node = facts.node(ContainerId{row});
    return node.valid() ? Cell{all[node.index].name.text} : Cell{};
  };
  const auto end_of = [&trace](uint32_t row) {
    return row == 0 ? trace.end_time().value_or(0) : trace.containers()[row].end;
  };
  std::vector<Column> columns = {
      id_column(),
      {"name", "TEXT", [=](uint32_t row) { return at(row).name.text; }, false, true},
      {"identifier", "TEXT", [=](uint32_t row) { return at(row).identifier.text; }, false, true},
      {"type", "INTEGER", [=](uint32_t row) { return id_cell(at(row).type.index); }, false, true},
      {"parent", "INTEGER", [=](uint32_t row) { return id_cell(at(row).parent.index); }, false,
       true},
      {"start", "REAL", [=](uint32_t row) { return at(row).start; }},
      {"end", "REAL", [=](uint32_t row) { return end_of(row); }},
      {"destroyed", "INTEGER", [=](uint32_t row) { return sqlite3_int64{at(row).destroyed}; }},
      {"path", "TEXT", [&facts](uint32_t row) { return facts.path(ContainerId{row}); }, true, true},
      {"depth", "INTEGER",
       [&facts](uint32_t row) { return sqlite3_int64{facts.depth(ContainerId{row})}; }, true},
      {"node", "TEXT", node_name, true}};
  for (const UserTables::Column& column : user) {
    columns.push_back({column.name, column.type,
                       [values = column.values](uint32_t row) { return user_cell(values, row); }});
  }
  return {static_cast<uint32_t>(all.size()), std::move(columns)};
}

ListTable type_list(TraceFacts& facts) {
  const auto all = facts.trace().types();
  const auto at = [all](uint32_t row) -> const Type& { return all[row]; };
  return {
      static_cast<uint32_t>(all.size()),
      {id_column(),
       {"name", "TEXT", [=](uint32_t row) { return at(row).name.text; }, false, true},
       {"identifier", "TEXT", [=](uint32_t row) { return at(row).identifier.text; }, false, true},
       {"kind", "TEXT", [=](uint32_t row) { return spelling(at(row).kind); }},
       {"parent", "INTEGER", [=](uint32_t row) { return id_cell(at(row).parent.index); }, false,
        true},
       {"start_type", "INTEGER", [=](uint32_t row) { return id_cell(at(row).start_type.index); }},
       {"end_type", "INTEGER", [=](uint32_t row) { return id_cell(at(row).end_type.index); }},
       color_column(all)}};
}

ListTable value_list(TraceFacts& facts) {
  const auto all = facts.trace().values();
  const auto at = [all](uint32_t row) -> const EntityValue& { return all[row]; };
  const auto is_of_mpi = [&facts, all](uint32_t row) {
    return is_mpi(facts.trace()[all[row].type].name.text, all[row].name.text);
  };
  return {
      static_cast<uint32_t>(all.size()),
      {id_column(),
       {"type", "INTEGER", [=](uint32_t row) { return id_cell(at(row).type.index); }, false, true},
       {"name", "TEXT", [=](uint32_t row) { return at(row).name.text; }, false, true},
       {"identifier", "TEXT", [=](uint32_t row) { return at(row).identifier.text; }, false, true},
       color_column(all),
       {"defined", "INTEGER", [=](uint32_t row) { return sqlite3_int64{at(row).defined}; }},
       {"mpi", "INTEGER", [=](uint32_t row) { return sqlite3_int64{is_of_mpi(row)}; }}}};
}

ListTable definition_list(TraceFacts& facts) {
  struct Line {
    const EventDefinition* definition;
    std::size_t position;
  };
  auto lines = std::make_shared<std::vector<Line>>();
  for (const EventDefinition& definition : facts.trace().event_definitions()) {
    const std::size_t count = std::max<std::size_t>(definition.fields.size(), 1);
    for (std::size_t i = 0; i < count; ++i) lines->push_back({&definition, i});
  }
  const auto field = [lines](uint32_t row) -> const FieldDefinition* {
    const auto& [definition, position] = (*lines)[row];
    return position < definition->fields.size() ? &definition->fields[position] : nullptr;
  };
  const auto name = [field](uint32_t row) {
    return field(row) == nullptr ? Cell{} : Cell{std::string_view(field(row)->text)};
  };
  const auto type = [field](uint32_t row) {
    return field(row) == nullptr ? Cell{} : Cell{spelling(field(row)->type)};
  };
  const auto is_user_defined = [field](uint32_t row) {
    return field(row) == nullptr ? Cell{}
                                 : Cell{sqlite3_int64{field(row)->name == FieldName::user_defined}};
  };
  return {static_cast<uint32_t>(lines->size()),
          {id_column(),
           {"number", "INTEGER",
            [lines](uint32_t row) { return sqlite3_int64{(*lines)[row].definition->id}; }},
           {"event", "TEXT",
            [lines](uint32_t row) { return rule_of((*lines)[row].definition->kind).name; }},
           {"position", "INTEGER",
            [lines](uint32_t row) { return static_cast<sqlite3_int64>((*lines)[row].position); }},
           {"field", "TEXT", name},
           {"field_type", "TEXT", type},
           {"user_defined", "INTEGER", is_user_defined}}};
}

}  // namespace paje::tools
