#include "paje/classes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "analysis/built_in_classes.hpp"
#include "paje/mpi_names.hpp"

namespace paje {

namespace {

constexpr std::string_view kCategory = "cat:";
constexpr std::string_view kOfMpi = "MPI";
constexpr std::array<std::string_view, 5> kClassNames = {"compute", "communication", "waiting",
                                                         "runtime", "idle"};
constexpr std::array<std::string_view, 16> kKindNames = {"local",
                                                         "send",
                                                         "blocking-send",
                                                         "receive",
                                                         "post",
                                                         "wait",
                                                         "send-receive",
                                                         "all-to-all",
                                                         "barrier",
                                                         "one-to-all",
                                                         "all-to-one",
                                                         "parallel-region",
                                                         "post-all-to-all",
                                                         "post-one-to-all",
                                                         "post-all-to-one",
                                                         "wait-for-tasks"};

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Backtracks only to the last star, which suffices: earlier stars need not match more letters.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, restart = 0;
  std::size_t star = std::string_view::npos;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      restart = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || lower(pattern[p]) == lower(name[n]))) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++restart;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\v\f");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\v\f") - first + 1);
}

template <class Enum, std::size_t count>
std::optional<Enum> find_name(const std::array<std::string_view, count>& names,
                              std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<Enum>(found - names.begin());
}

template <std::size_t count>
std::string join(const std::array<std::string_view, count>& names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

class RuleReader {
 public:
  RuleReader(std::string_view name, uint64_t line)
      : origin_(std::string(name) + ":" + std::to_string(line)) {}

  [[nodiscard]] Classes::Rule read(std::string_view line) const {
    const auto space = line.find_first_of(" \t");
    if (space == std::string_view::npos) {
      fail("found '" + std::string(line) + "', expected CLASS[:KIND] and a pattern");
    }
    Classes::Rule rule;
    rule.pattern = trim(line.substr(space));
    rule.meaning = read_meaning(line.substr(0, space));
    rule.origin = origin_;
    return rule;
  }

 private:
  [[nodiscard]] Classes::Meaning read_meaning(std::string_view word) const {
    const auto colon = word.find(':');
    const auto value_class = find_name<ValueClass>(kClassNames, word.substr(0, colon));
    if (!value_class) {
      fail("'" + std::string(word.substr(0, colon)) + "' is not a class; expected one of " +
           join(kClassNames));
    }
    if (colon == std::string_view::npos) return {*value_class, CallKind::local, true};
    const auto kind = find_name<CallKind>(kKindNames, word.substr(colon + 1));
    if (!kind) {
      fail("'" + std::string(word.substr(colon + 1)) + "' is not a kind of call; expected one of " +
           join(kKindNames));
    }
    return {*value_class, *kind, true};
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument(origin_ + ": " + why);
  }

  std::string origin_;
};

}  // namespace

std::string_view spelling(ValueClass value_class) {
  return kClassNames[static_cast<std::size_t>(value_class)];
}

std::string_view spelling(CallKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

Classes::Classes() {
  const auto add = [&](const BuiltInRule& rule, std::string_view prefix) {
    rules_.push_back({std::string(prefix) + std::string(rule.pattern),
                      {rule.value_class, rule.kind, true},
                      std::string(rule.origin)});
  };
  for (const BuiltInRule& rule : built_in::kMpi) add(rule, "MPI_");
  for (const std::string_view prefix : {"omp", "!$omp", "gomp", "__kmpc"}) {
    for (const BuiltInRule& rule : built_in::kOpenMp) add(rule, prefix);
  }
  for (const BuiltInRule& rule : built_in::kOthers) add(rule, "");
}

Classes Classes::none() { return Classes(WithoutRules{}); }

void Classes::add(std::string_view text, std::string_view name) {
  std::vector<Rule> added;
  bool drops_others = false;
  for (uint64_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    if (line == "only") {
      drops_others = true;
      added.clear();
    } else {
      added.push_back(RuleReader(name, number).read(line));
    }
  }
  if (drops_others) rules_.clear();
  rules_.insert(rules_.begin(), added.begin(), added.end());
}

const Classes::Rule* Classes::rule_for(std::string_view value, std::string_view category) const {
  const std::string call = mpi_function(value);
  const auto found = std::find_if(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    const std::string_view pattern = rule.pattern;
    if (!pattern.starts_with(kCategory)) {
      return matches(pattern, value) ||
             (rule.origin == kOfMpi && !call.empty() && matches(pattern, call));
    }
    return !category.empty() && matches(pattern.substr(kCategory.size()), category);
  });
  return found == rules_.end() ? nullptr : &*found;
}

Classes::Meaning Classes::of(std::string_view value, std::string_view category) const {
  const Rule* rule = rule_for(value, category);
  return rule == nullptr ? Meaning{} : rule->meaning;
}

}  // namespace paje
