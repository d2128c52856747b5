#include "sql/user_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/text/utf8.hpp"

namespace paje::tools {

namespace {

constexpr TypeKind kKinds[] = {TypeKind::container, TypeKind::state, TypeKind::variable,
                               TypeKind::event, TypeKind::link};

std::size_t index_of_kind(TypeKind kind) { return static_cast<std::size_t>(kind); }

std::string_view sql_type(UserType type) {
  if (type == UserType::integer) return "INTEGER";
  return type == UserType::number ? "REAL" : "TEXT";
}

TypeKind kind_called(std::string_view name) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [&](TypeKind kind) { return spelling(kind) == name; });
}

std::vector<std::string> names_of(std::span<const UserColumn> fields) {
  std::vector<std::string> names;
  for (const UserColumn& field : fields) names.push_back(field.name());
  return names;
}

}  // namespace

std::string quoted_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

Cell user_cell(const UserColumn* column, uint64_t row) {
  if (column == nullptr) return {};
  const UserColumn::Value value = column->value(row);
  if (const auto* const integer = std::get_if<int64_t>(&value)) return sqlite3_int64{*integer};
  if (const auto* const number = std::get_if<double>(&value)) return *number;
  if (const auto* const text = std::get_if<std::string_view>(&value)) return *text;
  return {};
}

std::span<const UserColumn> shown_columns(const UserColumns& fields) {
  return fields.all().first(std::min(fields.all().size(), kMostUserColumns));
}

std::string left_out_columns(const UserColumns& fields, TypeKind kind) {
  if (fields.all().size() <= kMostUserColumns) return {};
  return fmt::format("{} user-defined fields of {}s: {} of them are columns", fields.all().size(),
                     spelling(kind), kMostUserColumns);
}

UserTables::UserTables(const Trace& trace, std::string_view size_field) {
  for (const TypeKind kind : kKinds) {
    fields_[index_of_kind(kind)] = UserColumns(trace, kind, size_field);
    add_columns(kind);
  }
  make_meanings();
}

void UserTables::add_columns(TypeKind kind) {
  const UserColumns& fields = fields_[index_of_kind(kind)];
  std::vector<Column>& columns = columns_[index_of_kind(kind)];
  // Always there, so that one question does for all traces.
  if (kind == TypeKind::link && fields.size() == nullptr) columns.push_back({"size", "INTEGER"});
  const std::string left_out = left_out_columns(fields, kind);
  if (!left_out.empty()) left_out_ += (left_out_.empty() ? "" : "; ") + left_out;
  const std::span<const UserColumn> shown = shown_columns(fields);
  const std::vector<std::string> names = utf8_names(names_of(shown));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    columns.push_back({names[i], sql_type(shown[i].type()), &shown[i]});
  }
}

void UserTables::make_meanings() {
  std::size_t texts = std::size(kKinds);
  for (const TypeKind kind : kKinds) texts += 2 * of(kind).size();
  told_.reserve(texts);  // for meanings refer to them
  for (const TypeKind kind : kKinds) {
    const std::string_view table = spelling(kind);
    const std::string_view view = told_.emplace_back(std::string(table) + 's');
    for (const std::string_view name : {table, view}) {
      for (const Column& column : of(kind)) {
        const bool is_size = kind == TypeKind::link && column.name == "size";
        const std::string_view meaning = told_.emplace_back(
            column.values == nullptr
                ? "bytes of a message; null, because no field holds it (see --size-field)"
                : fmt::format("{}user-defined field {}, {} of {} have it",
                              is_size ? "bytes of a message: " : "", column.values->field(),
                              column.values->count(), column.values->rows()));
        meanings_.push_back({name, column.name, meaning});
      }
    }
  }
}

std::string UserTables::list(std::string_view marker) const {
  const auto take_suffix = [&](std::string_view suffix) {
    const bool is_there = marker.ends_with(suffix);
    if (is_there) marker.remove_suffix(suffix.size());
    return is_there;
  };
  const bool with_types = take_suffix(":types");
  const bool as_utf8 = take_suffix(":utf8");
  std::string alias;
  if (const std::size_t dot = marker.find('.'); dot != std::string_view::npos) {
    alias = marker.substr(0, dot + 1);
    marker.remove_prefix(dot + 1);
  }
  std::string text;
  for (const Column& column : of(kind_called(marker))) {
    const std::string name = alias + quoted_name(column.name);
    text += ", " + (as_utf8 && column.type == "TEXT" ? "utf8(" + name + ')' : name);
    if (with_types) text += ' ' + std::string(column.type);
  }
  return text;
}

std::string UserTables::fill(std::string_view sql) const {
  std::string filled;
  while (true) {
    const std::size_t begin = sql.find('{');
    filled += sql.substr(0, begin);
    if (begin == std::string_view::npos) return filled;
    const std::size_t end = sql.find('}', begin);
    filled += list(sql.substr(begin + 1, end - begin - 1));
    sql.remove_prefix(end + 1);
  }
}

}  // namespace paje::tools
