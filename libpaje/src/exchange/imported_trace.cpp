#include "exchange/imported_trace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/memory_pages.hpp"
#include "exchange/sort_operations.hpp"
#include "formats/text/event_text.hpp"

namespace paje::exchange {

bool has_field_meaning(std::string_view name) {
  if (is_field_spelling(name)) return true;
  constexpr EventKind kKinds[] = {EventKind::push_state, EventKind::new_event,
                                  EventKind::start_link, EventKind::set_variable,
                                  EventKind::create_container};
  return std::any_of(std::begin(kKinds), std::end(kKinds), [&](EventKind kind) {
    return field_name(kind, name, true) != FieldName::user_defined;
  });
}

ImportedTrace::ImportedTrace(Losses& losses) : losses_(losses) {
  types_.push_back({});
  containers_.push_back({});
}

TypeIndex ImportedTrace::add_type(ImportedType type) {
  const auto index = static_cast<TypeIndex>(types_.size());
  type.rank = index;
  types_.push_back(std::move(type));
  return index;
}

ContainerIndex ImportedTrace::add_container(TypeIndex type, ContainerIndex parent,
                                            std::string_view name) {
  const auto index = static_cast<ContainerIndex>(containers_.size());
  containers_.push_back({type, parent, std::string(name), index});
  return index;
}

bool is_spellable(std::string_view text) {
  const auto is_never = [](char c) { return c == '\n' || c == '\r' || c == '\0'; };
  return std::none_of(text.begin(), text.end(), is_never) && has_spelling(text);
}

std::string ImportedTrace::spellable(std::string_view text) {
  std::string spelled(text);
  std::replace_if(
      spelled.begin(), spelled.end(), [](char c) { return c == '\n' || c == '\r' || c == '\0'; },
      ' ');
  if (!has_spelling(spelled)) std::replace(spelled.begin(), spelled.end(), '"', '\'');
  if (spelled != text) losses_.add("newlines and quotes of names (blanks and ' stand for them)");
  return spelled;
}

WordIndex ImportedTrace::word(std::string_view text) {
  const WordIndex index = words_as_they_came_.number_of(FieldValue::of_text(text, false));
  if (index != numbers_of_words_.size()) return numbers_of_words_[index];
  words_.push_back(is_spellable(text) ? words_as_they_came_.text(index)
                                      : changed_words_.emplace_back(spellable(text)));
  return numbers_of_words_.emplace_back(static_cast<WordIndex>(words_.size() - 1));
}

// One that is changed is counted once.
WordIndex ImportedTrace::rare_word(std::string_view text) {
  if (!is_spellable(text)) return word(text);
  words_.push_back(rare_words_.add(text));
  return static_cast<WordIndex>(words_.size() - 1);
}

FieldsIndex ImportedTrace::add_fields(ImportedFields fields) {
  for (ImportedField& field : fields) {
    for (std::string* text : {&field.name, &field.word}) {
      if (!is_spellable(*text)) *text = spellable(*text);
    }
  }
  return fields_.add(fields);
}

void ImportedTrace::create(double sorted_at, double time, ContainerIndex container) {
  operations_.push_back(
      {sorted_at, time, containers_[container].type, container, 0, Operation::Kind::create});
}

void ImportedTrace::destroy(double sorted_at, double time, ContainerIndex container) {
  operations_.push_back(
      {sorted_at, time, containers_[container].type, container, 0, Operation::Kind::destroy});
}

void ImportedTrace::push(double time, TypeIndex type, ContainerIndex container, WordIndex value,
                         FieldsIndex fields) {
  operations_.push_back(
      {time, static_cast<double>(fields), type, container, value, Operation::Kind::push});
}

void ImportedTrace::pop(double time, TypeIndex type, ContainerIndex container) {
  operations_.push_back({time, 0, type, container, 0, Operation::Kind::pop});
}

void ImportedTrace::set_state(double time, TypeIndex type, ContainerIndex container,
                              WordIndex value) {
  operations_.push_back({time, 0, type, container, value, Operation::Kind::set});
}

void ImportedTrace::reset_state(double time, TypeIndex type, ContainerIndex container) {
  operations_.push_back({time, 0, type, container, 0, Operation::Kind::reset});
}

void ImportedTrace::set_variable(double time, TypeIndex type, ContainerIndex container,
                                 double value, FieldsIndex fields) {
  operations_.push_back({time, value, type, container, fields, Operation::Kind::set_variable});
}

void ImportedTrace::event(double time, TypeIndex type, ContainerIndex container, WordIndex value,
                          FieldsIndex fields) {
  operations_.push_back(
      {time, static_cast<double>(fields), type, container, value, Operation::Kind::event});
}

double ImportedTrace::link(double start, double end, const ImportedLink& link, double arrival) {
  const auto index = static_cast<LinkIndex>(links_.size());
  links_.push_back(link);
  arrival = std::max({arrival, start, end});
  const auto half = [&](double time, bool is_later, Operation::Kind kind) {
    operations_.push_back(
        {is_later ? arrival : time, time, link.type, link.container, index, kind});
  };
  half(start, start > end, Operation::Kind::start_link);
  half(end, start <= end, Operation::Kind::end_link);
  return arrival;
}

double ImportedTrace::first_time() const {
  if (operations_.size() == creations_) return 0;
  double first = operations_[creations_].time;
  for (std::size_t i = creations_; i < operations_.size(); ++i) {
    first = std::min(first, operations_[i].time);
  }
  return first;
}

namespace {

// Files spell times as decimals, and a difference of their doubles would have other last digits
// than the double that is nearest to the difference of the decimals. This is exact if all times
// count one unit.
class DecimalDifference {
 public:
  DecimalDifference(const std::vector<Operation>& operations, double first)
      : first_(first), in_second_(unit_of(operations, first)) {}

  [[nodiscard]] double operator()(double time) const {
    if (in_second_ == 0) return time - first_;
    return (std::nearbyint(time * in_second_) - std::nearbyint(first_ * in_second_)) / in_second_;
  }

 private:
  // Of how many to the second all times are a whole number; 0 if there is no such unit.
  static double unit_of(const std::vector<Operation>& operations, double first) {
    constexpr std::array<double, 3> kUnits = {1e9, 1e12, 1e15};
    for (const double unit : kUnits) {
      const auto fits = [unit](const Operation& operation) {
        return is_whole(operation.time, unit) &&
               (!operation.has_time_of_its_own() || is_whole(operation.number, unit));
      };
      if (is_whole(first, unit) && std::ranges::all_of(operations, fits)) return unit;
    }
    return 0;
  }
  // Quotients of exact doubles are correctly rounded. Differences have to be exact, too.
  static bool is_whole(double time, double in_second) {
    constexpr double kMost = 4503599627370496;  // half of what doubles count exactly
    const double count = std::nearbyint(time * in_second);
    return std::fabs(count) <= kMost && count / in_second == time;
  }

  double first_;
  double in_second_;
};

}  // namespace

double ImportedTrace::count_from_first() {
  const double first = first_time();
  if (first == 0) return first;
  const DecimalDifference since_first(operations_, first);
  for (Operation& operation : operations_) {
    operation.time = since_first(operation.time);
    if (operation.has_time_of_its_own()) operation.number = since_first(operation.number);
  }
  return first;
}

void ImportedTrace::create_containers(const std::vector<double>& sorted_at,
                                      const std::vector<double>& times) {
  std::vector<Operation> creations;
  creations.reserve(containers_.size());
  for (ContainerIndex i = 1; i < containers_.size(); ++i) {
    creations.push_back(
        {sorted_at[i], times[i], containers_[i].type, i, 0, Operation::Kind::create});
  }
  operations_.insert(operations_.begin(), creations.begin(), creations.end());
}

void ImportedTrace::reserve_operations(std::size_t count) {
  try {
    operations_.reserve(count);
  } catch (const std::bad_alloc&) {
    return;
  }
  want_large_pages(operations_.data(), count * sizeof(Operation));
}

void ImportedTrace::create_all_containers_later() {
  for (ContainerIndex i = 1; i < containers_.size(); ++i) create(0, 0, i);
  creations_ = operations_.size();
}

void ImportedTrace::create_all_containers(double latest) {
  const std::vector<double> first(containers_.size(), std::min(first_time(), latest));
  create_containers(first, first);
}

bool ImportedTrace::lasts_until(double time) const {
  return std::any_of(operations_.begin(), operations_.end(),
                     [time](const Operation& operation) { return operation.time >= time; });
}

void ImportedTrace::destroy_all_containers(double time) {
  for (const Operation& operation : operations_) time = std::max(time, operation.time);
  for (auto i = static_cast<ContainerIndex>(containers_.size()); i-- > 1;) destroy(time, time, i);
}

void ImportedTrace::finish() {
  const double first = first_time();
  for (ImportedType& type : types_) type.name = spellable(type.name);
  for (ImportedContainer& container : containers_) container.name = spellable(container.name);
  for (std::size_t i = 0; i < creations_; ++i) {
    operations_[i].time = operations_[i].number = first;
  }
  order_ = sort_operations(operations_, threads_);
}

}  // namespace paje::exchange
