// Traces in several files: a trace cut into parts at random reads as the trace itself, however it
// is decoded; and the order of what is wrong in them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "naive_replay.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "paje-parts-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

constexpr const char* kPartDefinition =
    "%EventDef PajeTraceFile 77\n% Container string\n% Type string\n% Filename string\n"
    "%EndEventDef\n";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line + '\n');
  return lines;
}

// Puts random runs of lines into files of their own, and runs of these again.
class Cutter {
 public:
  Cutter(const TemporaryDirectory& directory, uint64_t seed) : directory_(directory), dice_(seed) {}

  std::string cut(const std::vector<std::string>& lines, unsigned depth) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
      if (depth == 3 || dice_() % 6 != 0) {
        text += lines[at++];
        continue;
      }
      const std::size_t count = std::min<std::size_t>(dice_() % 12, lines.size() - at);
      const std::vector<std::string> part(lines.begin() + static_cast<std::ptrdiff_t>(at),
                                          lines.begin() + static_cast<std::ptrdiff_t>(at + count));
      // Names are relative to the file that names them, and all parts are in one directory.
      const std::string name = "part" + std::to_string(parts_++) + ".paje";
      std::string part_text = cut(part, depth + 1);
      if (dice_() % 3 == 0)
        part_text = std::string("# own\n\n") + kHeader + kPartDefinition + part_text;
      directory_.write(name, part_text);
      text += "77 0 0 " + name + "\n";
      at += count;
    }
    return text;
  }
  [[nodiscard]] unsigned parts() const { return parts_; }

 private:
  const TemporaryDirectory& directory_;
  std::mt19937_64 dice_;
  unsigned parts_ = 0;
};

// `hidden` counts problems without a shown line, because they come before the first event of a
// part.
std::string table_of(const Input& input, ReadOptions options, std::vector<std::string>& problems,
                     int* hidden = nullptr) {
  options.on_problem = [&](const Diagnostic& problem) {
    const bool is_hidden = problem.found.empty() && problem.source_line.empty();
    if (is_hidden && hidden != nullptr && problem.where.line != 0) {
      ++*hidden;
      return;
    }
    problems.push_back(std::string(text_of(problem.rule).name) + " '" + problem.found + "' " +
                       problem.source_line);
  };
  std::string table;
  const Trace trace = read_trace(input, options);
  write_table(trace, {.user_fields = options.keep_user_fields},
              [&](std::string_view text) { table += text; });
  return table;
}

TEST(Parts, AreReadAsTheTraceTheyAreCutFrom) {
  unsigned parts = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = RandomTrace(seed).text(120, seed % 2 == 0 ? 12 : 1000000);
    const std::string header = kHeader;
    // A part that opens with definitions has no others, nor can one be cut in two.
    if (text.find('%', header.size()) != std::string::npos) continue;
    ReadOptions options;
    options.keep_user_fields = true;
    const std::string whole = header + kPartDefinition + text.substr(header.size());
    std::vector<std::string> expected_problems;
    const std::string expected = table_of(Input::from_memory(whole), options, expected_problems);
    const TemporaryDirectory directory;
    Cutter cutter(directory, seed);
    const std::string root =
        directory.write("root.paje", header + kPartDefinition +
                                         cutter.cut(lines_of(text.substr(header.size())), 0));
    parts += cutter.parts();
    options.chunk_bytes = seed % 3 == 0 ? 1 : 60 * seed;
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      options.threads = threads;
      std::vector<std::string> problems;
      int hidden = 0;
      const std::string found = table_of(Input::from_path(root), options, problems, &hidden);
      std::string told;
      for (const std::string& problem : problems) told += problem + '\n';
      ASSERT_EQ(found, expected) << "seed " << seed << '\n' << told;
      // Half links are reported in order of their lines, which differ.
      std::sort(problems.begin(), problems.end());
      std::vector<std::string> sorted = expected_problems;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(problems.size() + static_cast<std::size_t>(hidden), sorted.size());
      ASSERT_TRUE(std::includes(sorted.begin(), sorted.end(), problems.begin(), problems.end()))
          << "seed " << seed;
    }
  }
  EXPECT_GT(parts, 500U);
}

TEST(Parts, GiveTheirEventsInOrderWithTheirFileAndLine) {
  const TemporaryDirectory directory;
  directory.write("inner.paje", "# one\n12 2 S a1 inner\n");
  directory.write("outer.paje", "12 1 S a1 before\n77 0 0 inner.paje\n12 3 S a1 after\n");
  const std::string root = directory.write(
      "root.paje", std::string(kHeader) + kPartDefinition + "77 0 0 outer.paje\n12 4 S a1 last\n");
  std::vector<std::string> seen;
  ReadOptions options;
  options.chunk_bytes = 1;
  visit_events(Input::from_path(root), options, [&](const Event& event) {
    seen.push_back(std::filesystem::path(event.file).filename().string() + ": " +
                   std::string(event.text()));
  });
  EXPECT_EQ(seen, (std::vector<std::string>{
                      "root.paje: 77 0 0 outer.paje", "outer.paje: 12 1 S a1 before",
                      "outer.paje: 77 0 0 inner.paje", "inner.paje: 12 2 S a1 inner",
                      "outer.paje: 12 3 S a1 after", "root.paje: 12 4 S a1 last"}));
}

TEST(Parts, DefinitionsThatAPartOpensWithHoldForItAlone) {
  const TemporaryDirectory directory;
  // 12 is PajePushState in the root and PajeSetState here.
  directory.write("part.paje",
                  "%EventDef PajeSetState 12\n% Value string\n% Container string\n% Type string\n"
                  "% Time date\n%EndEventDef\n12 other 0 S 2\n");
  const std::string root =
      directory.write("root.paje", std::string(kHeader) + kPartDefinition +
                                       "2 S 0 S\n12 1 S 0 one\n77 0 0 part.paje\n12 3 S 0 three\n");
  for (const std::size_t chunk : {1U, 100U, 100000U}) {
    ReadOptions options;
    options.chunk_bytes = chunk;
    const Trace trace = read_trace(Input::from_path(root), options);
    ASSERT_EQ(trace.states().depth.size(), 3U);
    EXPECT_EQ(trace.states().depth[1], 0U);
    EXPECT_EQ(trace.states().depth[2], 1U);
    EXPECT_EQ(trace.event_definitions().size(),
              read_trace(Input::from_memory(std::string(kHeader) + kPartDefinition))
                      .event_definitions()
                      .size() +
                  1);
  }
}

TEST(Parts, AnErrorNamesTheChainOfFiles) {
  const TemporaryDirectory directory;
  directory.write("sub/inner.paje", "12 2 S nobody x\n");
  directory.write("outer.paje", "# comment\n77 0 0 sub/inner.paje\n");
  const std::string root = directory.write(
      "root.paje", std::string(kHeader) + kPartDefinition + "2 S 0 S\n77 0 0 outer.paje\n");
  try {
    (void)check_trace(Input::from_path(root));
    FAIL();
  } catch (const TraceError& error) {
    const Diagnostic& found = error.diagnostic();
    EXPECT_EQ(std::filesystem::path(found.where.file).filename(), "inner.paje");
    EXPECT_EQ(found.where.line, 1U);
    ASSERT_EQ(found.named_by.size(), 2U);
    EXPECT_EQ(found.named_by[0].line, 2U);
    EXPECT_EQ(found.named_by[1].named_by, root);
    EXPECT_NE(full_text(found).find("outer.paje is named by " + root), std::string::npos);
  }
}

// Parts that define events after others share a table with the file that names them until then.
TEST(Parts, DefinitionsInTheMiddleOfAPartHoldForItAlone) {
  const TemporaryDirectory directory;
  const auto push = [](int id) {
    return "%EventDef PajePushState " + std::to_string(id) +
           "\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n";
  };
  std::string root = std::string(kHeader) + kPartDefinition + "2 S 0 S\n";
  std::vector<std::string> wanted;
  for (int i = 0; i < 40; ++i) {
    const int small = 100 + i;
    const int great = 100'000 + i;
    const std::string name = "part" + std::to_string(i) + ".paje";
    // Between the parts the root defines events, too, and uses all that it defined before.
    root += push(small) + push(great) + "77 0 0 " + name + "\n";
    for (int j = 0; j <= i; ++j) root += std::to_string(100'000 + j) + " 1 S 0 v\n";
    root += "900000 1 S 0 v\n";  // of the parts only
    directory.write(name, "12 1 S 0 v\n" + push(900'000) + "900000 1 S 0 v\n" +
                              std::to_string(small) + " 1 S 0 v\n" + std::to_string(great) +
                              " 1 S 0 v\n" + std::to_string(great + 1) + " 1 S 0 v\n");
    if (i < 39) wanted.push_back(name + " " + std::to_string(great + 1));
    wanted.emplace_back("root.paje 900000");
  }
  wanted.insert(wanted.end() - 1, "part39.paje 100040");
  ReadOptions options;
  std::vector<std::string> unknown;
  options.on_problem = [&](const Diagnostic& problem) {
    EXPECT_EQ(problem.rule, Rule::unknown_event_id);
    unknown.push_back(std::filesystem::path(problem.where.file).filename().string() + " " +
                      problem.found);
  };
  for (const std::size_t chunk : {1U, 200U, 100000U}) {
    unknown.clear();
    options.chunk_bytes = chunk;
    const std::string path = directory.write("root.paje", root);
    const Trace trace = read_trace(Input::from_path(path), options);
    EXPECT_EQ(unknown, wanted);
    EXPECT_EQ(trace.states().start.size(), 40U * 4 + 40 * 41 / 2);
  }
}

TEST(Parts, BelowAHundredFilesAreLeftOut) {
  const TemporaryDirectory directory;
  const auto chain = [&](int files) {
    std::string root;
    for (int i = files; i >= 0; --i) {
      std::string text = i == 0 ? std::string(kHeader) + kPartDefinition + "2 S 0 S\n" : "";
      text += "12 1 S 0 v\n";
      if (i < files) text += "77 0 0 part" + std::to_string(i + 1) + ".paje\n";
      root = directory.write("part" + std::to_string(i) + ".paje", text);
    }
    return root;
  };
  EXPECT_EQ(read_trace(Input::from_path(chain(100))).states().start.size(), 101U);
  std::vector<Diagnostic> warnings;
  ReadOptions options;
  options.on_warning = [&](const Diagnostic& warning) { warnings.push_back(warning); };
  const Trace trace = read_trace(Input::from_path(chain(101)), options);
  EXPECT_EQ(trace.states().start.size(), 101U);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].rule, Rule::unreadable_part);
  EXPECT_EQ(warnings[0].named_by.size(), 100U);
  EXPECT_NE(warnings[0].expected.find("below 100 files"), std::string::npos);
}

TEST(Parts, AreNotReadIfTheyAreNotWanted) {
  ReadOptions options;
  options.read_parts = false;
  const std::string text = std::string(kHeader) + kPartDefinition + "77 0 0 nowhere.paje\n";
  int warnings = 0;
  options.on_warning = [&](const Diagnostic&) { ++warnings; };
  EXPECT_EQ(check_trace(Input::from_memory(text), options).counts().events, 1U);
  EXPECT_EQ(warnings, 0);
  options.read_parts = true;
  EXPECT_EQ(check_trace(Input::from_memory(text), options).counts().events, 1U);
  EXPECT_EQ(warnings, 1);
}

// A damaged part is reported after all problems before its name.
TEST(Parts, TheFirstErrorInOrderIsTheOneThatIsThrown) {
  const TemporaryDirectory directory;
  directory.write("bad.paje", "99 1\n");
  const std::string head = std::string(kHeader) + kPartDefinition + "2 S 0 S\n";
  const std::string before =
      directory.write("before.paje", head + "13 1 S 0\n77 0 0 bad.paje\n77 0 0 missing.paje\n");
  const std::string after =
      directory.write("after.paje", head + "77 0 0 bad.paje\n13 1 S 0\n77 0 0 missing.paje\n");
  for (const std::size_t chunk : {1U, 100000U}) {
    for (const unsigned threads : {1U, 2U, 8U}) {
      ReadOptions options;
      options.chunk_bytes = chunk;
      options.threads = threads;
      const auto rule = [&](const std::string& path) {
        try {
          (void)check_trace(Input::from_path(path), options);
        } catch (const TraceError& error) {
          return error.diagnostic().rule;
        }
        return Rule::definition_syntax;
      };
      EXPECT_EQ(rule(before), Rule::pop_on_empty_stack);
      EXPECT_EQ(rule(after), Rule::unknown_event_id);
    }
  }
}

}  // namespace
}  // namespace paje::testing
