// Binary traces: what the two encodings write they read again, bit for bit and word for word; what
// librastro wrote is read and written alike; and whatever is done to a file, the end is an error at
// a byte offset after every whole record before it.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/number_spelling.hpp"
#include "formats/rastro.hpp"
#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"

namespace paje::rastro {
namespace {

using Lines = std::vector<std::string>;
using Word = std::variant<double, std::string>;

EventDefinition defined(EventKind kind, int64_t id,
                        const std::vector<std::pair<std::string, FieldType>>& fields) {
  EventDefinition definition;
  definition.kind = kind;
  definition.id = id;
  for (const auto& [text, type] : fields) {
    definition.fields.push_back({field_name(kind, text, false), type, text});
  }
  definition.index_fields();
  return definition;
}

std::string shown(const EventDefinition& definition) { return "% " + definition.to_text(); }

std::string shown(const Event& event) {
  std::string text = std::to_string(event.definition->id);
  for (const FieldValue& field : event.fields) {
    text += field.is_number() ? " <" + std::to_string(std::bit_cast<uint64_t>(field.number())) + ">"
                              : " [" + std::string(field.text()) + "]";
  }
  return text;
}

// Definitions and events in an order of their own.
class Script {
 public:
  void define(EventDefinition definition) {
    definitions_.push_back(std::make_unique<EventDefinition>(std::move(definition)));
    steps_.push_back({definitions_.back().get(), true, {}});
  }
  void event(int64_t id, std::vector<Word> words) {
    const auto found = std::find_if(definitions_.begin(), definitions_.end(),
                                    [&](const auto& each) { return each->id == id; });
    steps_.push_back({found->get(), false, std::move(words)});
  }

  [[nodiscard]] Lines lines() const {
    Lines lines;
    walk([&](const EventDefinition& definition) { lines.push_back(shown(definition)); },
         [&](const Event& event) { lines.push_back(shown(event)); });
    return lines;
  }
  [[nodiscard]] std::string encoded(Encoder& encoder) const {
    std::string bytes;
    const auto check = [](const std::optional<RecordError>& error) {
      EXPECT_FALSE(error) << error->found << ", expected " << error->expected;
    };
    encoder.open(bytes);
    walk([&](const EventDefinition& definition) { check(encoder.define(definition, bytes)); },
         [&](const Event& event) { check(encoder.encode(event, bytes)); });
    encoder.close(bytes);
    return bytes;
  }

 private:
  struct Step {
    const EventDefinition* definition;
    bool defines;
    std::vector<Word> words;
  };

  template <typename OnDefinition, typename OnEvent>
  void walk(const OnDefinition& on_definition, const OnEvent& on_event) const {
    for (const Step& step : steps_) {
      if (step.defines) {
        on_definition(*step.definition);
        continue;
      }
      std::vector<FieldValue> fields;
      for (const Word& word : step.words) {
        const auto* number = std::get_if<double>(&word);
        fields.push_back(number != nullptr
                             ? FieldValue::of_number(*number)
                             : FieldValue::of_text(std::get<std::string>(word), false));
      }
      on_event(Event{step.definition, fields, 0});
    }
  }

  std::vector<std::unique_ptr<EventDefinition>> definitions_;
  std::vector<Step> steps_;
};

class Collector final : public EventSink {
 public:
  void on_definition(const EventDefinition& definition) override {
    lines.push_back(shown(definition));
  }
  void on_event(const Event& event, uint64_t offset) override {
    lines.push_back(shown(event));
    offsets.push_back(offset);
  }
  Lines lines;
  std::vector<uint64_t> offsets;
};

struct Decoded {
  Lines lines;
  std::vector<uint64_t> offsets;
  std::optional<RecordError> error;
};

// In steps of that many new bytes; each block is memory of its own, so that a sanitizer sees a byte
// that is read after it.
Decoded decoded(Decoder& decoder, std::string_view bytes, std::size_t step = SIZE_MAX) {
  Collector collector;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<RecordError> error;
  while (end < bytes.size() && !error) {
    end += std::min(step, bytes.size() - end);
    const std::vector<char> block(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                                  bytes.begin() + static_cast<std::ptrdiff_t>(end));
    const auto result = decoder.decode({block.data(), block.size()}, collector);
    EXPECT_LE(result.consumed, block.size());
    begin += result.consumed;
    error = result.error;
  }
  const auto at_end = decoder.finish(bytes.substr(begin));
  EXPECT_TRUE(!error || at_end) << "an error is final";
  return {std::move(collector.lines), std::move(collector.offsets), at_end};
}

struct Encoding {
  const char* name;
  std::unique_ptr<Encoder> (*encode)(EncoderOptions);
  std::unique_ptr<Decoder> (*decode)();
};

constexpr Encoding kStandard = {"standard", encode_standard, decode_standard};
constexpr Encoding kReference = {"reference", encode_reference, decode_reference};

class BothEncodings : public ::testing::TestWithParam<Encoding> {
 protected:
  [[nodiscard]] static std::string encoded(const Script& script, EncoderOptions options = {}) {
    return script.encoded(*GetParam().encode(std::move(options)));
  }
  [[nodiscard]] static Decoded decoded_again(std::string_view bytes, std::size_t step = SIZE_MAX) {
    return decoded(*GetParam().decode(), bytes, step);
  }
  static void expect_round_trip(const Script& script) {
    const std::string bytes = encoded(script);
    EXPECT_EQ(bytes.size() % 4, 0U);
    const Decoded back = decoded_again(bytes);
    EXPECT_FALSE(back.error) << back.error->offset << ": " << back.error->found << ", expected "
                             << back.error->expected;
    EXPECT_EQ(back.lines, script.lines());
    // One decoder reads both.
    EXPECT_EQ(decoded(*decode_reference(), bytes).lines, script.lines());
  }
};

INSTANTIATE_TEST_SUITE_P(Rastro, BothEncodings, ::testing::Values(kStandard, kReference),
                         [](const auto& each) { return std::string(each.param.name); });

using enum EventKind;
constexpr FieldType kString = FieldType::string;
constexpr FieldType kFloat = FieldType::float_number;
constexpr FieldType kDouble = FieldType::double_number;
constexpr FieldType kInt = FieldType::int_number;
constexpr FieldType kHex = FieldType::hex_number;
constexpr FieldType kDate = FieldType::date;
constexpr FieldType kColor = FieldType::color;

// What data/binary/sample.paje says.
Script sample() {
  Script script;
  script.define(defined(define_container_type, 0,
                        {{"Alias", kString}, {"Type", kString}, {"Name", kString}}));
  script.define(
      defined(define_state_type, 2, {{"Alias", kString}, {"Type", kString}, {"Name", kString}}));
  script.define(
      defined(define_variable_type, 3,
              {{"Alias", kString}, {"Type", kString}, {"Name", kString}, {"Color", kColor}}));
  script.define(defined(create_container, 6,
                        {{"Time", kDate},
                         {"Alias", kString},
                         {"Type", kString},
                         {"Container", kString},
                         {"Name", kString}}));
  script.define(
      defined(destroy_container, 7, {{"Time", kDate}, {"Type", kString}, {"Name", kString}}));
  script.define(
      defined(set_state, 9,
              {{"Time", kDate}, {"Type", kString}, {"Container", kString}, {"Value", kString}}));
  script.define(
      defined(set_variable, 13,
              {{"Time", kDate}, {"Type", kString}, {"Container", kString}, {"Value", kDouble}}));
  script.event(0, {"1", "0", "HOST"});
  script.event(2, {"S", "1", "Thread state"});
  script.event(3, {"V", "1", "load", "0.1 0.5 1"});
  script.event(6, {0.25, "h1", "1", "0", "host 1"});
  script.event(9, {0.5, "S", "h1", "running"});
  script.event(13, {0.75, "V", "h1", 0.125});
  script.event(9, {1.5, "S", "h1", "waiting"});
  script.event(13, {2.0, "V", "h1", 12345.678});
  script.event(9, {2.5, "S", "h1", "running"});
  script.event(7, {3.125, "1", "h1"});
  return script;
}

// Definitions beyond the original: renumbered ids, user-defined fields, all types.
Script beyond() {
  Script script;
  script.define(defined(push_state, 888,
                        {{"Value", kString},
                         {"Time", kDate},
                         {"Size", kInt},
                         {"Type", kString},
                         {"Rate", kFloat},
                         {"Address", kHex},
                         {"Container", kString},
                         {"Weight", kDouble}}));
  script.event(888, {"v", 1.5, "007", "t", "0.1", "0x1f", "c", "0.500000"});
  script.event(888, {"", -2.0, "7", "t", "many", "1F", "c", "0.5"});
  script.define(
      defined(pop_state, 999, {{"Container", kString}, {"Type", kString}, {"Time", kDouble}}));
  script.event(999, {"c", "t", 3.0});
  return script;
}

template <typename Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

TEST(Records, HaveTheBytesOfTheSpecification) {
  const Field fields[] = {Field::of_double(0.25), Field::of_u64(1),   Field::of_float(0.5F),
                          Field::of_u32(2),       Field::of_u16(3),   Field::of_u8(4),
                          Field::of_text("a"),    Field::of_text(""), Field::of_text("abc")};
  std::string bytes;
  append_record(bytes, {.type = 5, .time_base = TimeBase{6, 7}, .time = 8, .fields = fields});
  ASSERT_EQ(bytes.size(), 4U + 16 + 8 + 4 + 8 + 8 + 4 + 4 + 2 + 1 + 5 + 4 + 4);
  EXPECT_EQ(number_at<uint32_t>(bytes, 0), 5U << 18U | 1U << 16U | 0x2437U);
  EXPECT_EQ(number_at<uint64_t>(bytes, 4), 6U);
  EXPECT_EQ(number_at<uint64_t>(bytes, 12), 7U);
  EXPECT_EQ(number_at<uint64_t>(bytes, 20), 8U);
  EXPECT_EQ(number_at<uint32_t>(bytes, 28), 1U << 29U | 0x5611100U);
  EXPECT_EQ(number_at<double>(bytes, 32), 0.25);
  EXPECT_EQ(number_at<uint64_t>(bytes, 40), 1U);
  EXPECT_EQ(number_at<float>(bytes, 48), 0.5F);
  EXPECT_EQ(number_at<uint32_t>(bytes, 52), 2U);
  EXPECT_EQ(number_at<uint16_t>(bytes, 56), 3U);
  EXPECT_EQ(number_at<uint8_t>(bytes, 58), 4U);
  EXPECT_EQ(bytes.substr(59), std::string("a\0\0\0\0\0\0\0\0abc\0", 13));
}

TEST(Records, KeepAnyNumberOfFields) {
  for (std::size_t count : {0U, 1U, 4U, 5U, 11U, 12U, 18U, 19U, 1000U}) {
    std::vector<Field> fields;
    for (std::size_t i = 0; i < count; ++i) {
      fields.push_back(i % 3 == 0 ? Field::of_u8(static_cast<uint8_t>(i)) : Field::of_text("w"));
    }
    std::string bytes;
    append_record(bytes, {.type = kMostType, .time_base = {}, .time = 1, .fields = fields});
    RecordReader reader;
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      ASSERT_EQ(reader.read(bytes.substr(0, cut), 0), RecordReader::Outcome::incomplete);
    }
    const std::string more = bytes + "more";
    ASSERT_EQ(reader.read(more, 0), RecordReader::Outcome::record);
    EXPECT_EQ(reader.size(), bytes.size());
    EXPECT_EQ(reader.record().type, kMostType);
    EXPECT_EQ(reader.record().time, 1U);
    EXPECT_TRUE(std::equal(fields.begin(), fields.end(), reader.record().fields.begin(),
                           reader.record().fields.end()));
  }
}

std::string with_header(uint32_t header) {
  std::string bytes(12, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

TEST(Records, WithUnknownFieldCodesAreRefused) {
  RecordReader reader;
  ASSERT_EQ(reader.read(with_header(1U << 17U | 0x1800U), 100), RecordReader::Outcome::bad);
  EXPECT_EQ(reader.error().offset, 100U);
  EXPECT_EQ(reader.error().found, "field code 8");
  EXPECT_EQ(reader.error().expected, "a field code from 0 to 7");
  ASSERT_EQ(reader.read(with_header(1U << 17U | 0x1010U), 0), RecordReader::Outcome::bad);
  EXPECT_EQ(reader.error().found, "field code 1");
  EXPECT_EQ(reader.error().expected, "0, since the code before it is 0");
}

TEST(Records, SayWhatIsMissing) {
  RecordReader reader;
  ASSERT_EQ(reader.read(with_header(1U << 17U | 0x1000U) + "abc", 40),
            RecordReader::Outcome::incomplete);
  EXPECT_EQ(reader.error().offset, 55U);
  EXPECT_EQ(reader.error().found, "the end of the file");
  EXPECT_EQ(reader.error().expected, "the NUL that ends a string of the record at byte 40");
}

std::string sample_file(const std::string& name) {
  std::ifstream file(PAJE_TEST_DATA "/binary/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_P(BothEncodings, ReadWhatLibrastroWroteAndWriteTheSame) {
  const std::string bytes = sample_file("sample." + std::string(GetParam().name) + ".rst");
  ASSERT_FALSE(bytes.empty());
  const auto decoder = GetParam().decode();
  const Decoded back = decoded(*decoder, bytes);
  EXPECT_FALSE(back.error);
  EXPECT_EQ(back.lines, sample().lines());
  EncoderOptions options{.opening = *decoder->opening(), .names = Names::where_needed};
  EXPECT_EQ(options.opening.host, "vm");
  EXPECT_EQ(options.opening.time_base, (TimeBase{1000, 1'000'000'000}));
  EXPECT_EQ(encoded(sample(), options), bytes);
}

TEST_P(BothEncodings, KeepATrace) {
  expect_round_trip(sample());
  expect_round_trip(beyond());
}

TEST_P(BothEncodings, SayWhereEventsStand) {
  const std::string bytes = encoded(sample());
  for (const uint64_t offset : decoded_again(bytes).offsets) {
    EXPECT_LT(record_type(std::string_view(bytes).substr(offset)), 14);
  }
}

TEST_P(BothEncodings, KeepAnyId) {
  Script script;
  for (const int64_t id : {int64_t{888}, int64_t{16381}, int64_t{999}, int64_t{20000},
                           int64_t{16380}, int64_t{-1}, INT64_MIN, INT64_MAX, int64_t{0}}) {
    script.define(defined(define_event_type, id, {{"Name", kString}, {"Type", kString}}));
    script.event(id, {std::to_string(id), "0"});
  }
  expect_round_trip(script);
}

TEST_P(BothEncodings, UseAllIdsThereAre) {
  const auto encoder = GetParam().encode({});
  std::string bytes;
  encoder->open(bytes);
  const auto definition = [](int64_t id) {
    return defined(define_event_type, id, {{"Name", kString}, {"Type", kString}});
  };
  for (int64_t id = 100'000; id < 100'000 + 16'380; ++id) {
    ASSERT_FALSE(encoder->define(definition(id), bytes));
  }
  const auto error = encoder->define(definition(5), bytes);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->expected, "at most 16380 definitions");
  encoder->close(bytes);
  const Decoded back = decoded_again(bytes);
  EXPECT_FALSE(back.error);
  EXPECT_EQ(back.lines.size(), 16'380U);
  EXPECT_EQ(back.lines.back(), shown(definition(100'000 + 16'379)));
}

TEST_P(BothEncodings, DefineWhatAnEventNeeds) {
  const EventDefinition definition =
      defined(define_event_type, 20000, {{"Name", kString}, {"Type", kString}});
  const FieldValue fields[] = {FieldValue::of_text("n", false), FieldValue::of_text("0", false)};
  const auto encoder = GetParam().encode({});
  std::string bytes;
  encoder->open(bytes);
  EXPECT_FALSE(encoder->encode({&definition, fields, 0}, bytes));
  EXPECT_FALSE(encoder->encode({&definition, fields, 0}, bytes));
  encoder->close(bytes);
  EXPECT_EQ(decoded_again(bytes).lines,
            (Lines{shown(definition), "20000 [n] [0]", "20000 [n] [0]"}));
  const auto error = encoder->define(definition, bytes);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->rule, Rule::duplicate_event_id);
}

TEST_P(BothEncodings, KeepMoreStringsThanU16Counts) {
  Script script;
  script.define(defined(define_event_type, 1, {{"Name", kString}, {"Type", kString}}));
  for (int i = 0; i < 70'000; ++i) script.event(1, {"name " + std::to_string(i), "0"});
  script.event(1, {"name 0", "name 65533"});
  script.event(1, {"name 65535", "name 69999"});
  expect_round_trip(script);
}

TEST(ReferenceEncoding, TurnsToU32WhereU16Ends) {
  Script script;
  script.define(defined(define_event_type, 1, {{"Name", kString}, {"Type", kString}}));
  for (int i = 0; i < 65'537; ++i) script.event(1, {std::to_string(i), "0"});
  const std::string bytes = script.encoded(*encode_reference());
  const Decoded back = decoded(*decode_reference(), bytes);
  const auto codes = [&](std::size_t event) {
    RecordReader reader;
    EXPECT_EQ(reader.read(std::string_view(bytes).substr(back.offsets[event]), 0),
              RecordReader::Outcome::record);
    std::vector<Field> fields(reader.record().fields.begin(), reader.record().fields.end());
    return fields;
  };
  EXPECT_EQ(codes(65'535), (std::vector{Field::of_u16(65'535), Field::of_u16(0)}));
  EXPECT_EQ(codes(65'536), (std::vector{Field::of_u32(65'536), Field::of_u16(0)}));
}

// Of those that text can hold.
TEST_P(BothEncodings, KeepAnyBytesOfAString) {
  Script script;
  script.define(defined(define_event_type, 1, {{"Name", kString}, {"Type", kColor}}));
  std::string all;
  for (int c = 1; c < 256; ++c) {
    if (c != '"' && c != '\n') all += static_cast<char>(c);
  }
  script.event(1, {std::string(5000, 'x'), ""});
  script.event(1, {"", ""});
  script.event(1, {all, "caf\xE9"});
  script.event(1, {std::string(1 << 20, '\xFF'), "two words"});
  script.event(1, {"a\"b", "b\""});
  expect_round_trip(script);
}

// Short ones and long ones: each way of decoding has its own.
TEST_P(BothEncodings, ReadWordsThatTextCanHold) {
  const std::pair<std::string, std::string> kWords[] = {{"\"in quotes\"", "in quotes"},
                                                        {"\"\"", ""},
                                                        {"\"", "'"},
                                                        {"\"open", "'open"},
                                                        {"say \"hi\"", "say 'hi'"},
                                                        {"\"a\"b\"", "a'b"},
                                                        {"two\nlines", "two lines"},
                                                        {"\"\n\"", " "},
                                                        {"#\"", "#'"}};
  for (const std::size_t length : {std::size_t{0}, std::size_t{80}}) {
    Script script, expected;
    for (Script* each : {&script, &expected}) {
      each->define(defined(
          new_event, 1,
          {{"Time", kDate}, {"Type", kString}, {"Container", kString}, {"Value", kString}}));
    }
    for (int round = 0; round < 3; ++round) {
      for (const auto& [string, word] : kWords) {
        const std::string plain(length, 'x');
        script.event(1, {0.5, plain, "c", string});
        expected.event(1, {0.5, plain, "c", word});
        script.event(1, {0.5, string, plain, "v"});
        expected.event(1, {0.5, word, plain, "v"});
      }
    }
    const auto decoder = GetParam().decode();
    const Decoded back = decoded(*decoder, encoded(script));
    EXPECT_FALSE(back.error);
    EXPECT_EQ(back.lines, expected.lines());
    const bool has_table = GetParam().decode == decode_reference;
    EXPECT_EQ(decoder->mended().count, has_table ? 7U : 2 * 3 * 7U);
    EXPECT_EQ(decoder->mended().first, "\"");
  }
}

TEST_P(BothEncodings, RefuseToWriteANul) {
  const EventDefinition definition =
      defined(define_event_type, 1, {{"Name", kString}, {"Type", kString}});
  const std::string nul("a\0b", 3);
  const FieldValue fields[] = {FieldValue::of_text("n", false), FieldValue::of_text(nul, false)};
  const auto encoder = GetParam().encode({});
  std::string bytes;
  const auto error = encoder->encode({&definition, fields, 0}, bytes);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->found, nul);
  EXPECT_EQ(error->expected, "a word without a NUL byte");
  EXPECT_TRUE(bytes.empty());
}

TEST_P(BothEncodings, KeepFortyUserDefinedFields) {
  std::vector<std::pair<std::string, FieldType>> fields = {
      {"Time", kDate}, {"Type", kString}, {"Container", kString}, {"Value", kString}};
  std::vector<Word> words = {1.0, "t", "c", "v"};
  for (int i = 0; i < 40; ++i) {
    fields.insert(fields.begin() + i % 5,
                  {"Own" + std::to_string(i), static_cast<FieldType>(i % 7)});
    words.insert(words.begin() + i % 5, std::to_string(i));
  }
  Script script;
  script.define(defined(set_state, 12, fields));
  script.event(12, words);
  expect_round_trip(script);
}

constexpr const char* kOddNumbers[] = {
    "0",     "7",          "007",      "1e3",      "-0",   "-1",       "18446744073709551615",
    "1.0",   "4294967295", "0x1f",     "0x1F",     "0x0",  "0x",       "18446744073709551616",
    "00",    "4294967296", "0.500000", "0.1",      "1f",   "+1",       "1234567.891",
    "",      "abc",        "inf",      "-nan",     "NaN",  "nan",      "0.30000000000000004",
    "1e999", "16777217",   "1e-45",    "3.5e+38",  "1E3",  "0x1p3",    "5e-324",
    "--1",   "1e+22",      "12345678", "16777216", "1e22", "0.1 0.5 1"};

TEST_P(BothEncodings, KeepTheSpellingOfWords) {
  for (const FieldType type : {kString, kFloat, kDouble, kInt, kHex, kDate, kColor}) {
    Script script;
    script.define(
        defined(define_event_type, 1, {{"Own", type}, {"Name", kString}, {"Type", type}}));
    for (const char* word : kOddNumbers) script.event(1, {word, word, word});
    expect_round_trip(script);
  }
}

TEST_P(BothEncodings, ShortenSpellingsOnDemand) {
  Script script;
  script.define(defined(define_event_type, 1,
                        {{"Own", kDouble}, {"Name", kString}, {"Type", kString}, {"F", kFloat}}));
  script.event(1, {"0.500000", "0.500000", "0", "1e0"});
  const std::string bytes = encoded(script, {.keep_spellings = false});
  EXPECT_EQ(decoded_again(bytes).lines[1], "1 [0.5] [0.500000] [0] [1]");
}

TEST_P(BothEncodings, KeepEveryBitOfANumber) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double nan_with_payload = std::bit_cast<double>(uint64_t{0x7FF8000000000123});
  const double numbers[] = {0.0,
                            -0.0,
                            1.0,
                            -1.5,
                            -1e-300,
                            0.1,
                            0.1F,
                            1.0 / 3,
                            1234567.891,
                            4294967295.0,
                            4294967296.0,
                            18446744073709549568.0,
                            18446744073709551616.0,
                            1e22,
                            1e300,
                            16777217.0,
                            5e-324,
                            1.4e-45,
                            3.4028234663852886e38,
                            kInfinity,
                            -kInfinity,
                            std::numeric_limits<double>::quiet_NaN(),
                            -std::numeric_limits<double>::quiet_NaN()};
  for (const FieldType type : {kString, kFloat, kDouble, kInt, kHex, kDate, kColor}) {
    Script script;
    script.define(
        defined(set_variable, 1,
                {{"Type", kString}, {"Value", type}, {"Container", kString}, {"Time", type}}));
    for (const double number : numbers) {
      script.event(1, {"t", number, "c", std::isnan(number) ? 1.0 : number});  // no time is NaN
    }
    if (type == kDouble || type == kDate || type == kFloat) {
      script.event(1, {"t", nan_with_payload, "c", 1.0});
    }
    expect_round_trip(script);
  }
}

class RandomScript {
 public:
  explicit RandomScript(uint32_t seed) : random_(seed) {}

  /// `events`: at most that many after each definition.
  Script make(std::size_t events = 4) {
    Script script;
    for (int64_t id = 0; id < 3; ++id) {
      const auto kind = static_cast<EventKind>(below(kEventKinds));
      definitions_.push_back(definition(kind, id * 444));
      script.define(definitions_.back());
      for (std::size_t i = below(events + 1); i > 0; --i) {
        const EventDefinition& any = definitions_[below(definitions_.size())];
        script.event(any.id, words(any));
      }
    }
    return script;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  EventDefinition definition(EventKind kind, int64_t id) {
    std::vector<std::pair<std::string, FieldType>> fields;
    for (std::size_t i = 0; i < kFieldNames; ++i) {
      const auto name = static_cast<FieldName>(i);
      const bool required = (rule_of(kind).required & bit(name)) != 0;
      if (!required && below(3) != 0) continue;
      const std::string text =
          name == FieldName::user_defined ? "Own" : std::string(spelling(name));
      fields.emplace_back(text, static_cast<FieldType>(below(7)));
    }
    std::shuffle(fields.begin(), fields.end(), random_);
    return defined(kind, id, fields);
  }

  std::vector<Word> words(const EventDefinition& definition) {
    std::vector<Word> words;
    for (const FieldDefinition& field : definition.fields) {
      const bool computed = definition.kind == set_variable || definition.kind == add_variable ||
                            definition.kind == sub_variable;
      if (field.name == FieldName::time || (field.name == FieldName::value && computed)) {
        words.emplace_back(static_cast<double>(below(8)) / (below(2) == 0 ? 1.0 : 10.0));
      } else {
        words.emplace_back(kOddNumbers[below(std::size(kOddNumbers))]);
      }
    }
    return words;
  }

  std::mt19937 random_;
  std::vector<EventDefinition> definitions_;
};

TEST_P(BothEncodings, KeepRandomTraces) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const Script script = RandomScript(seed).make();
    expect_round_trip(script);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

// With records enough to be decoded the fast way.
TEST_P(BothEncodings, KeepLongRandomTraces) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const Script script = RandomScript(seed).make(300);
    expect_round_trip(script);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST_P(BothEncodings, DoNotDependOnBlocks) {
  for (const Script& script : {sample(), beyond(), RandomScript(5).make(20)}) {
    const std::string bytes = encoded(script);
    for (std::size_t step = 1; step <= bytes.size(); step += step < 40 ? 1 : 37) {
      const Decoded back = decoded_again(bytes, step);
      ASSERT_FALSE(back.error);
      ASSERT_EQ(back.lines, script.lines()) << step;
    }
  }
}

bool begins_with(const Lines& lines, const Lines& beginning) {
  return lines.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), lines.begin());
}

TEST_P(BothEncodings, EndInAnErrorWhereverAFileIsCut) {
  for (const Script& script : {sample(), beyond()}) {
    const std::string bytes = encoded(script);
    std::size_t lines_before = 0;
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      const Decoded back = decoded_again(std::string_view(bytes).substr(0, cut));
      ASSERT_TRUE(back.error) << cut;
      ASSERT_LE(back.error->offset, cut);
      ASSERT_FALSE(back.error->found.empty());
      ASSERT_FALSE(back.error->expected.empty());
      ASSERT_TRUE(begins_with(script.lines(), back.lines)) << cut;
      ASSERT_GE(back.lines.size(), lines_before);
      lines_before = back.lines.size();
    }
    EXPECT_EQ(lines_before, script.lines().size());
  }
}

TEST_P(BothEncodings, DeliverWhatStandsBeforeADamagedBit) {
  for (const Script& script : {sample(), beyond()}) {
    const std::string bytes = encoded(script);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const Lines before = decoded_again(std::string_view(bytes).substr(0, i)).lines;
      for (unsigned flipped = 0; flipped < 8; ++flipped) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ (1U << flipped));
        const Decoded back = decoded_again(damaged);
        ASSERT_TRUE(begins_with(back.lines, before)) << i;
        ASSERT_TRUE(!back.error || back.error->offset <= bytes.size()) << i;
      }
    }
  }
}

TEST_P(BothEncodings, SurviveAnyDamage) {
  std::mt19937 random(1);
  std::vector<std::string> files = {encoded(sample()), encoded(beyond())};
  // Pieces as small as those below are never decoded the fast way, long files in one piece are.
  for (uint32_t seed = 0; seed < 8; ++seed) files.push_back(encoded(RandomScript(seed).make(40)));
  for (int round = 0; round < 10'000; ++round) {
    std::string bytes = files[random() % files.size()];
    for (auto flips = 1 + random() % 20; flips > 0; --flips) {
      char& damaged = bytes[random() % bytes.size()];
      damaged = static_cast<char>(damaged ^ (1U << random() % 8));
    }
    const Decoded whole = decoded_again(bytes);
    const Decoded pieces = decoded_again(bytes, 1 + random() % 64);
    ASSERT_EQ(whole.lines, pieces.lines);
    ASSERT_EQ(whole.error.has_value(), pieces.error.has_value());
    if (whole.error) {
      ASSERT_EQ(whole.error->offset, pieces.error->offset);
    }
  }
}

// A file of these records between an opening and a closing one.
struct Bytes {
  std::string bytes;
  Bytes() { append_opening(bytes, {}); }
  Bytes& add(uint16_t type, std::vector<Field> fields) {
    append_record(bytes, {.type = type, .time_base = {}, .time = 0, .fields = fields});
    return *this;
  }
  Bytes& define(std::initializer_list<uint32_t> codes, std::vector<Field> others = {}) {
    std::vector<Field> fields;
    for (const uint32_t code : codes) fields.push_back(Field::of_u32(code));
    fields.insert(fields.end(), others.begin(), others.end());
    return add(kDefinitionType, fields);
  }
  std::string close() {
    append_closing(bytes);
    return bytes;
  }
};

struct Complaint {
  std::string bytes;
  uint64_t offset;
  const char* found;
  const char* expected;
  std::optional<Rule> rule;
};

void expect_complaint(const Complaint& wanted) {
  const Decoded back = decoded(*decode_reference(), wanted.bytes);
  ASSERT_TRUE(back.error) << wanted.expected;
  EXPECT_EQ(back.error->found, wanted.found);
  EXPECT_EQ(back.error->expected, wanted.expected);
  EXPECT_EQ(back.error->offset, wanted.offset) << wanted.found;
  EXPECT_EQ(back.error->rule, wanted.rule) << wanted.found;
}

constexpr uint64_t kOpened = 48;  // where the second record begins
constexpr char kOpeningWanted[] = "a record of type 16383 with two u64 and a string";

TEST(Complaints, AboutTheFrame) {
  const std::string closed = Bytes().close();
  ASSERT_EQ(closed.size(), kOpened + 12);
  expect_complaint({"", 0, "the end of the file", kOpeningWanted, {}});
  expect_complaint({"%EventDef", 0, "a record of type 6493", kOpeningWanted, {}});
  expect_complaint({closed.substr(kOpened), 0, "a record of type 16382", kOpeningWanted, {}});
  expect_complaint({closed.substr(0, kOpened),
                    kOpened,
                    "the end of the file",
                    "a record of type 16382, which closes a file",
                    {}});
  expect_complaint(
      {closed + "x", kOpened + 12, "bytes after the closing record", "the end of the file", {}});
  expect_complaint({Bytes().add(kOpeningType, {}).close(),
                    kOpened,
                    "a second record of type 16383",
                    "only one, at the beginning",
                    {}});
}

TEST(Complaints, AboutDefinitions) {
  const auto with = [](std::initializer_list<uint32_t> codes, std::vector<Field> others = {}) {
    return Bytes().define(codes, std::move(others)).close();
  };
  // A header of one further word is before the first field.
  constexpr uint64_t kFirst = kOpened + 4 + 8;
  expect_complaint({with({1, 2}),
                    kOpened,
                    "a definition of 2 u32",
                    "an odd number of them: an id, and two for each field",
                    {}});
  expect_complaint(
      {with({888}), kFirst, "event id 888", "an id up to 16381 other than 888 and 999", {}});
  expect_complaint({with({20}), kFirst, "event id 20 without a name",
                    "an id up to 18, one of 22, 23 and 25, or a name", Rule::unknown_event_name});
  expect_complaint({with({20}, {Field::of_text("Paje")}), kFirst + 4, "Paje",
                    "the name of a Paje event", Rule::unknown_event_name});
  expect_complaint({with({0, 0, 0}), kFirst + 4, "field code 0", "a code from 1 on", {}});
  expect_complaint(
      {with({0, 2, 7}), kFirst + 8, "type code 7", "a code from 0 to 6", Rule::unknown_field_type});
  expect_complaint(
      {with({0, 2, 0, 2, 0}), kFirst + 4 + 12, "Name", "each field once", Rule::duplicate_field});
  expect_complaint({with({0, 2, 0}), kOpened, "PajeDefineContainerType 0: Name string",
                    "a field 'Type' among its fields", Rule::missing_field});
  expect_complaint(
      {with({0}, {Field::of_u16(0)}), kFirst + 4, "a u16", "a u32, a u64 or a string", {}});
  expect_complaint({with({0}, {Field::of_text("PajeDefineContainerType"), Field::of_text("x")}),
                    kOpened,
                    "a definition of 2 names",
                    "1: of the event, and of each user-defined field",
                    {}});
  const std::string once = Bytes().define({0, 2, 0, 3, 0}).bytes;
  expect_complaint({Bytes().define({0, 2, 0, 3, 0}).define({0, 2, 0, 3, 0}).close(), once.size(),
                    "PajeDefineContainerType 0: Name string, Type string",
                    "an id that was not defined before", Rule::duplicate_event_id});
}

TEST(Complaints, AboutEvents) {
  Bytes start;
  // PajeDestroyContainer 7: Time date, Name string, Type string
  start.define({7, 1, 5, 2, 0, 3, 0}).add(kStringType, {Field::of_text("word")});
  const uint64_t here = start.bytes.size();
  const auto with = [&](uint16_t type, std::vector<Field> fields) {
    return Bytes(start).add(type, std::move(fields)).close();
  };
  const Field time = Field::of_double(1);
  const Field word = Field::of_u16(0);
  EXPECT_FALSE(decoded(*decode_reference(), with(7, {time, word, word})).error);
  // librastro's reader would take them in any order as long as types distinguish them.
  EXPECT_EQ(decoded(*decode_reference(), with(7, {word, time, word})).lines.back(),
            decoded(*decode_reference(), with(7, {time, word, word})).lines.back());
  expect_complaint({with(8, {}), here, "a record of type 8",
                    "the type of an event that a record of type 999 defined before",
                    Rule::unknown_event_id});
  expect_complaint({with(7, {time, word}), here, "2 fields",
                    "3 for PajeDestroyContainer 7: Time date, Name string, Type string",
                    Rule::field_count});
  expect_complaint({with(7, {time, word, Field::of_u8(1)}), here + 12 + 8 + 2, "a u8",
                    "what a field 'Type' of type string can be", Rule::contradicting_record});
  expect_complaint({with(7, {time, word, Field::of_u16(1)}),
                    here + 12 + 8 + 2,
                    "string 1",
                    "the number of one of the 1 strings before",
                    {}});
  expect_complaint({with(7, {Field::of_text("soon"), word, word}), here + 12, "soon",
                    "a decimal number in field 'Time'", Rule::bad_number});
  expect_complaint(
      {with(kStringType, {}), here, "a record of type 888 with 0 fields", "one string", {}});
}

TEST(Complaints, AboutAnOriginalIdGivenTwice) {
  Bytes file;
  file.define({0, 2, 0, 3, 0}, {Field::of_u64(20'000)});
  const uint64_t second = file.bytes.size();
  file.define({1, 2, 0, 3, 0}, {Field::of_u64(20'000)});
  expect_complaint({file.close(), second, "PajeDefineEventType 20000: Name string, Type string",
                    "an id that was not defined before", Rule::duplicate_event_id});
}

std::vector<FieldCode> codes_of_last_event(const std::string& bytes) {
  const uint64_t offset = decoded(*decode_reference(), bytes).offsets.back();
  RecordReader reader;
  EXPECT_EQ(reader.read(std::string_view(bytes).substr(offset), 0), RecordReader::Outcome::record);
  std::vector<FieldCode> codes;
  for (const Field& field : reader.record().fields) codes.push_back(field.code);
  return codes;
}

TEST_P(BothEncodings, KeepLibrastrosOrderForUsualTypesOnly) {
  Script script;
  script.define(
      defined(define_event_type, 1,
              {{"Name", kString}, {"I", kInt}, {"F", kFloat}, {"Type", kString}, {"D", kDouble}}));
  script.event(1, {"n", "5", "0.5", "t", "0.25"});
  using enum FieldCode;
  const bool standard = GetParam().decode == decode_standard;
  EXPECT_EQ(codes_of_last_event(encoded(script)),
            standard ? (std::vector{double_number, float_number, string, string, string})
                     : (std::vector{double_number, float_number, u32, u16, u16}));
  script.event(1, {"n", "5", "half", "t", "0.25"});
  EXPECT_EQ(codes_of_last_event(encoded(script)),
            standard ? (std::vector{string, string, string, string, double_number})
                     : (std::vector{u16, u32, string, u16, double_number}));
}

TEST(Floats, StandForTheirShortestSpelling) {
  std::mt19937 random(1);
  for (int round = 0; round < 100'000; ++round) {
    const auto number = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isnan(number)) continue;
    ASSERT_EQ(static_cast<float>(widen(number)), number);
    ASSERT_EQ(narrow(widen(number)), number);
  }
  EXPECT_EQ(widen(0.1F), 0.1);
  EXPECT_EQ(widen(-0.0F), 0);
  EXPECT_TRUE(std::signbit(widen(-0.0F)));
  EXPECT_EQ(widen(16777215.0F), 16777215.0);
  EXPECT_EQ(widen(100000008.0F), 100000010.0);
  EXPECT_EQ(narrow(0.1), 0.1F);
  EXPECT_EQ(narrow(1234567.891), std::nullopt);
  EXPECT_EQ(narrow(1e300), std::nullopt);
  EXPECT_EQ(narrow(3.4028235e38), std::numeric_limits<float>::max());
}

TEST(StandardEncoding, HasNoTableOfStrings) {
  const std::string bytes = Bytes().add(kStringType, {Field::of_text("word")}).close();
  const Decoded back = decoded(*decode_standard(), bytes);
  ASSERT_TRUE(back.error);
  EXPECT_EQ(back.error->offset, kOpened);
  EXPECT_EQ(back.error->expected, "none in the standard encoding");
}

TEST(Definitions, OfTheOriginalNeedNoNames) {
  // PajeSetState with Key, which means nothing for it, and a field of its own.
  const std::string bytes = Bytes().define({9, 1, 5, 3, 0, 4, 0, 9, 0, 10, 0, 16, 0}).close();
  EXPECT_EQ(decoded(*decode_standard(), bytes).lines,
            Lines{"% PajeSetState 9: Time date, Type string, Container string, Value string, "
                  "Key string, UserDefined1 string"});
}

}  // namespace
}  // namespace paje::rastro
