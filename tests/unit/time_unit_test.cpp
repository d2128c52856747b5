// Units of time, and traces whose writer's unit is known.
#include "paje/time_unit.hpp"

#include <gtest/gtest.h>

#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

std::optional<TimeUnit> known(const std::string& text) {
  return detect_time_unit(read_trace(Input::from_memory(std::string(kHeader) + text)));
}

TEST(TimeUnit, ReadsItsOwnSpelling) {
  for (const TimeUnit unit :
       {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds, TimeUnit::nanoseconds}) {
    EXPECT_EQ(time_unit(spelling(unit)), unit);
    EXPECT_EQ(in_seconds(per_second(unit), unit), 1);
  }
  EXPECT_EQ(time_unit("µs"), TimeUnit::microseconds);
  EXPECT_EQ(time_unit("min"), std::nullopt);
  EXPECT_EQ(time_unit(""), std::nullopt);
  EXPECT_EQ(exponent_of(TimeUnit::nanoseconds), -9);
}

// As StarPU begins its traces.
TEST(TimeUnit, IsMillisecondsInTracesOfStarPU) {
  const std::string workers = "0 P 0 Program\n0 W P Worker\n2 WS W \"Worker State\"\n";
  EXPECT_EQ(known(workers + "5 Fi WS FetchingInput \"1.0 .1 1.0\"\n"), TimeUnit::milliseconds);
  EXPECT_EQ(known(workers + "0 Mm P \"Memory Manager\"\n"), TimeUnit::milliseconds);
  EXPECT_EQ(known(workers + "3 prog_event P \"program event type\"\n"), TimeUnit::milliseconds);
  EXPECT_EQ(known(workers + "1 nready P \"Number of Ready Tasks\"\n"), TimeUnit::milliseconds);
}

TEST(TimeUnit, OneSignIsNotEnough) {
  const std::string workers = "0 P 0 Program\n0 W P Worker\n2 WS W \"Worker State\"\n";
  EXPECT_EQ(known(workers), std::nullopt);
  // Two of one kind are one sign.
  EXPECT_EQ(known(workers + "2 MS P \"Memory Node State\"\n"), std::nullopt);
  EXPECT_EQ(known("0 P 0 Program\n2 S P State\n5 Fi S FetchingInput \"1 0 1\"\n"
                  "5 Po S PushingOutput \"1 0 1\"\n"),
            std::nullopt);
  // Names of other kinds of definitions are not signs.
  EXPECT_EQ(known(workers + "2 X W \"Memory Manager\"\n5 I WS Initializing \"0 0 1\"\n"),
            std::nullopt);
  EXPECT_EQ(known(""), std::nullopt);
}

}  // namespace
}  // namespace paje::testing
