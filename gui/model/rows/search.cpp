#include "model/rows/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <stdexcept>
#include <string_view>

#include "model/number_text.hpp"
#include "model/rows/glob.hpp"
#include "model/rows/short_places.hpp"
#include "model/time/time_form.hpp"
#include "paje/event.hpp"

namespace paje::gui {

namespace {

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Names by a pattern, or by a regular expression between slashes.
class NameTest {
 public:
  NameTest() = default;
  explicit NameTest(std::string pattern) : pattern_(std::move(pattern)) {
    if (pattern_.size() < 2 || pattern_.front() != '/' || pattern_.back() != '/') return;
    regex_.emplace(pattern_.substr(1, pattern_.size() - 2));
  }
  [[nodiscard]] bool is_set() const { return !pattern_.empty(); }
  [[nodiscard]] bool operator()(std::string_view name) const {
    // A name may be as long as the trace, and std::regex recurses.
    constexpr std::size_t kMost = 2000;
    if (regex_) {
      const std::string_view part = name.substr(0, kMost);
      return std::regex_search(part.begin(), part.end(), *regex_);
    }
    return matches(pattern_, name);
  }

  // Without a star, a number is not a part of another.
  [[nodiscard]] bool is_exactly(std::string_view name) const {
    const bool is_pattern = regex_ || pattern_.find_first_of("*?") != std::string::npos;
    return is_pattern ? (*this)(name) : pattern_ == name;
  }

 private:
  std::string pattern_;
  std::optional<std::regex> regex_;
};

struct Question {
  NameTest name;
  std::string field;  // user-defined, if one is asked for
  NameTest field_text;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool has_length = false;
};

// `PMPI_Recv > 10 ms`, or only the second part.
bool take_length(std::string& text, TimeUnit unit, Question& question) {
  const auto at = text.find_last_of("<>");
  if (at == std::string::npos) return true;
  const bool has_equal = at + 1 < text.size() && text[at + 1] == '=';
  double length = 0;
  if (!parse_time(text.substr(at + (has_equal ? 2 : 1)), length, unit)) {
    // A part of a name, as in vector<int>.
    return at > 0 && text[at - 1] != ' ';
  }
  question.has_length = true;
  const double beyond = text[at] == '>' ? std::numeric_limits<double>::infinity()
                                        : -std::numeric_limits<double>::infinity();
  double& bound = text[at] == '>' ? question.least : question.most;
  bound = has_equal ? length : std::nextafter(length, beyond);
  text = trimmed(text.substr(0, at));
  return true;
}

// With `has_fields`, an equals sign asks for a field; else it is a part of a name.
Question question_of(const std::string& words, TimeUnit unit, bool has_fields) {
  Question question;
  std::string text = trimmed(words);
  const bool is_regex = text.size() > 1 && text.front() == '/' && text.back() == '/';
  if (!is_regex && !take_length(text, unit, question)) {
    throw std::invalid_argument("'" + text + "' does not end in a length such as > 10 ms");
  }
  const auto equals = text.find('=');
  if (has_fields && !is_regex && equals != std::string::npos && equals > 0) {
    question.field = trimmed(text.substr(0, equals));
    question.field_text = NameTest(trimmed(text.substr(equals + 1)));
  } else {
    question.name = NameTest(text);
  }
  return question;
}

class Searcher {
 public:
  Searcher(const TraceModel& run, Question question, std::size_t most)
      : run_(run), trace_(run.trace()), question_(std::move(question)), most_(most) {
    const auto values = trace_.values();
    wanted_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      wanted_[i] = !question_.name.is_set() || question_.name(values[i].name.text) ? 1 : 0;
    }
  }

  SearchResult result(const std::function<void()>& check) {
    if (question_.name.is_set() && !question_.has_length) find_containers();
    if (run_.outline()) {
      result_.where = run_.is_coarse() ? "among containers; others when the picture is sharp"
                                       : "in the part that is in memory";
    }
    for (const Track& track : trace_.tracks()) {
      if (run_.is_coarse()) break;  // its objects stand for others
      if (check) check();
      if (track.kind == TypeKind::variable && question_.field.empty()) continue;
      for (uint64_t row = track.first; row < track.last; ++row) look(track, row);
    }
    finish();
    return std::move(result_);
  }

  /// Whether the question is about a field that nothing has.
  [[nodiscard]] bool lacks_field() const { return !question_.field.empty() && !is_field_; }

 private:
  struct Hit {
    double time = 0;
    ObjectRef object;
  };

  void find_containers() {
    for (uint32_t id = 1; id < trace_.containers().size(); ++id) {
      if (!question_.name(trace_.containers()[id].name.text)) continue;
      ++result_.count;
      if (result_.found.size() >= most_) continue;
      const std::string path = container_path(trace_, ContainerId{id});
      result_.found.push_back({.what = "container",
                               .label = path,
                               .container = ContainerId{id},
                               .object = {},
                               .path = path});
    }
  }

  void look(const Track& track, uint64_t row) {
    const ObjectRef object{track.kind, track.container, track.type, row};
    const ValueId value = value_of(trace_, object);
    bool is_wanted = !value.valid() || wanted_[value.index] != 0;
    if (!is_wanted && track.kind == TypeKind::link) {
      is_wanted = question_.name(trace_.link_key(row).text);
    }
    if (!is_wanted) return;
    const TimeSpan span = span_of(trace_, object);
    if (question_.has_length) {
      const bool lasts = track.kind == TypeKind::state || track.kind == TypeKind::link;
      if (!lasts || span.length() < question_.least || span.length() > question_.most) return;
    }
    if (!question_.field.empty() && !has_field(track, row)) return;
    hits_.push_back({span.start, object});
  }

  [[nodiscard]] bool has_field(const Track& track, uint64_t row) {
    const auto names = trace_.user_field_names(track, row);
    const auto texts = trace_.user_fields(track, row);
    for (std::size_t i = 0; i < std::min(names.size(), texts.size()); ++i) {
      if (!matches(question_.field, names[i]) || names[i].size() != question_.field.size())
        continue;
      is_field_ = true;
      // A number is one, not a part of one.
      const bool is_exact = parse_number(texts[i]).has_value();
      if (is_exact ? question_.field_text.is_exactly(texts[i]) : question_.field_text(texts[i])) {
        return true;
      }
    }
    return false;
  }

  void finish() {
    std::stable_sort(hits_.begin(), hits_.end(),
                     [](const Hit& a, const Hit& b) { return a.time < b.time; });
    result_.count += hits_.size();
    for (const Hit& hit : hits_) {
      result_.times.push_back(hit.time);
      if (result_.found.size() >= most_) continue;
      const std::string path = place_of(trace_, hit.object);
      result_.found.push_back({.what = std::string(spelling(hit.object.kind)),
                               .label = title_of(run_, hit.object) + "  " + path,
                               .container = hit.object.container,
                               .object = hit.object,
                               .name = name_of(run_, hit.object),
                               .path = path});
    }
    tell_apart();
  }

  // Hits have their names in common: where and when is what distinguishes them.
  void tell_apart() {
    if (result_.found.empty()) return;
    const ShortPlaces places(trace_);
    const TimeForm form = TimeForm::of_run(run_.span(), run_.unit(), run_.resolution());
    for (Found& found : result_.found) {
      found.place = found.object ? places.of(*found.object) : places.of(found.container);
      if (!found.object) continue;
      const TimeSpan span = span_of(trace_, *found.object);
      found.time = form.short_text(span.start);
      found.when = form.text(span.start);
      if (found.object->kind != TypeKind::event) {
        found.length = duration_text(span.length(), run_.unit());
      }
      if (span.end != span.start) found.when += " to " + form.text(span.end);
    }
  }

  const TraceModel& run_;
  const Trace& trace_;
  Question question_;
  std::size_t most_;
  std::vector<char> wanted_;
  bool is_field_ = false;  // some object has the field
  std::vector<Hit> hits_;
  SearchResult result_;
};

}  // namespace

SearchResult search(const TraceModel& run, const std::string& words, std::size_t most,
                    const std::function<void()>& check) {
  if (trimmed(words).empty()) return {};
  try {
    Searcher searcher(run, question_of(words, run.unit(), true), most);
    SearchResult result = searcher.result(check);
    if (!searcher.lacks_field()) return result;
    return Searcher(run, question_of(words, run.unit(), false), most).result(check);
  } catch (const std::regex_error&) {
    SearchResult result;
    result.problem = words + " is no regular expression";
    return result;
  } catch (const std::invalid_argument& problem) {
    SearchResult result;
    result.problem = problem.what();
    return result;
  }
}

}  // namespace paje::gui
