#include "paje/user_columns.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "event/quote_text.hpp"
#include "paje/diagnostic.hpp"
#include "trace/row_set.hpp"
#include "trace/user_column_names.hpp"
#include "trace/user_field_list.hpp"
#include "trace/user_words.hpp"

namespace paje {

std::string_view spelling(UserType type) {
  constexpr std::string_view kSpellings[] = {"integer", "number", "text"};
  return kSpellings[static_cast<std::size_t>(type)];
}

class UserColumn::Values {
 public:
  Values(std::string_view its_field, UserType its_type, uint64_t its_rows, uint64_t its_count,
         uint64_t its_words)
      : field(its_field), type(its_type), rows(its_rows), count(its_count), words(its_words) {}

  // Made when they are first asked for.
  const Values& made() const;

  std::string field;
  UserType type;
  uint64_t rows, count, words;
  UserColumns::Maker* maker = nullptr;
  RowSet set{0, 0};
  uint64_t kept = 0;
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
};

UserColumn::UserColumn(std::string name, std::shared_ptr<const Values> values)
    : name_(std::move(name)), values_(std::move(values)) {}

std::string_view UserColumn::field() const { return values_->field; }
UserType UserColumn::type() const { return values_->type; }
uint64_t UserColumn::rows() const { return values_->rows; }
uint64_t UserColumn::count() const { return values_->count; }
uint64_t UserColumn::empty_words() const { return values_->words - values_->count; }
uint64_t UserColumn::place(uint64_t row) const { return values_->made().set.place(row); }
std::vector<uint64_t> UserColumn::rows_with_value() const { return values_->made().set.list(); }
std::span<const int64_t> UserColumn::integers() const { return values_->made().integers; }
std::span<const double> UserColumn::numbers() const { return values_->made().numbers; }
std::span<const std::string_view> UserColumn::texts() const { return values_->made().texts; }
double UserColumn::number(uint64_t place) const {
  const Values& made = values_->made();
  if (type() == UserType::text) {
    return any_number(made.texts[place], false).value_or(std::nan(""));
  }
  return type() == UserType::integer ? static_cast<double>(made.integers[place])
                                     : made.numbers[place];
}

namespace {

// Of words of the same field of a row, the first.
template <class Visit>
void for_each_first(UserWords& words, const UserFieldList& list, Visit&& visit) {
  constexpr uint64_t kNoRow = UINT64_MAX;
  std::vector<uint64_t> last_row(list.names.size(), kNoRow);
  words.for_each([&](uint64_t row, uint32_t definition, uint32_t i, std::string_view word) {
    const UserFieldList::Use* const use = list.use(definition, i);
    if (use == nullptr) return;
    if (std::exchange(last_row[use->field], row) != row) {
      visit(use->field, row, word, use->is_hex);
    }
  });
}

std::vector<UserWordFacts> look_at_all(UserWords& words, const UserFieldList& list) {
  if (auto known = words.known_facts()) return std::move(*known);
  std::vector<UserWordFacts> facts(list.names.size());
  for_each_first(words, list, [&](uint32_t field, uint64_t, std::string_view word, bool is_hex) {
    facts[field].add(word, is_hex);
  });
  return facts;
}

}  // namespace

std::vector<UserWordFacts> facts_of_words(const Trace& trace, TypeKind kind) {
  UserWords words(trace, kind);
  return look_at_all(words, UserFieldList(trace.event_definitions(), kind));
}

// Reads the words of all rows: to know what they are, unless that is known, then to keep them.
class UserColumns::Maker {
 public:
  Maker(const Trace& trace, TypeKind kind)
      : trace_(trace), kind_(kind), list_(trace.event_definitions(), kind) {}

  // The fields that occur.
  std::vector<std::shared_ptr<const UserColumn::Values>> find() {
    std::vector<std::shared_ptr<const UserColumn::Values>> found;
    UserWords words(trace_, kind_);
    const std::vector<UserWordFacts> facts = look_at_all(words, list_);
    const std::vector<UserWordFacts>& all =
        words.facts_of_all().empty() ? facts : words.facts_of_all();
    values_.resize(list_.names.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (all[i].words == 0) continue;
      values_[i] =
          std::make_shared<UserColumn::Values>(list_.names[i], all[i].type(), words.rows(),
                                               facts[i].values_as(all[i].type()), facts[i].words);
      values_[i]->maker = this;
      found.push_back(values_[i]);
    }
    return found;
  }

  // Nothing if the values of all rows are made, or should be.
  std::optional<UserColumn::Value> value_near(const UserColumn::Values& values, uint64_t row) {
    if (is_made_) return std::nullopt;
    std::optional<UserColumn::Value> first;
    UserWords words(trace_, kind_);
    const bool is_near =
        words.for_row(row, [&](uint64_t, uint32_t definition, uint32_t i, std::string_view word) {
          const UserFieldList::Use* const use = list_.use(definition, i);
          if (use == nullptr || first || values_[use->field].get() != &values) return;
          first = value_of(values.type, word, use->is_hex);
        });
    if (!is_near) return std::nullopt;
    return first.value_or(UserColumn::Value());
  }

  void make() {
    if (is_made_) return;
    const std::lock_guard lock(making_);
    if (is_made_) return;
    UserWords words(trace_, kind_);
    for (const auto& values : values_) {
      if (values != nullptr) make_room(*values);
    }
    for_each_first(words, list_,
                   [this](uint32_t field, uint64_t row, std::string_view word, bool is_hex) {
                     if (values_[field] == nullptr) fail();
                     keep(*values_[field], row, word, is_hex);
                   });
    for (const auto& values : values_) {
      if (values != nullptr && values->kept != values->count) fail();
    }
    is_made_ = true;
  }

 private:
  static void make_room(UserColumn::Values& values) {
    values.set = RowSet(values.rows, values.count);
    values.integers.reserve(values.type == UserType::integer ? values.count : 0);
    values.numbers.reserve(values.type == UserType::number ? values.count : 0);
    values.texts.reserve(values.type == UserType::text ? values.count : 0);
  }
  static UserColumn::Value value_of(UserType type, std::string_view word, bool is_hex) {
    const std::string_view text = without_quotes(word);
    if (type == UserType::text) return text;
    if (text.empty()) return {};
    if (type == UserType::integer) {
      const auto number = whole_number(text, is_hex);
      if (!number) fail();
      return *number;
    }
    const auto number = any_number(text, is_hex);
    if (!number) fail();
    return *number;
  }
  static void keep(UserColumn::Values& values, uint64_t row, std::string_view word, bool is_hex) {
    const UserColumn::Value value = value_of(values.type, word, is_hex);
    if (const auto* const text = std::get_if<std::string_view>(&value)) {
      values.texts.push_back(*text);
    } else if (const auto* const integer = std::get_if<int64_t>(&value)) {
      values.integers.push_back(*integer);
    } else if (const auto* const number = std::get_if<double>(&value)) {
      values.numbers.push_back(*number);
    } else {
      return;
    }
    values.set.add(row);
    ++values.kept;
  }
  // The index of an archive says something else.
  [[noreturn]] static void fail() {
    Diagnostic diagnostic;
    diagnostic.rule = Rule::damaged_record;
    diagnostic.found = "other words in user-defined fields";
    diagnostic.expected = "those that the index counts";
    throw TraceError(std::move(diagnostic));
  }

  Trace trace_;  // whose words texts are
  TypeKind kind_;
  UserFieldList list_;
  std::vector<std::shared_ptr<UserColumn::Values>> values_;  // by field; null: in no row
  std::mutex making_;
  std::atomic<bool> is_made_ = false;
};

const UserColumn::Values& UserColumn::Values::made() const {
  maker->make();
  return *this;
}

UserColumn::Value UserColumn::value(uint64_t row) const {
  if (auto near = values_->maker->value_near(*values_, row)) return *near;
  const uint64_t place = this->place(row);
  if (place == kNoPlace) return {};
  if (type() == UserType::integer) return integers()[place];
  if (type() == UserType::number) return numbers()[place];
  return texts()[place];
}

namespace {

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

// Words of numbers are text where one number has more digits than a double holds, such as the
// greatest of 64 bits. Sizes are amounts: a rounded one is better than none.
bool has_numbers(const UserColumn::Values& values) {
  if (values.type != UserType::text) return true;
  bool has_some = false;
  for (const std::string_view text : values.made().texts) {
    if (text.empty()) continue;
    if (!any_number(text, false)) return false;
    has_some = true;
  }
  return has_some;
}

// The field that holds the size of links; the end of `fields` if none does.
AllValues::const_iterator size_field(const AllValues& fields, std::string_view wanted) {
  constexpr std::string_view kUsual[] = {"Size", "MessageSize", "Length"};
  const auto find = [&](std::string_view name, bool of_numbers) {
    return std::find_if(fields.begin(), fields.end(), [&](const auto& values) {
      return are_same_name(values->field, name) && (!of_numbers || has_numbers(*values));
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
    : maker_(std::make_shared<Maker>(trace, kind)) {
  const AllValues fields = maker_->find();
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
