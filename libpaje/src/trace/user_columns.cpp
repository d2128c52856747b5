#include "paje/user_columns.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "event/quote_text.hpp"
#include "trace/row_set.hpp"
#include "trace/user_column_names.hpp"
#include "trace/user_words.hpp"

namespace paje {

std::string_view spelling(UserType type) {
  constexpr std::string_view kSpellings[] = {"integer", "number", "text"};
  return kSpellings[static_cast<std::size_t>(type)];
}

class UserColumn::Values {
 public:
  Values(std::string_view its_field, UserType its_type, uint64_t rows, uint64_t count)
      : field(its_field), type(its_type), set(rows, count) {}

  std::string field;
  UserType type;
  RowSet set;
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
};

UserColumn::UserColumn(std::string name, std::shared_ptr<const Values> values)
    : name_(std::move(name)), values_(std::move(values)) {}

std::string_view UserColumn::field() const { return values_->field; }
UserType UserColumn::type() const { return values_->type; }
uint64_t UserColumn::rows() const { return values_->set.rows(); }
uint64_t UserColumn::count() const { return values_->set.count(); }
uint64_t UserColumn::place(uint64_t row) const { return values_->set.place(row); }
std::vector<uint64_t> UserColumn::rows_with_value() const { return values_->set.list(); }
std::span<const int64_t> UserColumn::integers() const { return values_->integers; }
std::span<const double> UserColumn::numbers() const { return values_->numbers; }
std::span<const std::string_view> UserColumn::texts() const { return values_->texts; }
double UserColumn::number(uint64_t place) const {
  return type() == UserType::integer ? static_cast<double>(values_->integers[place])
                                     : values_->numbers[place];
}

namespace {

std::string_view without_quotes(std::string_view word) {
  const bool is_quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

std::optional<int64_t> whole_number(std::string_view word, bool is_hex) {
  const bool has_sign = !word.empty() && (word.front() == '-' || word.front() == '+');
  const bool is_negative = has_sign && word.front() == '-';
  word.remove_prefix(has_sign ? 1 : 0);
  int base = is_hex ? 16 : 10;
  if (word.starts_with("0x") || word.starts_with("0X")) {
    word.remove_prefix(2);
    base = 16;
  }
  uint64_t size = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, size, base);
  if (error != std::errc{} || stop != end) return {};
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (size > kMost + (is_negative ? 1 : 0)) return {};
  return static_cast<int64_t>(is_negative ? 0 - size : size);
}

std::optional<double> any_number(std::string_view word, bool is_hex) {
  if (!is_hex) return parse_number(word);
  const auto whole = whole_number(word, true);
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

// What kind of objects carries the fields of an event; of definitions of types, none.
std::optional<TypeKind> kind_of_objects(EventKind event) {
  switch (event) {
    case EventKind::create_container:
      return TypeKind::container;
    case EventKind::set_state:
    case EventKind::push_state:
    case EventKind::pop_state:
    case EventKind::reset_state:
      return TypeKind::state;
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
      return TypeKind::variable;
    case EventKind::new_event:
      return TypeKind::event;
    case EventKind::start_link:
    case EventKind::end_link:
      return TypeKind::link;
    default:
      return {};
  }
}

// Reads the words of all rows twice: to know what they are, then to keep them.
class Maker {
 public:
  Maker(const Trace& trace, TypeKind kind)
      : definitions_(trace.event_definitions()), words_(trace, kind) {
    number_fields(kind);
  }

  // The fields that occur.
  std::vector<std::shared_ptr<const UserColumn::Values>> make() {
    const uint64_t rows = words_.rows();
    for_each_first(
        [this](Field& field, std::string_view word, bool is_hex) { look_at(field, word, is_hex); });
    for (Field& field : fields_) {
      field.last_row = kNoRow;
      if (field.words == 0) continue;
      const UserType type = type_of(field);
      const uint64_t count = field.words - (type == UserType::text ? 0 : field.empty_words);
      field.values = std::make_shared<UserColumn::Values>(field.name, type, rows, count);
      field.values->integers.reserve(type == UserType::integer ? count : 0);
      field.values->numbers.reserve(type == UserType::number ? count : 0);
      field.values->texts.reserve(type == UserType::text ? count : 0);
    }
    for_each_first(
        [](Field& field, std::string_view word, bool is_hex) { keep(field, word, is_hex); });
    std::vector<std::shared_ptr<const UserColumn::Values>> made;
    for (Field& field : fields_) {
      if (field.values != nullptr) made.push_back(std::move(field.values));
    }
    return made;
  }

 private:
  static constexpr uint64_t kNoRow = UINT64_MAX;
  struct Field {
    std::string_view name;
    uint64_t words = 0;
    uint64_t empty_words = 0;
    bool has_only_integers = true;
    bool has_only_numbers = true;
    uint64_t last_row = kNoRow;  // that has it
    std::shared_ptr<UserColumn::Values> values;
  };
  // A field of a definition.
  struct Use {
    uint32_t field;  // in fields_
    bool is_hex;
  };

  // In the order of the kind's own definitions.
  void number_fields(TypeKind kind) {
    std::unordered_map<std::string_view, uint32_t> numbers;
    for (const EventDefinition& definition : definitions_) {
      first_use_.push_back(uses_.size());
      if (kind_of_objects(definition.kind) != kind) continue;
      for (const int position : definition.extra()) {
        const FieldDefinition& field = definition.fields[static_cast<std::size_t>(position)];
        const auto [entry, is_new] =
            numbers.try_emplace(field.text, static_cast<uint32_t>(fields_.size()));
        if (is_new) fields_.push_back({.name = field.text, .values = {}});
        uses_.push_back({entry->second, field.type == FieldType::hex_number});
      }
    }
  }

  // Of words of the same field of a row, the first.
  template <class Visit>
  void for_each_first(Visit&& visit) {
    words_.for_each([&](uint64_t row, uint32_t definition, uint32_t i, std::string_view word) {
      const Use use = uses_[first_use_[definition] + i];
      Field& field = fields_[use.field];
      if (std::exchange(field.last_row, row) != row) visit(field, word, use.is_hex);
    });
  }

  static void look_at(Field& field, std::string_view word, bool is_hex) {
    ++field.words;
    const std::string_view text = without_quotes(word);
    if (text.empty()) {
      ++field.empty_words;
      return;
    }
    if (!field.has_only_numbers) return;
    if (field.has_only_integers && whole_number(text, is_hex)) return;
    field.has_only_integers = false;
    field.has_only_numbers = any_number(text, is_hex).has_value();
  }
  static UserType type_of(const Field& field) {
    if (!field.has_only_numbers || field.words == field.empty_words) return UserType::text;
    return field.has_only_integers ? UserType::integer : UserType::number;
  }
  static void keep(Field& field, std::string_view word, bool is_hex) {
    UserColumn::Values& values = *field.values;
    const std::string_view text = without_quotes(word);
    if (values.type == UserType::text) {
      values.texts.push_back(text);
    } else if (text.empty()) {
      return;
    } else if (values.type == UserType::integer) {
      values.integers.push_back(whole_number(text, is_hex).value_or(0));
    } else {
      values.numbers.push_back(any_number(text, is_hex).value_or(0));
    }
    values.set.add(field.last_row);
  }

  std::span<const EventDefinition> definitions_;
  UserWords words_;
  std::vector<Field> fields_;
  std::vector<Use> uses_;
  std::vector<std::size_t> first_use_;  // of each definition
};

using AllValues = std::vector<std::shared_ptr<const UserColumn::Values>>;

std::string names_of(const AllValues& fields) {
  constexpr std::size_t kMostNames = 10;
  if (fields.empty()) return "; links have no user-defined fields";
  std::string names;
  for (std::size_t i = 0; i < fields.size() && i < kMostNames; ++i) {
    names += (i == 0 ? "; there are: " : ", ") + paje::quoted(fields[i]->field);
  }
  return names + (fields.size() > kMostNames ? ", ..." : "");
}

// The field that holds the size of links; the end of `fields` if none does.
AllValues::const_iterator size_field(const AllValues& fields, std::string_view wanted) {
  constexpr std::string_view kUsual[] = {"Size", "MessageSize", "Length"};
  const auto find = [&](std::string_view name, bool of_numbers) {
    return std::find_if(fields.begin(), fields.end(), [&](const auto& values) {
      return are_same_name(values->field, name) && !(of_numbers && values->type == UserType::text);
    });
  };
  if (wanted.empty()) {
    for (const std::string_view name : kUsual) {
      if (const auto found = find(name, true); found != fields.end()) return found;
    }
    return fields.end();
  }
  if (const auto found = find(wanted, true); found != fields.end()) return found;
  if (const auto found = find(wanted, false); found != fields.end()) {
    throw std::invalid_argument("the field " + paje::quoted((*found)->field) +
                                " of links is not of numbers, so it holds no size");
  }
  throw std::invalid_argument("no link has a field " + quoted(wanted) + names_of(fields));
}

}  // namespace

UserColumns::UserColumns(const Trace& trace, TypeKind kind, std::string_view size_field_name)
    : trace_(trace) {
  const AllValues fields = Maker(trace, kind).make();
  const bool is_link = kind == TypeKind::link;
  const auto size = is_link ? size_field(fields, size_field_name) : fields.end();
  has_size_ = size != fields.end();
  if (has_size_) columns_.emplace_back(std::string(kSizeColumn), *size);
  UserColumnNames names(is_link);
  for (auto values = fields.begin(); values != fields.end(); ++values) {
    if (values == size && are_same_name((*values)->field, kSizeColumn)) continue;
    columns_.emplace_back(names.name_of((*values)->field), *values);
  }
}

const UserColumn* UserColumns::find(std::string_view name) const {
  for (const UserColumn& column : columns_) {
    if (are_same_name(column.name(), name)) return &column;
  }
  return nullptr;
}

}  // namespace paje
