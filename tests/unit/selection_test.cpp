// What a Selection selects, and how a reading is stopped.
#include "paje/selection.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

#include "paje/read.hpp"

namespace paje::testing {
namespace {

// Two processes with a nested state each, a variable, and a link from the first to the second.
const std::string kTrace = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineVariableType 2
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 3
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 4
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajePushState 5
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 6
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeSetVariable 7
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajeStartLink 8
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 9
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
0 P 0 Process
1 S P State
2 V P Load
3 L 0 P P Message
4 0 a P 0 rank-0
4 0 b P 0 rank-1
5 1 S a work
5 2 S a send
8 2 L 0 a m k
6 3 S a
6 4 S a
7 1 V a 7
5 5 S b work
9 5 L 0 b m k
5 6 S b wait
6 7 S b
6 9 S b
)";

Trace read(const Selection& selection) {
  ReadOptions options;
  options.selection = selection;
  return read_trace(Input::from_memory(kTrace), options);
}

// How many states, variables and links there are.
std::string counts(const Selection& selection) {
  const Trace trace = read(selection);
  return std::to_string(trace.states().start.size()) + ' ' +
         std::to_string(trace.variables().start.size()) + ' ' +
         std::to_string(trace.links().start.size());
}

TEST(Selection, SelectsByContainerTypeTimeAndNesting) {
  EXPECT_EQ(counts({}), "4 1 1");
  EXPECT_EQ(counts({.containers = {"rank-0"}}), "2 1 1");
  EXPECT_EQ(counts({.containers = {"*[1-9]"}}), "2 0 1");
  EXPECT_EQ(counts({.containers = {"rank-0", "rank-1"}}), "4 1 1");
  EXPECT_EQ(counts({.types = {"State"}}), "4 0 0");
  EXPECT_EQ(counts({.types = {"S"}}), "4 0 0");
  EXPECT_EQ(counts({.types = {"Process/Load", "Message"}}), "0 1 1");
  EXPECT_EQ(counts({.start = 4.5}), "2 1 1");
  EXPECT_EQ(counts({.end = 1.5}), "1 1 0");
  EXPECT_EQ(counts({.start = 6, .end = 6}), "2 1 0");
  EXPECT_EQ(counts({.nesting = Nesting::outermost}), "2 1 1");
}

TEST(Selection, LeavesContainersTypesAndValues) {
  const Trace trace = read({.containers = {"rank-0"}, .types = {"State"}});
  EXPECT_EQ(trace.containers().size(), 3U);
  EXPECT_EQ(trace.types().size(), 5U);
  EXPECT_EQ(trace.tracks().size(), 1U);
}

std::string message_of(const Selection& selection) {
  try {
    read(selection);
  } catch (const SelectionError& error) {
    return error.what();
  }
  return "";
}

TEST(Selection, NamesWhatIsNearToAnUnknownName) {
  EXPECT_EQ(message_of({.types = {"Stat"}}),
            "the trace has no type 'Stat'; it has: State, Load, Message, Process");
  EXPECT_EQ(message_of({.containers = {"rank-1", "rnk-1"}}),
            "the trace has no container like 'rnk-1'; it has: rank-1, rank-0");
  EXPECT_EQ(message_of({.types = {"Stat"}, .allow_unmatched = true}), "");
  const Trace trace = read({});
  EXPECT_THROW(SelectedObjects(trace, {.types = {"Stat"}}), SelectionError);
}

TEST(Selection, IsCheckedAgainstSeveralTraces) {
  const Trace one = read({});
  const Trace none;
  const Trace* const both[] = {&none, &one};
  EXPECT_NO_THROW(check_selection({.containers = {"rank-0"}}, both));
  EXPECT_THROW(check_selection({.containers = {"rank-2"}}, both), SelectionError);
}

TEST(Glob, HasStarsQuestionMarksSetsAndBackslashes) {
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_FALSE(matches_glob("", "a"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_TRUE(matches_glob("a*c", "a/b/c"));
  EXPECT_TRUE(matches_glob("*ab*ab", "xababab"));
  EXPECT_FALSE(matches_glob("*ab*abx", "xababab"));
  EXPECT_TRUE(matches_glob("r?nk", "r\u00e4nk"));
  EXPECT_TRUE(matches_glob("[a-c]1", "b1"));
  EXPECT_FALSE(matches_glob("[!a-c]1", "b1"));
  EXPECT_TRUE(matches_glob("[]]", "]"));
  EXPECT_TRUE(matches_glob("[a", "[a"));
  EXPECT_TRUE(matches_glob("\\*", "*"));
  EXPECT_FALSE(matches_glob("\\*", "a"));
}

TEST(StopToken, EndsAReading) {
  std::string text = kTrace;
  for (int i = 0; i < 20000; ++i) text += "7 " + std::to_string(10 + i) + " V a 1\n";
  for (const bool sort : {false, true}) {
    std::stop_source source;
    ReadOptions options;
    options.sort = sort;
    options.chunk_bytes = 100;
    options.stop = source.get_token();
    EXPECT_NO_THROW(read_trace(Input::from_memory(kTrace), options));
    uint64_t events = 0;
    options.on_progress = [&](const ReadProgress& progress) {
      events = progress.counts.events;
      source.request_stop();
    };
    EXPECT_THROW(read_trace(Input::from_memory(text), options), ReadStopped);
    EXPECT_LT(events, 20000U);
    EXPECT_THROW(visit_events(Input::from_memory(text), options, [](const Event&) {}), ReadStopped);
  }
}

}  // namespace
}  // namespace paje::testing
