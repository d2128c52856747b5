// What a Selection selects, and how a reading is stopped.
#include "paje/selection.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <stop_token>
#include <string>
#include <thread>

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

// The line of its first event of an object.
const auto kFirstEvent = static_cast<uint64_t>(
    1 + std::count(kTrace.begin(), kTrace.begin() + std::ptrdiff_t(kTrace.find("5 1 S a")), '\n'));

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

// What comes after the definitions of types and the creation of containers.
std::string events_of(const Selection& selection) {
  ReadOptions options;
  options.selection = selection;
  std::string text;
  int structural = 0;
  visit_events(Input::from_memory(kTrace), options, [&](const Event& event) {
    if (event.line < kFirstEvent) {
      ++structural;
    } else {
      text += fmt::format("{} ", event.line - kFirstEvent);
    }
  });
  EXPECT_EQ(structural, 6);
  return text;
}

TEST(Selection, SelectsEventsByTheirOwnContainerTypeAndTime) {
  EXPECT_EQ(events_of({}), "0 1 2 3 4 5 6 7 8 9 10 ");
  EXPECT_EQ(events_of({.containers = {"rank-0"}}), "0 1 2 3 4 5 ");
  EXPECT_EQ(events_of({.containers = {"*-1"}}), "6 7 8 9 10 ");
  EXPECT_EQ(events_of({.containers = {"rank-?"}}), "0 1 2 3 4 5 6 7 8 9 10 ");
  EXPECT_EQ(events_of({.types = {"State"}}), "0 1 3 4 6 8 9 10 ");
  EXPECT_EQ(events_of({.types = {"Process/Load", "L"}}), "2 5 7 ");
  EXPECT_EQ(events_of({.start = 5, .end = 6}), "6 7 8 ");
  EXPECT_EQ(events_of({.containers = {"0"}}), "2 7 ");
  EXPECT_EQ(events_of({.containers = {"rank-0"}, .types = {"Message"}, .start = 2}), "2 ");
  EXPECT_THROW(events_of({.types = {"Stat"}}), SelectionError);
  EXPECT_THROW(events_of({.containers = {"rank-2"}}), SelectionError);
  EXPECT_EQ(events_of({.types = {"Stat"}, .allow_unmatched = true}), "");
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

TEST(Selection, RefusesTimesThatAreNoNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Selection& selection : {Selection{.start = nan}, Selection{.end = nan}}) {
    EXPECT_EQ(message_of(selection), "the times of a selection: one of them is not a number");
    EXPECT_THROW(SelectedObjects(Trace{}, selection), SelectionError);
  }
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

// A program that writes slowly, or that hangs.
TEST(StopToken, EndsTheWaitForAPipe) {
  for (const std::string& begin : {std::string(), std::string(kTrace)}) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ASSERT_EQ(::write(ends[1], begin.data(), begin.size()), static_cast<ssize_t>(begin.size()));
    std::stop_source source;
    ReadOptions options;
    options.stop = source.get_token();
    std::atomic<bool> is_over = false, is_late = false;
    std::jthread stopping([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      source.request_stop();
      for (int i = 0; i < 1000 && !is_over; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      is_late = !is_over;
      ::close(ends[1]);  // so that a reading that waits ends
    });
    const Input input = Input::from_path(fmt::format("/dev/fd/{}", ends[0]));
    EXPECT_THROW(read_trace(input, options), ReadStopped) << begin.size();
    is_over = true;
    stopping.join();
    EXPECT_FALSE(is_late);
    ::close(ends[0]);
  }
}

}  // namespace
}  // namespace paje::testing
