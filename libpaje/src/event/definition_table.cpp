#include "event/definition_table.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "event/bind_event.hpp"

namespace paje {

namespace {

using grammar::SyntaxProblem;
using grammar::Word;

// Ids below this are looked up in an array.
constexpr int64_t kSmallIds = 4096;

// Bytes of a definition in a message: there may be one for each of the lines that define it again.
constexpr std::size_t kMostShownOfDefinition = 160;

SyntaxProblem problem_at(Rule rule, const Word& word, std::string expected) {
  return {rule, word.offset, std::string(word.text), std::move(expected)};
}

std::string event_names() {
  std::string names = "one of ";
  for (const EventRule& rule : all_event_rules()) {
    if (rule.kind != EventKind{}) names += ", ";
    names += rule.name;
  }
  return names;
}

// What an old name stands for, if it would be needed: where the definition has the field by its new
// name, too, the old one is the user's own.
FieldName old_name(EventKind kind, std::string_view text, const grammar::Definition& parsed) {
  const FieldName meant =
      is_old_field_name(text) ? field_name(kind, text, true) : FieldName::user_defined;
  const bool is_there =
      std::any_of(parsed.fields.begin(), parsed.fields.end(), [&](const grammar::FieldLine& line) {
        return meant != FieldName::user_defined && field_name(kind, line.name.text, false) == meant;
      });
  return is_there ? FieldName::user_defined : meant;
}

// Whatever is wrong with a field, events have a word for it: those of other fields keep their
// places.
void add_field(EventDefinition& definition, const grammar::Definition& parsed,
               const grammar::FieldLine& line, bool old_field_names,
               std::vector<SyntaxProblem>& problems) {
  const auto mend = [&](SyntaxProblem problem) {
    problem.repair = Repair::field_mended;
    problems.push_back(std::move(problem));
  };
  FieldName name = field_name(definition.kind, line.name.text, old_field_names);
  if (!old_field_names && name == FieldName::user_defined) {
    name = old_name(definition.kind, line.name.text, parsed);
    if (name != FieldName::user_defined) {
      mend(problem_at(Rule::old_field_name, line.name,
                      "'" + std::string(spelling(name)) + "', or --no-strict"));
    }
  }
  // There may be any number of user-defined ones, which need no comparison.
  const auto same =
      name == FieldName::user_defined
          ? definition.fields.end()
          : std::find_if(definition.fields.begin(), definition.fields.end(),
                         [&](const FieldDefinition& field) { return field.name == name; });
  if (same != definition.fields.end()) {
    // Filename and FileName may both be there: then the second one is the user's own.
    if (same->text == line.name.text || name != FieldName::filename) {
      mend(problem_at(Rule::duplicate_field, line.name, "each field once"));
    }
    name = FieldName::user_defined;
  }
  const auto type = field_type(line.type.text);
  if (!type) {
    mend(problem_at(Rule::unknown_field_type, line.type,
                    "int, hex, float, double, date, string or color"));
  }
  definition.fields.push_back(
      {name, type.value_or(FieldType::string), std::string(line.name.text)});
}

std::optional<FieldName> first_missing(const EventDefinition& definition) {
  for (std::size_t i = 0; i < kFieldNames; ++i) {
    const auto name = static_cast<FieldName>(i);
    if ((rule_of(definition.kind).required & bit(name)) != 0 && definition.position(name) < 0) {
      return name;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<int64_t> parse_event_id(std::string_view text) {
  int64_t id = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return id;
}

std::shared_ptr<DefinitionTable> DefinitionTable::inherit() {
  share_other_ids();
  auto heir = std::make_shared<DefinitionTable>(all_);
  heir->inherited_ = size();
  heir->small_ids_ = small_ids_;
  heir->recipes_ = recipes_;
  heir->shared_ids_ = shared_ids_;
  return heir;
}

void DefinitionTable::share_other_ids() {
  if (other_ids_.empty()) return;
  while (!shared_ids_.empty() && shared_ids_.back()->size() <= 2 * other_ids_.size()) {
    other_ids_.insert(shared_ids_.back()->begin(), shared_ids_.back()->end());
    shared_ids_.pop_back();
  }
  shared_ids_.push_back(std::make_shared<const Numbers>(std::exchange(other_ids_, {})));
}

uint32_t DefinitionTable::find_other(int64_t id) const {
  if (const auto found = other_ids_.find(id); found != other_ids_.end()) return found->second;
  for (const auto& numbers : shared_ids_) {
    if (const auto found = numbers->find(id); found != numbers->end()) return found->second;
  }
  return kUnknown;
}

void DefinitionTable::add(const grammar::Definition& parsed, bool old_field_names,
                          std::vector<SyntaxProblem>& problems) {
  const auto before = static_cast<std::ptrdiff_t>(problems.size());
  const auto refuse = [&](SyntaxProblem problem) { problems.push_back(std::move(problem)); };
  const auto kind = event_kind(parsed.event_name.text);
  if (!kind) {
    return refuse(problem_at(Rule::unknown_event_name, parsed.event_name, event_names()));
  }
  const auto id = parse_event_id(parsed.id.text);
  if (!id) return refuse(problem_at(Rule::event_id_not_integer, parsed.id, "an integer"));
  if (const uint32_t existing = find(*id); existing != kUnknown) {
    return refuse(problem_at(
        Rule::duplicate_event_id, parsed.id,
        "an id other than that of " + (*this)[existing].to_text(kMostShownOfDefinition)));
  }
  EventDefinition definition;
  definition.kind = *kind;
  definition.id = *id;
  for (const grammar::FieldLine& line : parsed.fields) {
    add_field(definition, parsed, line, old_field_names, problems);
  }
  definition.index_fields();
  if (const auto missing = first_missing(definition)) {
    // Before those of its fields, because it is reported where the definition begins.
    problems.insert(
        problems.begin() + before,
        problem_at(Rule::missing_field, parsed.event_name,
                   "a field '" + std::string(spelling(*missing)) + "' among its fields"));
    return;
  }
  add(std::move(definition));
}

void DefinitionTable::add(EventDefinition definition) {
  const int64_t id = definition.id;
  const std::size_t fields = definition.fields.size();
  unsigned numbers = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(fields, Recipe::kMostFields); ++i) {
    if (is_number(definition.kind, definition.fields[i].name)) numbers |= 1U << i;
  }
  const uint32_t number = all_->append(std::move(definition));
  in_order_.push_back(number);
  if (id < 0 || id >= kSmallIds) {
    other_ids_.emplace(id, number);
    return;
  }
  const auto at = static_cast<std::size_t>(id);
  if (at >= small_ids_.size()) {
    small_ids_.resize(at + 1, kUnknown);
    recipes_.resize(at + 1);
  }
  small_ids_[at] = number;
  if (fields <= Recipe::kMostFields) {
    recipes_[at] = {number, static_cast<uint8_t>(fields), static_cast<uint8_t>(numbers)};
  }
}

}  // namespace paje
