// Columns of user-defined fields against a naive reading of the words that objects carry.
#include "paje/user_columns.hpp"
#include "paje/communication.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "paje/read.hpp"
#include "random_trace.hpp"
#include "trace/row_set.hpp"

namespace paje::testing {
namespace {

// The words of a random trace's events, some of them with fields of a few names.
class WithFields {
 public:
  explicit WithFields(uint64_t seed) : random_(seed) {}

  std::string of(const std::string& text) {
    std::string result, id;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      std::string line = text.substr(at, end - at);
      at = end + 1;
      if (line.starts_with("%EventDef")) id = line.substr(line.rfind(' ') + 1);
      if (line == "%EndEventDef") result += definition(id);
      if (!line.empty() && line[0] != '%') line += words(line.substr(0, line.find(' ')));
      result += line + '\n';
    }
    return result;
  }

 private:
  struct Field {
    std::string name;
    std::string type;
    int words;  // which kind
  };

  uint64_t below(uint64_t bound) { return random_() % bound; }

  std::string definition(const std::string& id) {
    static constexpr std::array kNames{"Size", "size", "MessageSize", "Length", "Start",
                                       "Tag",  "tag",  "Tag_2",       "Note",   "Address"};
    static constexpr std::array kTypes{"int", "double", "string", "date"};
    std::string lines;
    // Types and values have no fields that objects keep.
    if (std::stoi(id) < 6 || below(3) == 0) return lines;
    for (uint64_t i = below(4); i > 0; --i) {
      Field field{kNames[below(kNames.size())], kTypes[below(kTypes.size())],
                  static_cast<int>(below(5))};
      // Words do not show which half of a link they are of, nor what type a field has.
      if (id == "16") field.name = "End" + field.name;
      if (field.name.ends_with("Address")) field.type = "hex";
      lines += "% " + field.name + ' ' + field.type + '\n';
      fields_[id].push_back(field);
    }
    return lines;
  }

  std::string words(const std::string& id) {
    std::string line;
    for (const Field& field : fields_[id]) line += ' ' + word(field.words);
    return line;
  }
  std::string word(int kind) {
    static constexpr std::array kOdd{"9223372036854775807",
                                     "-9223372036854775808",
                                     "9223372036854775808",
                                     "0x7fffffffffffffff",
                                     "0xffffffffffffffff",
                                     "9007199254740993",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "-0x10",
                                     "+7",
                                     "007",
                                     "1e3",
                                     "inf",
                                     "nan",
                                     "1f",
                                     "0x",
                                     "-",
                                     "\"12\"",
                                     "\"\"",
                                     "\"a b\"",
                                     "12a"};
    const int number = static_cast<int>(below(2000)) - 1000;
    if (kind == 0) return std::to_string(number);
    if (kind == 1) return below(9) == 0 ? "\"\"" : std::to_string(number);
    if (kind == 2) return std::to_string(number / 8.0);
    if (kind == 3) return kOdd[below(kOdd.size())];
    return below(2) == 0 ? "\"two words\"" : 'w' + std::to_string(below(5));
  }

  std::mt19937_64 random_;
  std::map<std::string, std::vector<Field>> fields_;  // by id
};

// What one reads without thinking of speed.
struct NaiveColumn {
  std::string type;
  std::map<uint64_t, std::string> values;
};

std::string bare(std::string_view word) {
  return std::string(word.size() >= 2 && word.front() == '"' ? word.substr(1, word.size() - 2)
                                                             : word);
}

std::optional<long long> naive_integer(const std::string& word, bool is_hex) {
  std::string digits = word.substr(!word.empty() && (word[0] == '+' || word[0] == '-') ? 1 : 0);
  const bool has_prefix = digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x';
  if (has_prefix) digits.erase(0, 2);
  const bool hex = has_prefix || is_hex;
  const char* const allowed = hex ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.find_first_not_of(allowed) != std::string::npos) return {};
  try {
    return std::stoll(word, nullptr, hex ? 16 : 10);
  } catch (const std::out_of_range&) {
    return {};
  }
}

// Whether a double is the very number that the word spells, if that is a whole one.
bool naive_exact(const std::string& word, bool is_hex) {
  if (const auto whole = naive_integer(word, is_hex)) {
    return static_cast<long double>(static_cast<double>(*whole)) ==
           static_cast<long double>(*whole);
  }
  std::string digits = word.substr(word[0] == '+' || word[0] == '-' ? 1 : 0);
  if (digits.find_first_not_of("0123456789") != std::string::npos) return true;
  digits.erase(0, digits.find_first_not_of('0'));
  return digits.empty() || digits == fmt::format("{:.0f}", *parse_number(digits));
}

struct NaiveWord {
  std::string text;
  bool is_hex;
};
using NaiveRows = std::map<std::string, std::map<uint64_t, NaiveWord>>;  // by field

std::string spelled(double number) {
  return std::isnan(number) ? "nan" : fmt::format("{}", number);
}

NaiveColumn column_of(const std::map<uint64_t, NaiveWord>& words) {
  bool integers = true, numbers = true, any = false;
  for (const auto& [row, word] : words) {
    if (word.text.empty()) continue;
    any = true;
    const bool is_integer = naive_integer(word.text, word.is_hex).has_value();
    integers = integers && is_integer;
    numbers = numbers && (is_integer || (!word.is_hex && parse_number(word.text))) &&
              naive_exact(word.text, word.is_hex);
  }
  NaiveColumn column;
  column.type = !any ? "text" : integers ? "integer" : numbers ? "number" : "text";
  for (const auto& [row, word] : words) {
    if (column.type == "text") {
      column.values[row] = word.text;
    } else if (!word.text.empty()) {
      const auto whole = naive_integer(word.text, word.is_hex);
      column.values[row] = column.type == "integer" ? std::to_string(*whole)
                           : word.is_hex            ? spelled(static_cast<double>(*whole))
                                                    : spelled(*parse_number(word.text));
    }
  }
  return column;
}

NaiveRows rows_of(const Trace& trace, TypeKind kind) {
  NaiveRows rows;
  const auto take = [&](uint64_t row, const std::vector<std::string_view>& words,
                        const std::vector<std::string_view>& names) {
    EXPECT_EQ(words.size(), names.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      rows[std::string(names[i])].try_emplace(
          row, NaiveWord{bare(words[i]), names[i].ends_with("Address")});
    }
  };
  if (kind == TypeKind::container) {
    for (uint32_t id = 0; id < trace.containers().size(); ++id) {
      take(id, trace.user_fields(ContainerId{id}), trace.user_field_names(ContainerId{id}));
    }
  }
  for (const Track& track : trace.tracks()) {
    for (uint64_t row = track.first; track.kind == kind && row < track.last; ++row) {
      take(row, trace.user_fields(track, row), trace.user_field_names(track, row));
    }
  }
  return rows;
}

std::string value_at(const UserColumn& column, uint64_t place) {
  if (column.type() == UserType::integer) return std::to_string(column.integers()[place]);
  if (column.type() == UserType::number) return spelled(column.numbers()[place]);
  return std::string(column.texts()[place]);
}

void expect_column(const UserColumn& column, const NaiveColumn& naive) {
  EXPECT_EQ(spelling(column.type()), naive.type) << column.field();
  EXPECT_EQ(column.count(), naive.values.size());
  std::map<uint64_t, std::string> found;
  for (uint64_t row = 0; row < column.rows(); ++row) {
    const uint64_t place = column.place(row);
    if (place == UserColumn::kNoPlace) continue;
    ASSERT_LT(place, column.count());
    found[row] = value_at(column, place);
  }
  EXPECT_EQ(found, naive.values) << column.field();
  std::vector<uint64_t> rows;
  for (const auto& [row, value] : naive.values) rows.push_back(row);
  EXPECT_EQ(column.rows_with_value(), rows);
}

Trace read(const std::string& text, uint64_t seed = 0) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.on_problem = [](const Diagnostic&) {};
  options.chunk_bytes = 40 * seed + 1;
  options.threads = 1 + static_cast<unsigned>(seed % 3);
  options.imbrication = seed % 5 != 0;
  if (seed % 7 == 0) options.stop_at = 6.0;
  return read_trace(Input::from_memory(text), options);
}

constexpr TypeKind kKinds[] = {TypeKind::container, TypeKind::state, TypeKind::variable,
                               TypeKind::event, TypeKind::link};

TEST(UserColumns, AreWhatTheWordsSay) {
  std::map<std::string, int> seen;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const std::string text =
        WithFields(seed).of(RandomTrace(seed).text(200, seed % 2 == 0 ? 12 : 1000000));
    const Trace trace = read(text, seed);
    for (const TypeKind kind : kKinds) {
      NaiveRows expected = rows_of(trace, kind);
      const UserColumns columns(trace, kind);
      for (const UserColumn& column : columns.all()) {
        const auto words = expected.find(std::string(column.field()));
        ASSERT_NE(words, expected.end()) << column.field();
        expect_column(column, column_of(words->second));
        ++seen[std::string(spelling(column.type()))];
        if (column.name() != "size" || column.field() == "size") continue;
        ++seen["size"];
      }
      for (const auto& [field, words] : expected) {
        const auto all = columns.all();
        EXPECT_TRUE(std::any_of(
            all.begin(), all.end(),
            [&, name = field](const UserColumn& column) { return column.field() == name; }))
            << field;
      }
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << '\n' << text;
    }
  }
  for (const char* const what : {"integer", "number", "text", "size"}) EXPECT_GT(seen[what], 50);
}

// Of one field, whose words are in any order.
std::string type_of(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string type;
  do {
    std::string text =
        "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
        "%EndEventDef\n%EventDef PajeCreateContainer 1\n% Time date\n% Alias string\n"
        "% Type string\n% Container string\n% Name string\n% Id int\n%EndEventDef\n0 T 0 Type\n";
    for (std::size_t i = 0; i < words.size(); ++i) {
      text += fmt::format("1 0 c{} T 0 name{} {}\n", i, i, words[i]);
    }
    const Trace trace = read(text);
    const UserColumns columns(trace, TypeKind::container);
    const std::string found(spelling(columns.all()[0].type()));
    EXPECT_TRUE(type.empty() || type == found) << "another order, another type";
    type = found;
  } while (std::next_permutation(words.begin(), words.end()));
  return type;
}

// Rounding would make two ids one.
TEST(UserColumns, NoWholeNumberIsRounded) {
  EXPECT_EQ(type_of({"9007199254740993", "1"}), "integer");
  EXPECT_EQ(type_of({"9007199254740993", "1.5"}), "text");
  EXPECT_EQ(type_of({"9007199254740993", "9223372036854775808", "7"}), "text");
  EXPECT_EQ(type_of({"9007199254740992", "9223372036854775808", "0.5"}), "number");
  EXPECT_EQ(type_of({"18446744073709551615", "7"}), "text");
  EXPECT_EQ(type_of({"-9223372036854775809", "7"}), "text");
  EXPECT_EQ(type_of({"0018446744073709551616", "7"}), "number");
  EXPECT_EQ(type_of({"123456789012345678901234567890", "7"}), "text");
  EXPECT_EQ(type_of({"1e300", "0.1234567890123456789", "7"}), "number");
  EXPECT_EQ(type_of({std::string(400, '9'), "7"}), "text");
}

constexpr const char* kTypes =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
    "%EndEventDef\n"
    "%EventDef PajeDefineLinkType 1\n% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 2\n% Time date\n% Alias string\n% Type string\n"
    "% Container string\n% Name string\n% Core int\n%EndEventDef\n"
    "0 P 0 Process\n1 L 0 P P Message\n2 0 p P 0 \"rank 0\" 3\n";

std::string link_event(const char* kind, int id, std::initializer_list<const char*> fields) {
  std::string text = fmt::format(
      "%EventDef {} {}\n% Time date\n% Type string\n% Container string\n"
      "% {}Container string\n% Value string\n% Key string\n",
      kind, id, std::string(kind).substr(4, kind[4] == 'S' ? 5 : 3));
  for (const char* const field : fields) text += fmt::format("% {}\n", field);
  return text + "%EndEventDef\n";
}

std::vector<std::string> names_of(const UserColumns& columns) {
  std::vector<std::string> names;
  for (const UserColumn& column : columns.all()) {
    names.push_back(fmt::format("{}={}", column.name(), column.field()));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(UserColumns, OfTheStartOfALinkWins) {
  const Trace trace =
      read(std::string(kTypes) + link_event("PajeStartLink", 3, {"Size int", "Sent int"}) +
           link_event("PajeEndLink", 4, {"Size int", "Got int"}) +
           "3 1 L 0 p m a 10 11\n4 2 L 0 p m a 20 21\n4 3 L 0 p m b 30 31\n3 4 L 0 p m b 40 41\n");
  const UserColumns links(trace, TypeKind::link);
  EXPECT_EQ(names_of(links), (Names{"size=Size", "Sent=Sent", "Got=Got"}));
  ASSERT_NE(links.size(), nullptr);
  EXPECT_EQ(std::vector(links.size()->integers().begin(), links.size()->integers().end()),
            (std::vector<int64_t>{10, 40}));
  EXPECT_EQ(links.find("GOT")->integers()[1], 31);
  EXPECT_EQ(links.find("Gott"), nullptr);
  const UserColumns containers(trace, TypeKind::container);
  EXPECT_EQ(names_of(containers), Names{"Core=Core"});
  EXPECT_EQ(containers.find("Core")->place(0), UserColumn::kNoPlace);  // the root
  EXPECT_EQ(containers.find("Core")->integers()[containers.find("Core")->place(1)], 3);
  EXPECT_TRUE(UserColumns(trace, TypeKind::state).all().empty());
}

// A size that is not known may be -1 without a sign.
TEST(UserColumns, SizesAreNumbersThoughOneHasTooManyDigits) {
  const Trace trace = read(
      std::string(kTypes) + link_event("PajeStartLink", 3, {"Size int"}) +
      link_event("PajeEndLink", 4, {}) +
      "3 1 L 0 p m a 1024\n4 2 L 0 p m a\n3 3 L 0 p m b 18446744073709551615\n4 4 L 0 p m b\n");
  EXPECT_EQ(link_sizes(trace), (std::vector<double>{1024, 0x1p64}));
  EXPECT_EQ(link_sizes(trace, "size"), (std::vector<double>{1024, 0x1p64}));
  const UserColumns links(trace, TypeKind::link);
  ASSERT_NE(links.size(), nullptr);
  EXPECT_EQ(links.size()->texts()[1], "18446744073709551615");
}

TEST(UserColumns, HaveNamesOfTheirOwn) {
  const Trace trace =
      read(std::string(kTypes) +
           link_event("PajeStartLink", 3,
                      {"Tag int", "tag int", "TAG_2 int", "TAG int", "Start int", "field_start int",
                       "Length int", "SIZE string"}) +
           link_event("PajeEndLink", 4, {}) + "3 1 L 0 p m a 1 2 3 4 5 6 7 big\n4 2 L 0 p m a\n");
  EXPECT_EQ(names_of(UserColumns(trace, TypeKind::link)),
            (Names{"size=Length", "Tag=Tag", "tag_2=tag", "TAG_2_2=TAG_2", "TAG_3=TAG",
                   "field_Start=Start", "field_start_2=field_start", "Length=Length",
                   "field_SIZE=SIZE"}));
}

TEST(UserColumns, SizeIsTheFieldThatIsAskedFor) {
  const Trace trace = read(
      std::string(kTypes) +
      link_event("PajeStartLink", 3, {"MessageSize int", "size int", "Bytes int", "Note string"}) +
      link_event("PajeEndLink", 4, {}) + "3 1 L 0 p m a 1 2 3 x\n4 2 L 0 p m a\n");
  const auto size = [&](std::string_view field) {
    const UserColumns columns(trace, TypeKind::link, field);
    return std::string(columns.size()->field());
  };
  EXPECT_EQ(size(""), "size");
  EXPECT_EQ(size("bytes"), "Bytes");
  EXPECT_EQ(size("MessageSize"), "MessageSize");
  EXPECT_EQ(UserColumns(trace, TypeKind::link, "Bytes").find("field_size")->integers()[0], 2);
  EXPECT_THROW(size("Note"), std::invalid_argument);
  EXPECT_THROW(size("Mass"), std::invalid_argument);
  EXPECT_TRUE(UserColumns(trace, TypeKind::state, "Mass").all().empty());
}

TEST(RowSet, FindsThePlaceOfEachRow) {
  std::mt19937_64 random(3);
  for (const uint64_t one_in : {1, 2, 63, 64, 70, 1000}) {
    for (const uint64_t rows : {0, 1, 63, 64, 65, 5000}) {
      std::vector<uint64_t> chosen;
      for (uint64_t row = 0; row < rows; ++row) {
        if (random() % one_in == 0) chosen.push_back(row);
      }
      RowSet set(rows, chosen.size());
      for (const uint64_t row : chosen) set.add(row);
      EXPECT_EQ(set.list(), chosen);
      uint64_t next = 0;
      for (uint64_t row = 0; row < rows; ++row) {
        const bool is_chosen = next < chosen.size() && chosen[next] == row;
        ASSERT_EQ(set.place(row), is_chosen ? next++ : RowSet::kNoPlace);
      }
    }
  }
}

}  // namespace
}  // namespace paje::testing
