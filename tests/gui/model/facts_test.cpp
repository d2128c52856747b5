// What is shown of a clicked object beyond what the format says.
#include <gtest/gtest.h>

#include <algorithm>
#include <paje/read.hpp>
#include <string>

#include "model/number_text.hpp"
#include "model/rows/object.hpp"

namespace paje::gui {
namespace {

TraceModel sample(const char* name) {
  const std::string path = std::string(PAJE_SAMPLES_DIR "/features/") + name;
  return {read_trace(Input::from_path(path), {.keep_user_fields = true}), "sample"};
}

TEST(Facts, TellFieldsOfTheUserByName) {
  const TraceModel run = sample("user_defined_fields.paje");
  const Facts of_state = facts_of(run, ObjectRef{TypeKind::state, run.trace().find_container("p1"),
                                                 run.trace().find_type("S"), 0});
  ASSERT_GE(of_state.size(), 4U);
  EXPECT_EQ(
      Facts(of_state.end() - 4, of_state.end()),
      (Facts{{"Tag", "7"}, {"Address", "0x1f (31)"}, {"Note", "to rank 1"}, {"Bytes", "42"}}));
}

TEST(Facts, TellTheSizeOfALinkInUnits) {
  const TraceModel run = sample("message_sizes.paje");
  const auto of_link = [&](uint64_t row) {
    const Facts facts =
        facts_of(run, ObjectRef{TypeKind::link, kRootContainer, run.trace().find_type("L"), row});
    const auto key = std::find_if(facts.begin(), facts.end(),
                                  [](const auto& fact) { return fact.first == "Key"; });
    return Facts(key, facts.end());
  };
  // In the order of their ends.
  EXPECT_EQ(of_link(0), (Facts{{"Key", "b"},
                               {"Size", "4,096 bytes (4.096 kB)"},
                               {"Tag", "7"},
                               {"Bandwidth", "8.192 kB/s"}}));
  EXPECT_EQ(of_link(1), (Facts{{"Key", "a"},
                               {"Size", "1,048,576 bytes (1.049 MB)"},
                               {"Tag", "7"},
                               {"Bandwidth", "524.3 kB/s"}}));
  EXPECT_EQ(of_link(2)[1].second, "8 bytes");
  EXPECT_EQ(of_link(3), (Facts{{"Key", "d"}}));
}

TEST(Facts, TellTheSizeOfALinkByTheFieldThatIsNamed) {
  const auto open = [](const char* field) {
    ShowOptions show;
    show.size_field = field;
    return TraceModel(read_trace(Input::from_path(PAJE_SAMPLES_DIR "/features/message_sizes.paje"),
                                 {.keep_user_fields = true}),
                      "sample", {}, show);
  };
  const TraceModel run = open("tag");
  const Facts facts =
      facts_of(run, ObjectRef{TypeKind::link, kRootContainer, run.trace().find_type("L"), 0});
  EXPECT_EQ(Facts(facts.end() - 3, facts.end()),
            (Facts{{"Size", "4096"}, {"Tag", "7 bytes"}, {"Bandwidth", "14 B/s"}}));
  EXPECT_THROW((void)open("Volume"), std::invalid_argument);
}

TEST(Facts, TellFieldsOfContainers) {
  const TraceModel run(
      read_trace(Input::from_memory("%EventDef PajeDefineContainerType 0\n% Alias string\n"
                                    "% Type string\n% Name string\n%EndEventDef\n"
                                    "%EventDef PajeCreateContainer 1\n% Time date\n"
                                    "% Alias string\n% Type string\n% Container string\n"
                                    "% Name string\n% Host string\n%EndEventDef\n"
                                    "0 P 0 Process\n1 0 p P 0 one \"a host\"\n"),
                 {.keep_user_fields = true}),
      "run");
  const Facts facts = facts_of(run, run.trace().find_container("p"));
  EXPECT_NE(std::find(facts.begin(), facts.end(), Facts::value_type("Host", "a host")),
            facts.end());
}

TEST(NumberText, BytesAreInUnitsForPeople) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1), "1 byte");
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(1000), "1,000 bytes (1 kB)");
  EXPECT_EQ(bytes_text(2.5), "2.5 bytes");
  EXPECT_EQ(short_bytes_text(999.99), "1 kB");
  EXPECT_EQ(short_bytes_text(999'999), "1 MB");
  EXPECT_EQ(short_bytes_text(12'345'678'901), "12.35 GB");
}

}  // namespace
}  // namespace paje::gui
