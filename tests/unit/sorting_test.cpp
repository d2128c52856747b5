// Reading in the order of times: the same as reading the lines sorted beforehand, however they are
// sorted, decoded and kept; and whatever is reported names the place where a line is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>
#include <sstream>

#include "otherwise_written.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "pipeline/sorting/ascending.hpp"
#include "pipeline/sorting/sort_entry.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

template <class MayStay>
std::vector<uint8_t> misplaced(const std::vector<int>& numbers, const MayStay& may_stay) {
  std::vector<uint8_t> marks(numbers.size());
  MisplacedMarker<int, std::less<>>(numbers, marks.data(), std::less<>()).mark(may_stay);
  return marks;
}

TEST(Sorting, FindsWhatIsOutOfPlace) {
  std::mt19937_64 dice(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<int> numbers(dice() % 300);
    const auto percent = static_cast<int>(dice() % 101);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool is_out = static_cast<int>(dice() % 100) < percent;
      numbers[i] = is_out ? static_cast<int>(dice() % 300) : static_cast<int>(i);
    }
    const auto may_stay = [](int number) { return number % 50 != 7; };
    const auto marks = misplaced(numbers, may_stay);
    int last = -1;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (marks[i] != 0) continue;
      ASSERT_TRUE(may_stay(numbers[i]));
      ASSERT_LE(last, numbers[i]);
      last = numbers[i];
    }
    std::vector<int> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    sort_mostly_ascending(std::span(numbers), std::less<>());
    ASSERT_EQ(numbers, sorted);
  }
}

TEST(Sorting, MovesFewElementsWhereFewAreOutOfPlace) {
  std::mt19937_64 dice(2);
  std::vector<int> numbers(100000);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = dice() % 10 == 0 ? static_cast<int>(dice() % 100000) : static_cast<int>(i);
  }
  const auto marks = misplaced(numbers, [](int) { return true; });
  EXPECT_LT(std::count(marks.begin(), marks.end(), 1), 12000);
}

TEST(Sorting, OrdersAllTimes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double times[] = {-kInfinity, -1e308, -1, -5e-324, 0, 5e-324, 1, 1e308, kInfinity};
  for (std::size_t i = 1; i < std::size(times); ++i) {
    EXPECT_LT(time_order(times[i - 1]), time_order(times[i]));
  }
  EXPECT_EQ(time_order(-0.0), time_order(0.0));
  EXPECT_LT(kBeforeAllTimes, time_order(-kInfinity));
  EXPECT_LT(time_order(kInfinity), time_order(std::numeric_limits<double>::quiet_NaN()));
}

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "paje-sorting-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string definitions_of(const std::string& text) {
  std::string definitions;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('%')) definitions += line + '\n';
  }
  return definitions;
}

// The lines of a trace in the order in which they are to be read, as one file. Its problems are
// those of lines that are not events.
std::string naively_sorted(const Input& input, ReadOptions options, const std::string& header,
                           std::vector<std::string>& problems) {
  struct Line {
    double time;
    std::string text;
  };
  std::map<std::string, std::size_t> ranks;
  std::vector<std::vector<Line>> files;
  std::string first;
  options.on_problem = [&](const Diagnostic& problem) {
    if (problem.repair == Repair::left_out) problems.push_back(one_line(problem));
  };
  visit_events(input, options, [&](const Event& event) {
    const std::string text = std::string(event.text()) + '\n';
    if (event.kind() <= EventKind::define_entity_value) {
      first += text;
      return;
    }
    const auto [rank, is_new] = ranks.try_emplace(std::string(event.file), files.size());
    if (is_new) files.emplace_back();
    std::vector<Line>& lines = files[rank->second];
    const FieldValue* const time = event.field(FieldName::time);
    const double before =
        lines.empty() ? -std::numeric_limits<double>::infinity() : lines.back().time;
    lines.push_back({time == nullptr ? before : time->number(), text});
  });
  std::vector<Line> all;
  for (const auto& lines : files) all.insert(all.end(), lines.begin(), lines.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const Line& a, const Line& b) { return a.time < b.time; });
  std::string sorted = header + first;
  for (const Line& line : all) sorted += line.text;
  return sorted;
}

// A problem without its place, which has to be where the line shown is.
std::string without_place(const Diagnostic& problem) {
  std::string text = one_line(problem);
  text = text.substr(text.find(": error: "));
  return std::to_string(problem.where.column) + text + " in " + problem.source_line;
}

std::string table_of(const Input& input, ReadOptions options,
                     const std::function<void(const Diagnostic&)>& on_problem) {
  options.on_problem = on_problem;
  std::string table;
  const Trace trace = read_trace(input, options);
  write_table(trace, {.user_fields = options.keep_user_fields},
              [&](std::string_view text) { table += text; });
  return table;
}

void expect_place(const Diagnostic& problem, const std::string& text) {
  const std::size_t column = problem.where.column - 1;
  ASSERT_LE(problem.where.byte, text.size());
  const std::size_t begin = problem.where.byte - column;
  EXPECT_TRUE(begin == 0 || text[begin - 1] == '\n');
  EXPECT_EQ(static_cast<uint64_t>(
                std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')),
            problem.where.line - 1);
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  std::replace(line.begin(), line.end(), '\t', ' ');  // as it is shown
  if (problem.rule == Rule::incomplete_link) return;  // shows no line
  EXPECT_NE(line.find(problem.source_line.substr(0, 20)), std::string::npos) << line;
}

std::string shuffled(const std::string& text, uint64_t seed) {
  std::mt19937_64 dice(seed);
  const std::string header = kHeader;
  std::vector<std::string> lines = lines_of(text.substr(header.size()));
  // What is defined in between has to stay in one piece, and in its place.
  if (text.find('%', header.size()) != std::string::npos) return text;
  if (seed % 2 == 0) {
    std::shuffle(lines.begin(), lines.end(), dice);
  } else {
    for (std::size_t i = 0; i < lines.size() / 10; ++i) {
      std::swap(lines[dice() % lines.size()], lines[dice() % lines.size()]);
    }
  }
  std::string result = header;
  for (const std::string& line : lines) result += line + '\n';
  if (seed % 5 == 0) result.pop_back();
  return result;
}

TEST(Sorting, ReadsWhatIsSortedBeforehand) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::string text = shuffled(
        RandomTrace(seed).text(seed % 20 == 0 ? 3000 : 120, seed % 3 == 0 ? 12 : 1000000), seed);
    if (seed % 4 == 1) text = OtherWriter(seed).rewritten(text);
    ReadOptions options;
    options.keep_user_fields = seed % 2 == 0;
    options.threads = 1;
    std::vector<std::string> ignored;
    // Lines that are not events come first, and are reported all the same.
    const std::string sorted =
        naively_sorted(Input::from_memory(text, "t"), options, definitions_of(text), ignored);
    std::vector<std::string> expected_problems;
    const std::string expected =
        table_of(Input::from_memory(sorted), options,
                 [&](const Diagnostic& problem) {  // Definitions were read before.
                   if (!problem.source_line.starts_with('%')) {
                     expected_problems.push_back(without_place(problem));
                   }
                 });
    for (const unsigned threads : {1U, 2U, 5U}) {
      options.sort = true;
      options.threads = threads;
      options.chunk_bytes = seed % 3 == 0 ? 1 : 60 * (seed + 1) * threads;
      options.sort_bytes = seed % 2 == 0 ? 0 : 10000;
      std::vector<std::string> problems;
      const std::string found =
          table_of(Input::from_memory(text), options, [&](const Diagnostic& problem) {
            expect_place(problem, text);
            problems.push_back(without_place(problem));
          });
      ASSERT_EQ(found, expected) << "seed " << seed;
      ASSERT_GE(problems.size(), expected_problems.size());
      ASSERT_EQ(problems.size(), expected_problems.size() + ignored.size()) << "seed " << seed;
    }
  }
}

// Events one by one, with their places.
TEST(Sorting, VisitsEventsWhereTheyStand) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = shuffled(RandomTrace(seed).text(300, 30), seed);
    const std::vector<std::string> lines = lines_of(text);
    ReadOptions options;
    options.on_problem = [](const Diagnostic&) {};
    const ReadCounts unsorted =
        visit_events(Input::from_memory(text), options, [](const Event&) {});
    options.sort = true;
    options.chunk_bytes = 100 * (seed + 1);
    options.sort_bytes = seed * 100;
    double last = -1e9;
    uint64_t count = 0;
    const ReadCounts counts =
        visit_events(Input::from_memory(text, "name"), options, [&](const Event& event) {
          ++count;
          ASSERT_EQ(lines.at(event.line - 1), event.text());
          ASSERT_EQ(event.file, "name");
          const FieldValue* const time = event.field(FieldName::time);
          if (time == nullptr) return;
          ASSERT_LE(last, time->number());
          last = time->number();
        });
    EXPECT_EQ(counts.lines, unsorted.lines);
    EXPECT_EQ(counts.bytes, unsorted.bytes);
    EXPECT_EQ(counts.events, unsorted.events);
    EXPECT_EQ(count, counts.events);
  }
}

constexpr const char* kPartDefinition =
    "%EventDef PajeTraceFile 77\n% Container string\n% Type string\n% Filename string\n"
    "%EndEventDef\n";

TEST(Sorting, SortsOverAllParts) {
  const std::string header = std::string(kHeader) + kPartDefinition;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const TemporaryDirectory directory;
    std::mt19937_64 dice(seed);
    // Each line goes to the root or to one of some parts; two of them name another.
    std::vector<std::string> texts(5);
    const std::string trace = RandomTrace(seed).text(200, 1000000);
    if (trace.find('%', std::string(kHeader).size()) != std::string::npos) continue;
    const auto lines = lines_of(trace.substr(std::string(kHeader).size()));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i % 40 == 20) texts[i / 40 % 5 % 2] += "77 0 0 part" + std::to_string(i / 40 + 1) + "\n";
      texts[i < 10 ? 0 : dice() % texts.size()] += lines[i] + '\n';
    }
    for (std::size_t i = 1; i < texts.size(); ++i) {
      directory.write("part" + std::to_string(i), (dice() % 2 == 0 ? header : "") + texts[i]);
    }
    const std::string root = directory.write("root", header + texts[0]);
    ReadOptions options;
    std::vector<std::string> problems;
    const std::string sorted = naively_sorted(Input::from_path(root), options, header, problems);
    options.read_parts = false;
    std::size_t expected_problems = 0;
    const std::string expected = table_of(Input::from_memory(sorted), options,
                                          [&](const Diagnostic&) { ++expected_problems; });
    options.read_parts = true;
    options.sort = true;
    for (const unsigned threads : {1U, 3U}) {
      options.threads = threads;
      options.chunk_bytes = 50 * seed + 1;
      options.sort_bytes = seed % 2 == 0 ? 0 : 100000;
      std::size_t found_problems = 0;
      EXPECT_EQ(
          table_of(Input::from_path(root), options, [&](const Diagnostic&) { ++found_problems; }),
          expected)
          << "seed " << seed;
      EXPECT_EQ(found_problems, expected_problems + problems.size());
    }
  }
}

TEST(Sorting, IdsThatMeanOtherThingsInPartsAreShownAsTheyStand) {
  const TemporaryDirectory directory;
  directory.write("part",
                  "%EventDef PajeSetState 12\n% Value string\n% Container string\n% Type string\n"
                  "% Time date\n%EndEventDef\n12 one 0 S 1\n 12 three 0 S 3\n12 x nobody S 4\n");
  const std::string root =
      directory.write("root", std::string(kHeader) + kPartDefinition +
                                  "12 4 S 0 four\n77 0 0 part\n2 S 0 S\n12 2 S 0 two\n");
  ReadOptions options;
  options.sort = true;
  std::vector<std::string> values;
  visit_events(Input::from_path(root), options, [&](const Event& event) {
    if (event.field(FieldName::value) == nullptr || event.kind() < EventKind::set_state) return;
    values.push_back(std::string(event.field(FieldName::value)->text()));
  });
  EXPECT_EQ(values, (std::vector<std::string>{"one", "two", "three", "four", "x"}));
  try {
    (void)check_trace(Input::from_path(root), options);
    FAIL();
  } catch (const TraceError& error) {
    const Diagnostic& found = error.diagnostic();
    EXPECT_EQ(std::filesystem::path(found.where.file).filename(), "part");
    EXPECT_EQ(found.where.line, 9U);
    EXPECT_EQ(found.where.column, 6U);
    EXPECT_EQ(found.source_line, "12 x nobody S 4");
    EXPECT_EQ(found.found, "nobody");
    EXPECT_EQ(found.named_by.size(), 1U);
  }
}

TEST(Sorting, EventsWithoutATimeStayBehindTheOneTheyFollow) {
  const std::string text = std::string(kHeader) + kPartDefinition +
                           "77 0 0 first\n2 S 0 S\n12 5 S 0 five\n77 0 0 behind-five\n77 0 0 too\n"
                           "12 1 S 0 one\n77 0 0 behind-one\n12 -inf S 0 begin\n12 inf S 0 end\n"
                           "12 -0 S 0 zero\n12 0 S 0 also-zero\n";
  ReadOptions options;
  options.sort = true;
  options.read_parts = false;
  for (const std::size_t chunk : {1U, 40U, 100000U}) {
    options.chunk_bytes = chunk;
    std::string seen;
    visit_events(Input::from_memory(text), options, [&](const Event& event) {
      const FieldValue* word = event.field(FieldName::value);
      if (word == nullptr) word = event.field(FieldName::filename);
      if (word != nullptr) seen += std::string(word->text()) + ' ';
    });
    EXPECT_EQ(seen, "first begin zero also-zero one behind-one five behind-five too end ");
  }
}

TEST(Sorting, NamesThePlaceForTemporaryFiles) {
  const std::string text = std::string(kHeader) + "2 S 0 S\n12 5 S 0 five\n";
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nonexistent/here", 1);
  ReadOptions options;
  options.sort = true;
  EXPECT_NO_THROW((void)check_trace(Input::from_memory(text), options));
  options.sort_bytes = 0;
  try {
    (void)check_trace(Input::from_memory(text), options);
    ADD_FAILURE();
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/here"), std::string::npos);
  }
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace paje::testing
