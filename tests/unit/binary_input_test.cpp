// Binary traces read as the text they were made of, however they come and are cut; and what is said
// of damaged ones.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

class Recorder final : public EventVisitor {
 public:
  explicit Recorder(bool reference)
      : encoder_(reference ? rastro::encode_reference() : rastro::encode_standard()) {
    encoder_->open(bytes_);
  }
  void on_definition(const EventDefinition& definition) override {
    ASSERT_FALSE(encoder_->define(definition, bytes_));
  }
  void on_event(const Event& event) override { ASSERT_FALSE(encoder_->encode(event, bytes_)); }
  std::string finish() {
    encoder_->close(bytes_);
    return bytes_;
  }

 private:
  std::unique_ptr<rastro::Encoder> encoder_;
  std::string bytes_;
};

std::string encoded(const std::string& text, bool reference, bool lenient = true) {
  Recorder recorder(reference);
  ReadOptions options;
  options.read_parts = false;
  if (lenient) options.on_problem = [](const Diagnostic&) {};
  visit_events(Input::from_memory(text), options, recorder);
  return recorder.finish();
}

// The table, and the rules that were broken.
std::string replayed(const Input& input, ReadOptions options) {
  std::string result;
  options.on_problem = [&](const Diagnostic& problem) {
    const std::string_view rule = text_of(problem.rule).name;
    // What a line of text gets wrong by its form is not in the binary trace.
    if (rule != "field-count" && rule != "bad-number" && rule != "unknown-event-id" &&
        rule != "unterminated-quote" && rule != "text-after-quote") {
      result += std::string(rule) + " '" + problem.found + "'\n";
    }
  };
  options.keep_user_fields = true;
  const Trace trace = read_trace(input, options);
  write_table(trace, {.user_fields = true}, [&](std::string_view text) { result += text; });
  return result;
}

TEST(BinaryInput, ReplaysAsItsText) {
  for (uint64_t seed = 0; seed < 120; ++seed) {
    const std::string text = RandomTrace(seed).text(150, seed % 2 == 0 ? 12 : 1000000);
    if (text.find('%', std::string_view(kHeader).size()) != std::string::npos) continue;
    ReadOptions options;
    const std::string expected = replayed(Input::from_memory(text), options);
    for (const bool reference : {false, true}) {
      const std::string bytes = encoded(text, reference);
      for (const std::size_t chunk : {std::size_t{1}, std::size_t{200}, std::size_t{1} << 16U}) {
        options.chunk_bytes = chunk;
        options.threads = 1 + static_cast<unsigned>(seed % 3);
        ASSERT_EQ(replayed(Input::from_memory(bytes), options), expected)
            << "seed " << seed << (reference ? " reference" : " standard");
      }
    }
  }
}

// Chunks are decoded ahead of those that define what their events are.
TEST(BinaryInput, DefinitionsMayStandBetweenEvents) {
  std::string text = std::string(kHeader) + "0 A 0 a-type\n2 S A state\n6 0 a1 A 0 first\n";
  for (int id = 30; id < 60; ++id) {
    text += fmt::format(
        "%EventDef PajeSetState {}\n% Time date\n% Type string\n% Container string\n"
        "% Value string\n%EndEventDef\n",
        id);
    for (int again = 0; again < 5; ++again) text += fmt::format("{} {} S a1 x\n", id, id - 30);
  }
  ReadOptions options;
  const std::string expected = replayed(Input::from_memory(text), options);
  options.threads = 3;
  for (const bool reference : {false, true}) {
    const std::string bytes = encoded(text, reference, false);
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{70}, std::size_t{1} << 16U}) {
      options.chunk_bytes = chunk;
      ASSERT_EQ(replayed(Input::from_memory(bytes), options), expected);
    }
  }
}

std::string small_trace() {
  return std::string(kHeader) +
         "0 A 0 a-type\n2 S A state\n6 0 a1 A 0 first\n12 1 S a1 \"in here\"\n13 2.5 S a1\n"
         "17 3 S a1 x \"a note\"\n";
}

TEST(BinaryInput, ACutFileIsToldWithItsByteAfterAllBeforeIt) {
  const std::string text = small_trace();
  for (const bool reference : {false, true}) {
    const std::string bytes = encoded(text, reference);
    std::size_t most = 0;
    for (std::size_t size = 4; size < bytes.size(); ++size) {
      std::size_t events = 0;
      try {
        visit_events(Input::from_memory(std::string_view(bytes).substr(0, size)), {},
                     [&](const Event&) { ++events; });
        FAIL() << size;
      } catch (const TraceError& error) {
        EXPECT_EQ(error.diagnostic().rule, Rule::damaged_record) << size;
        EXPECT_LE(error.diagnostic().where.byte, size);
        EXPECT_EQ(error.diagnostic().where.line, 0U);
      }
      EXPECT_GE(events, most);
      most = events;
    }
    EXPECT_EQ(most, 6U);
  }
}

// A record that contradicts its definition is left out, wherever chunks are cut.
TEST(BinaryInput, RecordsThatCannotBeUsedAreLeftOut) {
  const std::string text = std::string(kHeader) +
                           "0 A 0 a-type\n2 S A state\n6 0 a1 A 0 first\n12 1 S a1 one\n"
                           "12 2 S a1 two\n12 3 S a1 three\n";
  for (const bool reference : {false, true}) {
    const std::string whole = encoded(text, reference);
    // Between all records are some that belong to no event.
    std::string bytes;
    rastro::RecordReader reader;
    uint64_t bad = 0;
    for (std::size_t at = 0; at < whole.size(); at += reader.size()) {
      ASSERT_EQ(reader.read(std::string_view(whole).substr(at), at),
                rastro::RecordReader::Outcome::record);
      if (at != 0) {
        for (int i = 0; i < 3; ++i, ++bad) {
          rastro::append_record(bytes, {.type = 5000, .time_base = {}, .time = 0, .fields = {}});
        }
      }
      bytes += std::string_view(whole).substr(at, reader.size());
    }
    EXPECT_THROW((void)check_trace(Input::from_memory(bytes)), TraceError);
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{200}, std::size_t{1} << 16U}) {
      for (const unsigned threads : {1U, 3U}) {
        ReadOptions options;
        options.chunk_bytes = chunk;
        options.threads = threads;
        const std::string expected = replayed(Input::from_memory(whole), options);
        EXPECT_EQ(replayed(Input::from_memory(bytes), options), expected);
        std::vector<uint64_t> places;
        options.on_problem = [&](const Diagnostic& problem) {
          EXPECT_EQ(problem.rule, Rule::unknown_event_id);
          places.push_back(problem.where.byte);
        };
        uint64_t events = 0;
        visit_events(Input::from_memory(bytes), options, [&](const Event&) { ++events; });
        EXPECT_EQ(events, 6U);
        EXPECT_EQ(places.size(), bad);
        EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
      }
    }
  }
}

TEST(BinaryInput, IsAnErrorWhereItHasToBeBinary) {
  const auto visit = [](const Input& input) { visit_events(input, {}, [](const Event&) {}); };
  const std::string text = small_trace();
  EXPECT_NO_THROW(visit(Input::from_memory(text)));
  EXPECT_NO_THROW(visit(Input::from_memory(encoded(text, true)).as_binary()));
  try {
    visit(Input::from_memory(text).as_binary());
    ADD_FAILURE();
  } catch (const TraceError& error) {
    EXPECT_EQ(error.diagnostic().rule, Rule::damaged_record);
    EXPECT_EQ(error.diagnostic().where.byte, 0U);
  }
}

TEST(BinaryInput, ErrorsOfTheReplayNameTheRecord) {
  const std::string text = std::string(kHeader) + "0 A 0 a-type\n12 1 A 0 x\n";
  try {
    (void)check_trace(Input::from_memory(encoded(text, true)));
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_EQ(error.diagnostic().rule, Rule::wrong_kind_of_type);
    EXPECT_EQ(error.diagnostic().where.line, 0U);
    EXPECT_GT(error.diagnostic().where.byte, 100U);
    EXPECT_TRUE(error.diagnostic().source_line.empty());
  }
}

TEST(BinaryInput, NamesPartsAndIsOne) {
  std::string pattern = (std::filesystem::temp_directory_path() / "paje-parts-XXXXXX").string();
  const std::filesystem::path directory = ::mkdtemp(pattern.data());
  const std::string head = std::string(kHeader) +
                           "%EventDef PajeTraceFile 77\n% Container string\n% Type string\n"
                           "% Filename string\n%EndEventDef\n";
  const auto write = [&](const char* name, const std::string& bytes) {
    std::ofstream(directory / name, std::ios::binary) << bytes;
  };
  write("part.rst", encoded(std::string(kHeader) + "12 2 S a1 second\n", false));
  write("part.paje", "12 3 S a1 third\n");
  write("root.rst", encoded(head + "0 A 0 A\n2 S A S\n6 0 a1 A 0 a1\n12 1 S a1 first\n"
                                   "77 a1 A part.rst\n77 a1 A part.paje\n12 4 S a1 last\n",
                            true));
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{1} << 16U}) {
    ReadOptions options;
    options.chunk_bytes = chunk;
    const Trace trace = read_trace(Input::from_path(directory / "root.rst"), options);
    std::string values;
    for (const ValueId value : trace.states().value) {
      values += std::string(trace[value].name.text) + ' ';
    }
    EXPECT_EQ(values, "first second third last ");
  }
  write("part.rst", "no binary trace, nor is this text");
  try {
    (void)check_trace(Input::from_path(directory / "root.rst"));
    ADD_FAILURE();
  } catch (const TraceError& error) {
    ASSERT_EQ(error.diagnostic().named_by.size(), 1U);
    EXPECT_EQ(error.diagnostic().named_by[0].line, 0U);
  }
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace paje::testing
