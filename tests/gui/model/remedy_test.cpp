// Which ways to read a refused trace are offered: those that help against its problem, by trying.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "model/remedy.hpp"
#include "model/texts.hpp"

namespace paje::gui {
namespace {

constexpr Remedy kAll[] = {Remedy::lenient, Remedy::no_half_links, Remedy::old_names,
                           Remedy::sorted};

// Events that are in a wrong order, and nothing else.
const std::string kOutOfOrder[] = {
    "12 2 S d x\n6 1 d R n0 rank-9\n13 3 S d\n",
    "13 2 S a\n12 1 S a x\n",
    "9 2 V a 1\n8 1 V a 1\n",
    "12 1 S a x\n12 0 S a y\n13 2 S a\n13 3 S a\n",
};
const std::string kMoreDefinitions =
    "%EventDef PajeDestroyContainer 7\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeAddVariable 9\n% Time date\n% Type string\n% Container string\n% Value double\n"
    "%EndEventDef\n";

ReadOptions options_of(Remedy remedy) {
  ReadOptions options;
  if (remedy == Remedy::lenient) options.on_problem = [](const Diagnostic&) {};
  if (remedy == Remedy::no_half_links) options.ignore_incomplete_links = true;
  if (remedy == Remedy::old_names) options.old_field_names = true;
  if (remedy == Remedy::sorted) options.sort = true;
  return options;
}

std::optional<Rule> broken_rule(const Input& input, const ReadOptions& options) {
  try {
    (void)read_trace(input, options);
  } catch (const TraceError& error) {
    return error.diagnostic().rule;
  }
  return {};
}

bool offers(Rule rule, Remedy remedy) {
  const auto offered = remedies_for(rule);
  return std::find(offered.begin(), offered.end(), remedy) != offered.end();
}

class Remedies : public ::testing::Test {
 protected:
  // What helps is offered; keeps what did.
  void look_at(const Input& input) {
    const auto rule = broken_rule(input, {});
    ASSERT_TRUE(rule) << input.name();
    seen_.insert(*rule);
    for (const Remedy remedy : kAll) {
      if (broken_rule(input, options_of(remedy)) == rule) continue;
      helped_[*rule].insert(remedy);
      EXPECT_TRUE(offers(*rule, remedy))
          << text_of(*rule).name << ", " << static_cast<int>(remedy) << ": " << input.name();
    }
  }

  std::set<Rule> seen_;
  std::map<Rule, std::set<Remedy>> helped_;
};

TEST_F(Remedies, AreThoseThatHelp) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PAJE_SAMPLES_DIR "/bad")) {
    if (entry.path().extension() == ".paje") look_at(Input::from_path(entry.path().string()));
  }
  for (const std::string& events : kOutOfOrder) {
    look_at(Input::from_memory(kMoreDefinitions + test::kDefinitions + events));
  }
  look_at(
      Input::from_memory("%EventDef PajeSetState 40\n% Time date\n% Time date\n% Type string\n"
                         "% Container string\n% Value string\n%EndEventDef\n"));
  look_at(Input::from_memory(std::string("\xFF\xFE%\0E\0", 6)));
  look_at(Input::from_memory(std::string("\x1F\x8B\x08\0\0\0\0\0", 8)));
  look_at(Input::from_memory("{\"traceEvents\":[{\"ph\":\"X\""));
  // Of binary traces only; a lenient reading goes on after them.
  const std::set<Rule> of_binary = {Rule::damaged_record, Rule::contradicting_record};
  for (const RuleText& text : all_rules()) {
    if (!is_error(text.rule)) {
      EXPECT_TRUE(remedies_for(text.rule).empty()) << text.name;
      continue;
    }
    if (of_binary.contains(text.rule)) {
      EXPECT_EQ(remedies_for(text.rule), std::vector{Remedy::lenient}) << text.name;
      continue;
    }
    EXPECT_TRUE(seen_.contains(text.rule)) << "no trace for " << text.name;
    for (const Remedy remedy : remedies_for(text.rule)) {
      EXPECT_TRUE(helped_[text.rule].contains(remedy))
          << static_cast<int>(remedy) << " is offered for " << text.name << ", but helps nowhere";
    }
  }
}

TEST_F(Remedies, AreOneOrTwo) {
  for (const RuleText& text : all_rules()) EXPECT_LE(remedies_for(text.rule).size(), 2U);
}

}  // namespace
}  // namespace paje::gui
