#include "validate/event_survey.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "paje/visible_text.hpp"
#include "validate/field_types.hpp"

namespace paje::tools {

namespace {

// Bytes of a line, and of a definition, as in the library's own messages.
constexpr std::size_t kMostShown = 160;
constexpr std::size_t kMostShownDefinition = 2000;

std::string shown(std::string_view text) {
  std::string result(text.substr(0, kMostShown));
  std::replace(result.begin(), result.end(), '\t', ' ');
  return visible(result);
}

// Where word `wanted` of an event line begins. The line was decoded before, so its quotes match.
std::size_t offset_of_word(std::string_view line, std::size_t wanted) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::size_t at = line.find_first_not_of(kBlanks);
  for (std::size_t word = 0; word < wanted && at < line.size(); ++word) {
    at = line[at] == '"' ? line.find('"', at + 1) : at;
    at = line.find_first_of(kBlanks, std::min(at, line.size()));
    at = line.find_first_not_of(kBlanks, std::min(at, line.size()));
  }
  return std::min(at, line.size());
}

void show_line(Diagnostic& problem, std::string_view line, std::size_t column) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t from = column > kMostShown / 2 ? column - kMostShown / 2 : 0;
  problem.source_line = shown(line.substr(from));
  problem.caret = column - from + 1;
}

bool takes_number(EventKind kind) {
  return kind == EventKind::set_variable || kind == EventKind::add_variable ||
         kind == EventKind::sub_variable;
}

// The reader itself checks the numbers that the replay needs, and colours.
bool is_to_be_checked(const EventDefinition& definition, std::size_t field) {
  const FieldDefinition& checked = definition.fields[field];
  if (checked.type == FieldType::string) return false;
  return checked.name != FieldName::time && checked.name != FieldName::color &&
         !(checked.name == FieldName::value && takes_number(definition.kind));
}

// Without its file and line.
Diagnostic misfit_of(const Event& event, std::size_t field) {
  const FieldDefinition& definition = event.definition->fields[field];
  Diagnostic problem;
  problem.rule = Rule::field_not_of_its_type;
  problem.found = shown(event.fields[field].text());
  problem.expected = std::string(description(definition.type)) + " in field '" + definition.text +
                     "', declared " + std::string(spelling(definition.type));
  problem.note = event.definition->to_text(kMostShownDefinition);
  const std::size_t column = offset_of_word(event.text(), field + 1);
  problem.where.column = column + 1;
  show_line(problem, event.text(), column);
  return problem;
}

class Surveyor final : public EventVisitor {
 public:
  Surveyor(const Input& input, uint64_t most) : input_(input), most_(most) {}

  EventSurvey run(ReadOptions options) {
    options.on_problem = [](const Diagnostic&) {};
    options.on_warning = nullptr;
    visit_events(input_, options, *this);
    return std::move(survey_);
  }

  void on_definition(const EventDefinition& definition) override {
    Definition& added = definitions_[&definition];
    added.number = survey_.by_definition.size();
    survey_.by_definition.push_back(0);
    added.time = definition.position(FieldName::time);
    for (std::size_t i = 0; i < definition.fields.size(); ++i) {
      if (is_to_be_checked(definition, i)) added.checked.push_back(i);
    }
  }

  void on_event(const Event& event) override {
    if (event.definition != last_seen_) {
      last_seen_ = event.definition;
      last_ = &definitions_.at(event.definition);
    }
    ++survey_.by_definition[last_->number];
    ++survey_.by_kind[static_cast<std::size_t>(event.kind())];
    if (last_->time >= 0) check_time(event);
    for (const std::size_t field : last_->checked) {
      const FieldType type = event.definition->fields[field].type;
      if (!is_of_type(event.fields[field].text(), type)) add_misfit(event, field);
    }
  }

 private:
  struct Definition {
    std::size_t number = 0;            // in the order of the trace
    std::vector<std::size_t> checked;  // fields whose words need a look
    int time = EventDefinition::kAbsent;
  };

  void check_time(const Event& event) {
    ++survey_.timed;
    const double time = event.fields[static_cast<std::size_t>(last_->time)].number();
    if (time < latest_) {
      ++survey_.backward;
      if (!survey_.first_backward) {
        const bool is_root = event.file == input_.name();
        survey_.first_backward = {is_root ? "" : std::string(event.file), event.line, time,
                                  latest_};
      }
    }
    latest_ = std::max(latest_, time);
  }

  void add_misfit(const Event& event, std::size_t field) {
    ++survey_.misfit_count;
    if (survey_.misfits.size() >= most_) return;
    survey_.misfits.push_back(misfit_of(event, field));
    survey_.misfits.back().where.file = std::string(event.file);
    survey_.misfits.back().where.line = event.line;
  }

  const Input& input_;
  uint64_t most_;
  EventSurvey survey_;
  // Parts may have definitions of their own with ids that others have, too.
  std::unordered_map<const EventDefinition*, Definition> definitions_;
  const EventDefinition* last_seen_ = nullptr;
  Definition* last_ = nullptr;
  double latest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

uint64_t find_misfits(const Event& event, std::size_t room, std::vector<Diagnostic>& found) {
  const EventDefinition& definition = *event.definition;
  uint64_t count = 0;
  for (std::size_t i = 0; i < definition.fields.size(); ++i) {
    if (!is_to_be_checked(definition, i) ||
        is_of_type(event.fields[i].text(), definition.fields[i].type)) {
      continue;
    }
    if (count++ < room) found.push_back(misfit_of(event, i));
  }
  return count;
}

void add_misfits(const EventSurvey& survey, ProblemList& warnings) {
  for (const Diagnostic& misfit : survey.misfits) warnings.add(misfit);
  warnings.add_count(Rule::field_not_of_its_type, survey.misfit_count - survey.misfits.size());
}

EventSurvey survey_events(const Input& input, const ReadOptions& options, uint64_t most) {
  return Surveyor(input, most).run(options);
}

}  // namespace paje::tools
