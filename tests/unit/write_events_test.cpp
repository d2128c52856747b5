// Events written of a trace make the same trace: whatever a replay can make, column by column, bit
// for bit.
#include <gtest/gtest.h>

#include <string>

#include "paje/read.hpp"
#include "paje/write_events.hpp"
#include "random_trace.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

std::string written(const Trace& trace, Encoding encoding = Encoding::text) {
  std::string bytes;
  write_events(trace, encoding, [&bytes](std::string_view more) { bytes += more; });
  return bytes;
}

Trace read(const std::string& text, bool imbrication = true) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.imbrication = imbrication;
  return read_trace(Input::from_memory(text), options);
}

// Of the types A, below it B, states S of A and T of B, ...; see random_trace.hpp.
std::string small(const std::string& events) {
  return kHeader +
         std::string(
             "0 A 0 a-type\n0 B A b-type\n1 V A var\n2 S A state\n3 E A event\n"
             "4 L 0 A A link\n6 0 a1 A 0 first\n6 0 a2 A 0 second\n") +
         events;
}

void expect_same(const std::string& text) {
  const Trace trace = read(text);
  const std::string again = written(trace);
  EXPECT_EQ(whole_text(trace), whole_text(read(again))) << text << again;
}

// Lines in which a word is in place of another, and the times go back now and then.
TEST(WriteEvents, MakesTheSameTraceOfWhateverWasReplayed) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.ignore_incomplete_links = true;
  options.on_problem = [](const Diagnostic&) {};
  int destroyed = 0;
  int late = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    const std::string text =
        RandomTrace(seed).text(20 + static_cast<int>(seed % 200), 2 + seed % 40);
    const Trace trace = read_trace(Input::from_memory(text), options);
    for (const Container& container : trace.containers().subspan(1)) {
      destroyed += container.destroyed ? 1 : 0;
      const Container& parent = trace[container.parent];
      late += parent.destroyed && !container.destroyed ? 1 : 0;
    }
    const std::string again = written(trace);
    ReadOptions strict = options;
    strict.ignore_incomplete_links = false;
    strict.on_problem = [&](const Diagnostic& problem) {
      EXPECT_EQ(Rule::type_not_in_container, problem.rule) << seed << problem.found;
    };
    ASSERT_EQ(whole_text(trace), whole_text(read_trace(Input::from_memory(again), strict)))
        << seed << '\n'
        << text << '\n'
        << again;
  }
  EXPECT_GT(destroyed, 100);
  EXPECT_GT(late, 10);
}

TEST(WriteEvents, TimesComeBackBitForBit) {
  expect_same(
      small("8 -inf V a1 1\n12 -1e308 S a1 x\n13 -0 S a1\n12 0 S a1 y\n"
            "8 5e-324 V a1 0.30000000000000004\n8 2 V a1 -inf\n8 3 V a1 -0\n"
            "13 0.30000000000000004 S a1\n17 1.7976931348623157e308 E a1 x n\n"
            "12 inf S a2 x\n"));
}

TEST(WriteEvents, AtOneTimeStatesKeepTheirOrderAndDepth) {
  expect_same(
      small("12 1 S a1 x\n12 1 S a1 y\n13 1 S a1\n12 1 S a1 z\n12 1 S a1 x\n13 1 S a1\n"
            "13 1 S a1\n13 1 S a1\n11 1 S a1 x\n11 1 S a1 y\n12 1 S a1 z\n11 1 S a1 x\n"
            "14 1 S a1\n12 1 S a1 y\n13 2 S a1\n"));
}

// The last state of all may end before the one around it, and the next begin before that ends.
TEST(WriteEvents, StatesMayOverlapAsTheReplayAllows) {
  expect_same(small("12 1 S a1 x\n12 2 S a1 y\n13 3 S a1\n13 9 S a1\n12 4 S a1 z\n13 5 S a1\n"));
}

TEST(WriteEvents, LinksKeepTheOrderOfTheirArrival) {
  expect_same(
      small("15 1 L 0 a1 x k1\n15 2 L 0 a2 x k2\n16 5 L 0 a1 x k2\n16 5 L 0 a2 x k1\n"
            "16 6 L 0 a1 x \"k 3\"\n15 7 L 0 a2 x \"k 3\"\n15 7 L 0 a2 x k4\n"
            "16 7 L 0 a2 x k4\n"));
}

// Both halves of links and both events of states have fields, in the order in which they came.
TEST(WriteEvents, UserDefinedFieldsStayInOrder) {
  std::string header = kHeader;
  const auto add_field = [&header](const std::string& event, const std::string& name) {
    const std::size_t at = header.find("%EndEventDef", header.find(event));
    header.insert(at, "% " + name + " string\n");
  };
  add_field("PajeStartLink", "Size");
  add_field("PajeEndLink", "Tag");
  add_field("PajePushState", "Begin");
  add_field("PajePopState", "End");
  add_field("PajeSetVariable", "Why");
  const std::string types = "0 A 0 a\n1 V A v\n2 S A s\n4 L 0 A A l\n6 0 a1 A 0 x\n6 0 a2 A 0 y\n";
  expect_same(header + types +
              "16 1 L 0 a1 x k1 \"end first\"\n15 1 L 0 a2 x k1 9\n15 2 L 0 a1 x k2 8\n"
              "16 2 L 0 a1 x k2 then\n16 3 L 0 a1 x k3 later\n15 4 L 0 a1 x k3 7\n"
              "15 6 L 0 a1 x k4 late\n16 5 L 0 a1 x k4 early\n");
  expect_same(header + types +
              "12 1 S a1 x first\n12 1 S a1 y second\n13 2 S a1 out\n12 2 S a1 y third\n"
              "13 3 S a1 \"\"\n11 4 S a1 x\n11 5 S a1 y\n13 6 S a1 \"of a set one\"\n"
              "8 1 V a1 2 because\n8 1 V a1 3 again\n8 4 V a1 2 so\n");
}

TEST(WriteEvents, TheTraceEndsWhereNothingOfItDoes) {
  expect_same(small("12 1 S a1 x\n13 2 S a1\n14 7 S a2\n"));  // a reset of nothing
  expect_same(small("7 1 A a1\n7 1 A a2\n12 7 S a1 x\n"));    // it is destroyed
  expect_same(kHeader + std::string("0 A 0 a\n6 0 a1 A 0 x\n7 1 A a1\n7 7 A a1\n"));  // twice
  expect_same(kHeader + std::string("0 A 0 a\n"));
  expect_same(kHeader);
}

// The root container ends at 0 then, its states and values with the trace.
TEST(WriteEvents, ATraceMayEndBefore0) {
  const std::string header = kHeader + std::string("0 A 0 a\n1 V 0 var\n2 S 0 state\n");
  expect_same(header + "8 -7 V 0 1.5\n6 -5 a1 A 0 x\n");
  expect_same(header + "8 -7 V 0 1.5\n8 -6 V 0 2\n12 -6 S 0 y\n");
}

// All that lives ends with the trace: what shows it may be a destruction.
TEST(WriteEvents, TheEndOfTraceWithoutStatesIsADestruction) {
  const std::string header = kHeader;
  ReadOptions options;
  options.stop_at = 7;
  const Trace trace = read_trace(
      Input::from_memory(header + "0 A 0 a\n1 V A v\n6 0 a1 A 0 x\n8 1 V a1 3\n"), options);
  const Trace again = read(written(trace));
  EXPECT_EQ(trace.end_time(), again.end_time());
  EXPECT_EQ(trace.variables().end[0], again.variables().end[0]);
}

TEST(WriteEvents, WhatOutlivesADestroyedContainerIsCreatedAfterwards) {
  const std::string types =
      kHeader + std::string("0 A 0 a\n0 B A b\n0 C B c\n2 T B t\n2 R C r\n6 0 a1 A 0 a1\n");
  expect_same(types +
              "6 1 b1 B a1 b1\n12 2 T b1 x\n7 10 A a1\n6 3 b2 B a1 b2\n12 4 T b2 x\n"
              "6 5 b3 B a1 b3\n12 6 T b3 y\n7 9 B b3\n");
  expect_same(types + "6 1 b1 B a1 b1\n7 5 B b1\n6 3 c1 C b1 c1\n12 4 R c1 x\n7 10 A a1\n");
  expect_same(types +
              "6 1 b1 B a1 b1\n7 5 B b1\n6 3 c1 C b1 c1\n12 4 R c1 x\n7 10 A a1\n"
              "6 2 c2 C b1 c2\n12 20 R c2 x\n");
}

// Several containers that nobody destroys are created after their parent's end; ids stay in order.
TEST(WriteEvents, ContainersKeepTheirOrderWhateverTheirTimes) {
  expect_same(
      small("6 9 a3 A 0 third\n6 1 a4 A 0 fourth\n12 2 S a4 x\n12 3 S a3 x\n"
            "6 5 \"a 5\" A 0 third\n6 5 plain A 0 \"plain\"\n"));
}

TEST(WriteEvents, EventsComeInTheOrderOfTimes) {
  const std::string text = written(
      read(small("12 5 S a2 x\n13 6 S a2\n12 1 S a1 y\n13 7 S a1\n17 2 E a2 x n\n8 3 V a1 1\n")));
  double last = -1;
  std::size_t events = 0;
  ReadOptions options;
  class Times final : public EventVisitor {
   public:
    Times(double& last, std::size_t& events) : last_(last), events_(events) {}
    void on_event(const Event& event) override {
      if (!event.time()) return;
      EXPECT_LE(last_, *event.time());
      last_ = *event.time();
      ++events_;
    }

   private:
    double& last_;
    std::size_t& events_;
  } times(last, events);
  visit_events(Input::from_memory(text), options, times);
  EXPECT_EQ(8U, events);
  EXPECT_EQ(7, last);
}

// Without imbrication a push ends the state below, which no push does with imbrication.
TEST(WriteEvents, RefusesStatesThatNoEventsMake) {
  const Trace flat = read(small("12 1 S a1 x\n12 2 S a1 y\n13 3 S a1\n13 4 S a1\n"), false);
  try {
    (void)written(flat);
    FAIL() << "nothing was thrown";
  } catch (const WriterError& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("'state' in container 'first'"))
        << error.what();
  }
  const Trace plain = read(small("11 1 S a1 x\n11 2 S a1 y\n12 1 S a2 x\n13 3 S a2\n"), false);
  EXPECT_EQ(whole_text(plain), whole_text(read(written(plain))));
}

TEST(WriteEvents, RefusesWhatHappensAfterTheEnd) {
  ReadOptions options;
  options.stop_at = 2;
  const Trace trace =
      read_trace(Input::from_memory(small("12 1 S a1 x\n6 5 a3 A 0 later\n")), options);
  EXPECT_THROW((void)written(trace), WriterError);
}

}  // namespace
}  // namespace paje::testing
