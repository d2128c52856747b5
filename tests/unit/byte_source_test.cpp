// Chunks: however an input is cut, its pieces are whole lines, in order, and whole definitions.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <system_error>
#include <thread>

#include "input/byte_source.hpp"
#include "input/line_cut.hpp"
#include "pipeline/open_source.hpp"

namespace paje {
namespace {

TEST(Cut, GoesBehindALineEnd) {
  EXPECT_EQ(cut_after("ab\ncd\nef", 0), 3U);
  EXPECT_EQ(cut_after("ab\ncd\nef", 3), 6U);
  EXPECT_EQ(cut_after("ab\ncd", 3), std::nullopt);
  EXPECT_EQ(cut_after("ab", 0), std::nullopt);
}

TEST(Cut, NeedsToSeeWhatFollows) {
  EXPECT_EQ(cut_after("ab\n", 0), std::nullopt);
  EXPECT_EQ(cut_after("ab\n  ", 0), std::nullopt);
}

TEST(Cut, LeavesDefinitionsWhole) {
  EXPECT_EQ(cut_after("a\n% Time date\nb", 0), 14U);
  EXPECT_EQ(cut_after("a\n \t%EndEventDef\nb", 0), 17U);
  EXPECT_EQ(cut_after("a\n# note\n\n%\nb", 0), 12U);
}

TEST(Cut, AmongBlankLinesLeavesDefinitionsWhole) {
  EXPECT_EQ(cut_among_blank_lines("1 a\n\n# b\n \n\n"), 12U);
  EXPECT_EQ(cut_among_blank_lines("1 a\n\n# b\n \n  "), 11U);
  EXPECT_EQ(cut_among_blank_lines("\n\n"), 2U);
  EXPECT_EQ(cut_among_blank_lines("# a\n"), 4U);
  EXPECT_EQ(cut_among_blank_lines("%EventDef a 1\n\n\n"), std::nullopt);
  EXPECT_EQ(cut_among_blank_lines("1 a\n%EventDef a 1\n% b string\n# c\n\n"), std::nullopt);
  EXPECT_EQ(cut_among_blank_lines("%EventDef a 1\n % EndEventDef # c\n\n"), 34U);
  EXPECT_EQ(cut_among_blank_lines("%EndEventDefs\n\n"), std::nullopt);
  EXPECT_EQ(cut_among_blank_lines("%\n\n"), std::nullopt);
  EXPECT_EQ(cut_among_blank_lines(""), std::nullopt);
  EXPECT_EQ(cut_among_blank_lines("1 a"), std::nullopt);
}

std::string joined(ByteSource& source, std::size_t size, std::size_t* chunks = nullptr) {
  std::string text;
  while (const auto chunk = source.next(size)) {
    EXPECT_EQ(chunk->offset, text.size());
    EXPECT_FALSE(chunk->text.empty());
    if (!text.empty()) {
      EXPECT_EQ(text.back(), '\n');
    }
    text += chunk->text;
    if (chunks != nullptr) ++*chunks;
  }
  return text;
}

std::string random_lines(std::mt19937_64& random) {
  std::string text;
  for (uint64_t line = random() % 60; line > 0; --line) {
    text += std::string(random() % 12, random() % 5 == 0 ? '%' : 'x');
    if (random() % 7 == 0) text += "#";
    if (line > 1 || random() % 2 == 0) text += '\n';
  }
  return text;
}

// A pipe that gets `text` in pieces of `piece` bytes.
class Pipe {
 public:
  Pipe(const std::string& text, std::size_t piece) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    path_ = "/dev/fd/" + std::to_string(ends[0]);
    reader_ = ends[0];
    writer_ = std::thread([text, piece, to = ends[1]] {
      for (std::size_t at = 0; at < text.size(); at += piece) {
        const std::string part = text.substr(at, piece);
        EXPECT_EQ(::write(to, part.data(), part.size()), static_cast<ssize_t>(part.size()));
      }
      ::close(to);
    });
  }
  ~Pipe() {
    writer_.join();
    ::close(reader_);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int reader_ = -1;
  std::thread writer_;
};

TEST(ByteSource, GivesTheSameTextHoweverItIsCutAndRead) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_lines(random);
    const std::size_t size = random() % 50 + 1;
    EXPECT_EQ(joined(*open_source(Input::from_memory(text)), size), text);
    const Pipe pipe(text, random() % 9 + 1);
    EXPECT_EQ(joined(*open_source(Input::from_path(pipe.path())), size), text);
  }
}

TEST(ByteSource, CutsManyLinesIntoManyChunks) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 2 3\n";
  std::size_t chunks = 0;
  EXPECT_EQ(joined(*open_source(Input::from_memory(text)), 60, &chunks), text);
  EXPECT_GT(chunks, 80U);
}

// As a small packed file may bring them.
TEST(ByteSource, CutsBlankLinesButNoDefinitionAmongThem) {
  const std::string blanks(3'000'000, '\n');
  const std::string text = "1 2 3\n" + blanks + "%EventDef PajePopState 1\n" + blanks +
                           "% Time date\n%EndEventDef\n" + blanks + "1 2 3\n";
  const Pipe pipe(text, 1 << 16);
  const auto source = open_source(Input::from_path(pipe.path()));
  std::string all;
  std::size_t chunks = 0;
  while (const auto chunk = source->next(1000)) {
    const std::string_view piece = chunk->text;
    EXPECT_LT(piece.size(), piece.find('%') == std::string_view::npos ? 2'500'000U : 7'000'000U);
    const std::size_t begin = piece.find("%EventDef");
    EXPECT_EQ(begin == std::string_view::npos,
              piece.find("%EndEventDef") == std::string_view::npos);
    all += piece;
    ++chunks;
  }
  EXPECT_EQ(all, text);
  EXPECT_GT(chunks, 4U);
}

TEST(ByteSource, NamesTheFileItCannotOpen) {
  try {
    (void)open_source(Input::from_path("/no/such/trace"));
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
    EXPECT_NE(std::string(error.what()).find("/no/such/trace"), std::string::npos);
  }
}

// Up to the end of a page a mapped file that was cut shows zeros; beyond it, SIGBUS is raised.
TEST(ByteSource, ReportsAFileThatIsCut) {
  const std::string path = ::testing::TempDir() + "paje_cut_" + std::to_string(::getpid());
  for (const bool maps_files : {true, false}) {
    {
      std::ofstream file(path);
      for (int i = 0; i < 200; ++i) file << "1 2 3\n";
    }
    const auto source = open_source(Input::from_path(path), maps_files);
    ASSERT_TRUE(source->next(10).has_value());
    ASSERT_EQ(::truncate(path.c_str(), maps_files ? 500 : 0), 0);
    try {
      while (source->next(10)) continue;
      ADD_FAILURE() << maps_files;
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find(path + ": cannot be read any more"),
                std::string::npos);
    }
  }
  ::unlink(path.c_str());
}

// Files of the system that look regular could be waited for without end.
TEST(ByteSource, DoesNotWaitForWhatARegularFileMayGet) {
  const std::string name =
      std::filesystem::temp_directory_path() / ("paje_waiting_" + std::to_string(::getpid()));
  std::ofstream(name) << "1 a\n";
  const auto source = open_source(Input::from_path(name), false);
  int found = 0;
  for (int file = 3; file < 256; ++file) {
    std::error_code error;
    const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), error);
    if (error || link != name) continue;
    ++found;
    EXPECT_NE(::fcntl(file, F_GETFL) & O_NONBLOCK, 0);
  }
  EXPECT_EQ(found, 1);
  std::filesystem::remove(name);
}

TEST(ByteSource, RefusesADirectory) {
  EXPECT_THROW((void)open_source(Input::from_path("/")), std::system_error);
}

}  // namespace
}  // namespace paje
