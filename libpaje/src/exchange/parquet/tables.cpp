#include "exchange/parquet/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

namespace paje::parquet {

namespace {

constexpr std::array<double, 13> kPowers = {1,   1e1, 1e2, 1e3,  1e4,  1e5, 1e6,
                                            1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
constexpr double kMostUnits = 9e15;  // doubles hold all whole numbers up to there

bool has_decimals(double time, std::size_t digits) {
  const double units = std::nearbyint(time * kPowers[digits]);
  return std::fabs(units) <= kMostUnits && units / kPowers[digits] == time;
}

Column integers(std::string name, std::function<int64_t(const Rows&, std::size_t)> of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::int32;
  column.encoding = Encoding::delta_binary_packed;
  column.fill = [of = std::move(of)](const Rows& rows, Values& values) {
    values.integers.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) values.integers[i] = of(rows, i);
  };
  return column;
}

Column words(std::string name, std::function<uint32_t(const Rows&, std::size_t)> code,
             std::function<std::string_view(uint32_t)> word) {
  Column column;
  column.name = std::move(name);
  column.word = std::move(word);
  column.fill = [code = std::move(code)](const Rows& rows, Values& values) {
    values.codes.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) values.codes[i] = code(rows, i);
  };
  return column;
}

constexpr uint32_t kNothing = UINT32_MAX;

// The same where some rows have no word: their code is kNothing.
Column optional_words(std::string name, std::function<uint32_t(uint32_t)> code,
                      std::function<std::string_view(uint32_t)> word) {
  Column column;
  column.name = std::move(name);
  column.is_optional = true;
  column.word = std::move(word);
  column.fill = [code = std::move(code)](const Rows& rows, Values& values) {
    for (const uint64_t row : rows.row) {
      const uint32_t number = code(static_cast<uint32_t>(row));
      values.there.push_back(number != kNothing ? 1 : 0);
      if (number != kNothing) values.codes.push_back(number);
    }
  };
  return column;
}

Column numbers(std::string name, std::function<double(uint64_t)> of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::real;
  column.encoding = Encoding::byte_stream_split;
  column.fill = [of = std::move(of)](const Rows& rows, Values& values) {
    values.numbers.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) values.numbers[i] = of(rows.row[i]);
  };
  return column;
}

Column decimals(std::string name, int digits, std::function<double(uint64_t)> of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::int64;
  column.encoding = Encoding::delta_binary_packed;
  column.decimals = digits;
  const double power = kPowers[static_cast<std::size_t>(digits)];
  column.fill = [of = std::move(of), power](const Rows& rows, Values& values) {
    values.integers.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      values.integers[i] = static_cast<int64_t>(std::nearbyint(of(rows.row[i]) * power));
    }
  };
  return column;
}

// One of user-defined fields; rows need not have it.
Column user_column(const std::shared_ptr<const UserColumns>& all, std::size_t number) {
  Column column;
  const UserColumn& user = all->all()[number];
  column.name = user.name();
  column.is_optional = true;
  if (user.type() == UserType::integer) {
    column.physical = Physical::int64;
    column.encoding = Encoding::delta_binary_packed;
  } else if (user.type() == UserType::number) {
    column.physical = Physical::real;
    column.encoding = Encoding::byte_stream_split;
  } else {
    column.encoding = Encoding::delta_length_byte_array;
  }
  column.fill = [all, number](const Rows& rows, Values& values) {
    const UserColumn& of = all->all()[number];
    for (const uint64_t row : rows.row) {
      const uint64_t place = of.place(row);
      const bool is_there = place != UserColumn::kNoPlace;
      values.there.push_back(is_there ? 1 : 0);
      if (!is_there) continue;
      if (of.type() == UserType::integer) values.integers.push_back(of.integers()[place]);
      if (of.type() == UserType::number) values.numbers.push_back(of.numbers()[place]);
      if (of.type() == UserType::text) values.texts.push_back(of.texts()[place]);
    }
  };
  return column;
}

std::string color_text(const Color& color) {
  return std::to_string(color.red) + ' ' + std::to_string(color.green) + ' ' +
         std::to_string(color.blue);
}

}  // namespace

int decimals_of(const Trace& trace) {
  std::size_t digits = 0;
  const auto look_at = [&](double time) {
    while (!has_decimals(time, digits)) {
      if (++digits == kPowers.size()) {
        throw std::invalid_argument(
            "times are no decimals of at most 12 digits after the point: write them as doubles");
      }
    }
  };
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    for (const double time : trace.starts(kind)) look_at(time);
    for (const double time : trace.ends(kind)) look_at(time);
  }
  for (const Container& container : trace.containers()) {
    look_at(container.start);
    look_at(container.end);
  }
  look_at(trace.end_time().value_or(0));
  return static_cast<int>(digits);
}

Tables::Tables(const Trace& trace, const ParquetOptions& options)
    : trace_(trace), options_(options) {
  if (options.times == ParquetTimes::decimals) decimals_ = decimals_of(trace);
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    paths_.push_back(i == 0 ? std::string() : container_path(trace, ContainerId{i}));
  }
}

void Tables::add_container(Table& table, const std::string& prefix, bool has_path,
                           std::function<uint32_t(const Rows&, std::size_t)> of) const {
  table.columns.push_back(integers(prefix + "container_id", of));
  table.columns.push_back(words(prefix + "container", of, [this](uint32_t code) {
    return trace_.containers()[code].name.text;
  }));
  if (!has_path) return;
  table.columns.push_back(words(prefix.empty() ? "path" : prefix + "path", std::move(of),
                                [this](uint32_t code) { return path(code); }));
}

void Tables::add_place(Table& table) const {
  add_container(table, "", true, [](const Rows& rows, std::size_t i) { return rows.container[i]; });
  table.columns.push_back(words(
      "type", [](const Rows& rows, std::size_t i) { return rows.type[i]; },
      [this](uint32_t code) { return trace_.types()[code].name.text; }));
}

void Tables::add_time(Table& table, std::string name, std::function<double(uint64_t)> of) const {
  table.columns.push_back(decimals_ ? decimals(std::move(name), *decimals_, std::move(of))
                                    : numbers(std::move(name), std::move(of)));
}

void Tables::add_value(Table& table, TypeKind kind) const {
  const auto values = trace_.values(kind);
  table.columns.push_back(words(
      "value", [values](const Rows& rows, std::size_t i) { return values[rows.row[i]].index; },
      [this](uint32_t code) { return trace_.values()[code].name.text; }));
}

void Tables::add_user_fields(Table& table, TypeKind kind) const {
  if (!options_.has_user_fields) return;
  const auto user = std::make_shared<const UserColumns>(
      trace_, kind, kind == TypeKind::link ? options_.size_field : std::string());
  for (std::size_t i = 0; i < user->all().size(); ++i) {
    table.columns.push_back(user_column(user, i));
  }
}

void Tables::add_links(Table& table) const {
  Column keys;
  keys.name = "key";
  keys.encoding = Encoding::delta_length_byte_array;
  keys.fill = [this](const Rows& rows, Values& values) {
    for (const uint64_t row : rows.row) values.texts.push_back(trace_.link_key(row).text);
  };
  table.columns.push_back(std::move(keys));
  const LinkColumns links = trace_.links();
  for (const auto& [prefix, ends] :
       {std::pair{"start_", links.start_container}, std::pair{"end_", links.end_container}}) {
    add_container(table, prefix, true,
                  [ends](const Rows& rows, std::size_t i) { return ends[rows.row[i]].index; });
  }
}

void Tables::add_containers(Table& table) const {
  const auto all = trace_.containers();
  table.columns.push_back(optional_words(
      "parent",
      [all](uint32_t i) { return all[i].parent.valid() ? all[i].parent.index : kNothing; },
      [all](uint32_t code) { return all[code].name.text; }));
  add_time(table, "start", [all](uint64_t i) { return all[i].start; });
  add_time(table, "end",
           [this, all](uint64_t i) { return i == 0 ? trace_.end_time().value_or(0) : all[i].end; });
  Column destroyed;
  destroyed.name = "destroyed";
  destroyed.physical = Physical::boolean;
  destroyed.encoding = Encoding::plain;
  destroyed.fill = [all](const Rows& rows, Values& values) {
    for (const uint64_t i : rows.row) values.codes.push_back(all[i].destroyed ? 1 : 0);
  };
  table.columns.push_back(std::move(destroyed));
}

Table Tables::of(TypeKind kind) const {
  Table table;
  add_place(table);
  const std::span<const double> starts = trace_.starts(kind);
  const std::span<const double> ends = trace_.ends(kind);
  if (kind == TypeKind::container) {
    add_containers(table);
    table.sorted_by = {0};
  } else {
    const auto start_column = static_cast<int>(table.columns.size());
    table.sorted_by = {0, start_column};
    add_time(table, kind == TypeKind::event ? "time" : "start",
             [starts](uint64_t row) { return starts[row]; });
    if (kind != TypeKind::event) add_time(table, "end", [ends](uint64_t row) { return ends[row]; });
  }
  if (kind == TypeKind::state) {
    const auto depths = trace_.states().depth;
    table.columns.push_back(integers(
        "depth", [depths](const Rows& rows, std::size_t i) { return depths[rows.row[i]]; }));
  }
  if (kind == TypeKind::variable) {
    const auto values = trace_.variables().value;
    table.columns.push_back(numbers("value", [values](uint64_t row) { return values[row]; }));
  } else if (kind != TypeKind::container) {
    add_value(table, kind);
  }
  if (kind == TypeKind::link) add_links(table);
  add_user_fields(table, kind);
  return table;
}

Table Tables::types() const {
  Table table;
  const auto all = trace_.types();
  const auto name = [all](uint32_t code) { return all[code].name.text; };
  const auto other = [&](const char* column, auto member) {
    table.columns.push_back(optional_words(
        column,
        [all, member](uint32_t i) {
          return (all[i].*member).valid() ? (all[i].*member).index : kNothing;
        },
        name));
  };
  table.columns.push_back(integers("type_id", [](const Rows& rows, std::size_t i) {
    return static_cast<int64_t>(rows.row[i]);
  }));
  table.columns.push_back(words(
      "type", [](const Rows& rows, std::size_t i) { return rows.type[i]; }, name));
  table.columns.push_back(words(
      "kind",
      [all](const Rows& rows, std::size_t i) {
        return static_cast<uint32_t>(all[rows.row[i]].kind);
      },
      [](uint32_t code) { return spelling(static_cast<TypeKind>(code)); }));
  other("parent", &Type::parent);
  other("start_type", &Type::start_type);
  other("end_type", &Type::end_type);
  const auto colors = std::make_shared<std::vector<std::string>>();
  for (const Type& type : all) colors->push_back(type.color ? color_text(*type.color) : "");
  table.columns.push_back(optional_words(
      "color", [all](uint32_t i) { return all[i].color ? i : kNothing; },
      [colors](uint32_t code) { return std::string_view((*colors)[code]); }));
  table.sorted_by = {0};
  return table;
}

}  // namespace paje::parquet
