#include "exchange/parquet/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

#include "formats/text/utf8.hpp"
#include "paje/parallel.hpp"

namespace paje::parquet {

namespace {

constexpr std::array<double, 13> kPowers = {1,   1e1, 1e2, 1e3,  1e4,  1e5, 1e6,
                                            1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
constexpr std::size_t kTimesAtOnce = 131072;
constexpr double kMostUnits = 9e15;  // doubles hold all whole numbers up to there

// The nearest whole number, ties to even.
double nearest(double number) {
  constexpr double kShift = 6755399441055744;  // 1.5 * 2^52: doubles around it are whole
  constexpr double kMostShifted = 2251799813685248;
  if (std::fabs(number) >= kMostShifted) return std::nearbyint(number);
  return (number + kShift) - kShift;
}

bool has_decimals(double time, std::size_t digits) {
  const double units = nearest(time * kPowers[digits]);
  return std::fabs(units) <= kMostUnits && units / kPowers[digits] == time;
}

// With how many digits all of them are decimals, at least `digits`.
std::size_t digits_of(std::span<const double> times, std::size_t digits) {
  for (std::size_t i = 0; i < times.size();) {
    if (has_decimals(times[i], digits)) {
      ++i;
      continue;
    }
    // Those before may have too many then.
    i = 0;
    if (++digits == kPowers.size()) {
      throw std::invalid_argument(
          "times are no decimals of at most 12 digits after the point: write them as doubles");
    }
  }
  return digits;
}

template <class Of>
Column integers(std::string name, Of of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::int32;
  column.encoding = Encoding::delta_binary_packed;
  column.fill = [of](const Rows& rows, Values& values) { fill_rows(rows, values.integers, of); };
  return column;
}

// Of codes, words that stand for them.
using WordOf = std::function<std::string_view(uint32_t)>;

Column coded_words(std::string name, WordOf word,
                   std::function<void(const Rows&, Values&)> fill = nullptr) {
  Column column;
  column.name = std::move(name);
  column.word = std::move(word);
  column.fill = std::move(fill);
  return column;
}

template <class Of>
Column words(std::string name, Of code, WordOf word) {
  return coded_words(std::move(name), std::move(word), [code](const Rows& rows, Values& values) {
    fill_rows(rows, values.codes, code);
  });
}

// Words that all rows of a stretch have in common.
template <class Of>
Column common_words(std::string name, Of code, WordOf word) {
  return coded_words(std::move(name), std::move(word), [code](const Rows& rows, Values& values) {
    fill_stretches(rows, values.codes, code);
  });
}

// Other words for the codes of the column before.
Column other_words(std::string name, WordOf word) {
  Column column = coded_words(std::move(name), std::move(word));
  column.shares_codes = true;
  return column;
}

constexpr uint32_t kNothing = UINT32_MAX;

// The same where some rows have no word: their code is kNothing.
template <class Of>
Column optional_words(std::string name, Of code, WordOf word) {
  Column column =
      coded_words(std::move(name), std::move(word), [code](const Rows& rows, Values& values) {
        values.clear();
        rows.for_each([&](uint64_t row) {
          const uint32_t number = code(static_cast<uint32_t>(row));
          values.there.push_back(number != kNothing ? 1 : 0);
          if (number != kNothing) values.codes.push_back(number);
        });
      });
  column.is_optional = true;
  return column;
}

template <class Of>
Column numbers(std::string name, Of of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::real;
  column.encoding = Encoding::byte_stream_split;
  column.fill = [of](const Rows& rows, Values& values) { fill_rows(rows, values.numbers, of); };
  return column;
}

template <class Of>
Column decimals(std::string name, int digits, Of of) {
  Column column;
  column.name = std::move(name);
  column.physical = Physical::int64;
  column.encoding = Encoding::delta_binary_packed;
  column.decimals = digits;
  const double power = kPowers[static_cast<std::size_t>(digits)];
  column.fill = [of, power](const Rows& rows, Values& values) {
    fill_rows(rows, values.integers,
              [&](uint64_t row) { return static_cast<int64_t>(nearest(of(row) * power)); });
  };
  return column;
}

// One of user-defined fields; rows need not have it.
Column user_column(const std::shared_ptr<const UserColumns>& all, std::size_t number) {
  Column column;
  const UserColumn& user = all->all()[number];
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
    values.clear();
    rows.for_each([&](uint64_t row) {
      const uint64_t place = of.place(row);
      const bool is_there = place != UserColumn::kNoPlace;
      values.there.push_back(is_there ? 1 : 0);
      if (!is_there) return;
      if (of.type() == UserType::integer) values.integers.push_back(of.integers()[place]);
      if (of.type() == UserType::number) values.numbers.push_back(of.numbers()[place]);
      if (of.type() == UserType::text) values.texts.push_back(of.texts()[place]);
    });
  };
  return column;
}

std::string color_text(const Color& color) {
  return std::to_string(color.red) + ' ' + std::to_string(color.green) + ' ' +
         std::to_string(color.blue);
}

}  // namespace

int decimals_of(const Trace& trace, unsigned threads, int least) {
  std::vector<double> few = {trace.end_time().value_or(0)};
  for (const Container& container : trace.containers()) {
    few.push_back(container.start);
    few.push_back(container.end);
  }
  std::vector<std::span<const double>> parts = {few};
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    for (std::span<const double> all : {trace.starts(kind), trace.ends(kind)}) {
      for (; !all.empty(); all = all.subspan(std::min(kTimesAtOnce, all.size()))) {
        parts.push_back(all.first(std::min(kTimesAtOnce, all.size())));
      }
    }
  }
  // Until a number of digits is right for all.
  const auto first = static_cast<std::size_t>(least);
  std::vector<std::size_t> digits(parts.size());
  std::size_t most = first;
  do {
    for_each_parallel(threads, parts.size(), [&](std::size_t i) {
      if (digits[i] < most || most == first) digits[i] = digits_of(parts[i], most);
    });
    most = std::max(most, *std::max_element(digits.begin(), digits.end()));
  } while (*std::min_element(digits.begin(), digits.end()) < most);
  return static_cast<int>(most);
}

Tables::Tables(const Trace& trace, const ParquetOptions& options, std::optional<int> decimals)
    : trace_(trace), options_(options), decimals_(decimals) {
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    paths_.push_back(i == 0 ? std::string() : container_path(trace, ContainerId{i}));
  }
}

std::string_view Tables::container(uint32_t number) const {
  return trace_.containers()[number].name.text;
}

void Tables::add_place(Table& table) const {
  Column number;
  number.name = "container_id";
  number.physical = Physical::int32;
  number.encoding = Encoding::delta_binary_packed;
  number.fill = [](const Rows& rows, Values& values) {
    fill_stretches(rows, values.integers, [](const Stretch& of) { return of.container; });
  };
  table.columns.push_back(std::move(number));
  table.columns.push_back(common_words(
      "container", [](const Stretch& of) { return of.container; },
      [this](uint32_t code) { return container(code); }));
  table.columns.push_back(other_words("path", [this](uint32_t code) { return path(code); }));
  table.columns.push_back(common_words(
      "type", [](const Stretch& of) { return of.type; },
      [this](uint32_t code) { return trace_.types()[code].name.text; }));
}

template <class Of>
void Tables::add_time(Table& table, std::string name, Of of) const {
  table.columns.push_back(decimals_ ? decimals(std::move(name), *decimals_, of)
                                    : numbers(std::move(name), of));
}

void Tables::add_value(Table& table, TypeKind kind) const {
  const auto values = trace_.values(kind);
  table.columns.push_back(words(
      "value", [values](uint64_t row) { return values[row].index; },
      [this](uint32_t code) { return trace_.values()[code].name.text; }));
}

void Tables::add_user_fields(Table& table, TypeKind kind) const {
  if (!options_.has_user_fields) return;
  const auto user = std::make_shared<const UserColumns>(
      trace_, kind, kind == TypeKind::link ? options_.size_field : std::string());
  std::vector<std::string> names;
  for (const UserColumn& column : user->all()) names.push_back(column.name());
  names = utf8_names(std::move(names));
  for (std::size_t i = 0; i < user->all().size(); ++i) {
    table.columns.push_back(user_column(user, i));
    table.columns.back().name = std::move(names[i]);
  }
}

void Tables::add_links(Table& table) const {
  Column keys;
  keys.name = "key";
  keys.encoding = Encoding::delta_length_byte_array;
  keys.fill = [this](const Rows& rows, Values& values) {
    fill_rows(rows, values.texts, [this](uint64_t row) { return trace_.link_key(row).text; });
  };
  table.columns.push_back(std::move(keys));
  const LinkColumns links = trace_.links();
  for (const auto& [prefix, ends] : {std::pair{std::string("start_"), links.start_container},
                                     std::pair{std::string("end_"), links.end_container}}) {
    Column number;
    number.name = prefix + "container_id";
    number.physical = Physical::int32;
    number.fill = [ends = ends](const Rows& rows, Values& values) {
      fill_rows(rows, values.codes, [&](uint64_t row) { return ends[row].index; });
    };
    table.columns.push_back(std::move(number));
    table.columns.push_back(
        other_words(prefix + "container", [this](uint32_t code) { return container(code); }));
    table.columns.push_back(
        other_words(prefix + "path", [this](uint32_t code) { return path(code); }));
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
    fill_rows(rows, values.codes, [&](uint64_t i) { return all[i].destroyed ? 1 : 0; });
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
    table.columns.push_back(integers("depth", [depths](uint64_t row) { return depths[row]; }));
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
  table.columns.push_back(integers("type_id", [](uint64_t row) { return row; }));
  table.columns.push_back(words(
      "type", [](uint64_t row) { return static_cast<uint32_t>(row); }, name));
  table.columns.push_back(words(
      "kind", [all](uint64_t row) { return static_cast<uint32_t>(all[row].kind); },
      [](uint32_t code) { return spelling(static_cast<TypeKind>(code)); }));
  other("parent", &Type::parent);
  other("start_type", &Type::start_type);
  other("end_type", &Type::end_type);
  const auto colors = std::make_shared<std::vector<std::string>>();
  for (const Type& type : all) colors->push_back(type.color ? color_text(*type.color) : "");
  table.columns.push_back(optional_words(
      "color", [all](uint32_t i) { return all[i].color ? i : kNothing; },
      [colors](uint32_t code) { return std::string_view((*colors)[code]); }));
  table.is_of_types = true;
  table.sorted_by = {0};
  return table;
}

}  // namespace paje::parquet
