// Traces that processes read together, simulated by threads: the archive is that of one process,
// for texts that are cut into ranges and for sets of files, whatever the number of processes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "archive/plan_blocks.hpp"
#include "formats/archive/file.hpp"
#include "paje/archive.hpp"
#include "paje/sharing.hpp"
#include "random_trace.hpp"
#include "sharing/file_set.hpp"
#include "sharing/row_messages.hpp"
#include "thread_exchange.hpp"

namespace paje::testing {
namespace {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "paje-sharing-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

// The definitions of all tests, and events with user-defined fields and parts.
const std::string kDefinitions = std::string(kHeader) + R"(%EventDef PajeCreateContainer 20
% Time date
% Alias string
% Type string
% Container string
% Name string
% Origin string
%EndEventDef
%EventDef PajePushState 21
% Time date
% Type string
% Container string
% Value string
% Note string
%EndEventDef
%EventDef PajePopState 22
% Time date
% Type string
% Container string
% Result string
%EndEventDef
%EventDef PajeStartLink 23
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Size int
%EndEventDef
%EventDef PajeTraceFile 24
% Container string
% Type string
% Filename string
%EndEventDef
)";

// Events of some processes in the order of times: what each does, and messages between them.
class RandomRun {
 public:
  RandomRun(uint64_t seed, unsigned processes) : random_(seed), depth_(processes) {}

  static std::string head() {
    return kDefinitions + "0 P 0 P\n2 S P S\n1 V P V\n3 E P E\n4 L 0 P P L\n";
  }
  std::string creation(unsigned process) {
    return fmt::format("20 0 p{0} P 0 \"process {0}\" host{1}\n", process, process % 3);
  }
  /// The next event, and the process that it is of.
  std::pair<unsigned, std::string> next() {
    time_ += below(5) == 0 ? 0 : static_cast<double>(below(1000)) / 1000;
    const unsigned process = below(static_cast<unsigned>(depth_.size()));
    const unsigned what = below(10);
    if (what < 3) {
      ++depth_[process];
      return {process,
              fmt::format("21 {:.3f} S p{} v{} note{}\n", time_, process, below(20), below(9))};
    }
    if (what < 6 && depth_[process] != 0) {
      --depth_[process];
      return {process, fmt::format("22 {:.3f} S p{} \"r {}\"\n", time_, process, below(4))};
    }
    if (what < 7) return {process, fmt::format("8 {:.3f} V p{} {}\n", time_, process, below(9))};
    if (what < 8)
      return {process, fmt::format("17 {:.3f} E p{} e{} -\n", time_, process, below(4))};
    if (what == 8 || waiting_.empty()) {
      waiting_.push_back(key_);
      return {process,
              fmt::format("23 {:.3f} L 0 p{} m {} {}\n", time_, process, key(key_++), below(99))};
    }
    const std::size_t which = below(static_cast<unsigned>(waiting_.size()));
    const unsigned ended = waiting_[which];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(which));
    return {process, fmt::format("16 {:.3f} L 0 p{} m {}\n", time_, process, key(ended))};
  }
  std::string destruction(unsigned process) {
    time_ += 1;
    depth_[process] = 0;
    return fmt::format("7 {:.3f} P p{}\n", time_, process);
  }

 private:
  static std::string key(unsigned number) {
    return number % 5 == 0 ? fmt::format("\"a key that is long {}\"", number)
                           : fmt::format("k{}", number);
  }
  unsigned below(unsigned most) { return static_cast<unsigned>(random_() % most); }

  std::mt19937_64 random_;
  double time_ = 0;
  std::vector<unsigned> depth_;
  std::vector<unsigned> waiting_;
  unsigned key_ = 0;
};

std::string archive_of(const std::string& path, uint64_t slice_rows) {
  std::string bytes;
  write_archive(
      Input::from_path(path), small_chunks(), {.threads = 1, .slice_rows = slice_rows},
      {.write = [&](std::string_view more) { bytes += more; }, .restart = [&] { bytes.clear(); }});
  return bytes;
}

struct Together {
  std::string bytes;
  std::optional<std::string> alone;
};
Together archive_together(const std::string& path, uint64_t slice_rows, unsigned ranks,
                          ReadOptions read = small_chunks()) {
  Together result;
  std::mutex writing;
  as_processes(ranks, [&](Exchange& exchange) {
    const auto write = [&](uint64_t byte, std::string_view bytes) {
      const std::lock_guard lock(writing);
      result.bytes.resize(std::max<std::size_t>(result.bytes.size(), byte + bytes.size()));
      std::copy(bytes.begin(), bytes.end(),
                result.bytes.begin() + static_cast<std::ptrdiff_t>(byte));
    };
    const SharedArchive written = write_archive_together(
        path, read, {.threads = 1, .slice_rows = slice_rows}, exchange, {write});
    const std::lock_guard lock(writing);
    if (exchange.rank() == 0) result.alone = written.reading.alone;
  });
  return result;
}

void expect_same(const std::string& path, const std::string& what) {
  for (const uint64_t slice_rows : {uint64_t{20}, uint64_t{300}, uint64_t{1} << 20U}) {
    const std::string expected = archive_of(path, slice_rows);
    for (const unsigned ranks : {1U, 2U, 4U}) {
      const Together got = archive_together(path, slice_rows, ranks);
      ASSERT_FALSE(got.alone) << what << ": " << *got.alone;
      EXPECT_TRUE(got.bytes == expected) << what << ", " << ranks << " ranks, " << slice_rows;
    }
  }
}

TEST(Sharing, CutsATextAnywhere) {
  const Folder folder;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    RandomRun run(seed, 4);
    std::string text = RandomRun::head();
    for (unsigned process = 0; process < 4; ++process) text += run.creation(process);
    for (int event = 0; event < 1200; ++event) text += run.next().second;
    // Containers that die before the end, with states that are open.
    text += run.destruction(1);
    for (int event = 0; event < 100; ++event) {
      const auto [process, line] = run.next();
      if (process != 1 || line.starts_with("8 ")) text += line;
    }
    ASSERT_GT(text.size(), 2 * FileSet::kRangeChunks * small_chunks().chunk_bytes);
    expect_same(folder.write("text.paje", text), fmt::format("seed {}", seed));
  }
}

// Definitions in the middle, so that the text is decoded as a whole.
TEST(Sharing, ReadsLaterDefinitions) {
  const Folder folder;
  RandomRun run(1, 3);
  std::string text = RandomRun::head();
  for (unsigned process = 0; process < 3; ++process) text += run.creation(process);
  for (int event = 0; event < 900; ++event) text += run.next().second;
  const std::string definition =
      "%EventDef PajeNewEvent 77\n% Time date\n% Type string\n"
      "% Container string\n% Value string\n%EndEventDef\n";
  text += definition;
  expect_same(folder.write("text.paje", text + "77 1e6 E p0 late\n"), "later definitions");
  // What is decoded without it fails, so the file is decoded as a whole.
  for (int event = 0; event < 900; ++event) text += run.next().second;
  text += "77 1e6 E p1 late\n";
  expect_same(folder.write("text.paje", text), "used much later");
  EXPECT_EQ(archive_together(folder.write("text.paje", text + definition), 50, 2).alone, "");
}

// Parts of each process; those of some processes have events of other ones. Each part may name the
// next one.
TEST(Sharing, ReadsSetsOfFiles) {
  const Folder folder;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    const unsigned processes = 5;
    RandomRun run(seed, processes);
    std::string root = RandomRun::head();
    for (unsigned process = 0; process < processes; ++process) root += run.creation(process);
    std::array<std::string, processes + 1> parts;
    const bool has_links = seed % 3 == 0;
    for (int event = 0; event < 800; ++event) {
      const auto [process, line] = run.next();
      if (!has_links && (line.starts_with("23 ") || line.starts_with("16 "))) continue;
      // Variables of all are in a part of their own.
      parts[line.starts_with("8 ") ? processes : process] += line;
    }
    const bool nested = seed % 2 == 1;
    for (unsigned part = 0; part <= processes; ++part) {
      std::string text = part % 2 == 0 ? kDefinitions + parts[part] : parts[part];
      const std::string name = fmt::format("24 0 0 part{}\n", part + 1);
      if (nested && part < processes) text += name;
      folder.write(fmt::format("part{}", part), text);
      if (!nested) root += fmt::format("24 0 0 part{}\n", part);
    }
    if (nested) root += "24 0 0 part0\n";
    const std::string path = folder.write("root.paje", root);
    const Together got = archive_together(path, 50, 3);
    // Links of processes that are in turn are not in the order of times: all sort then, into one
    // slice.
    if (got.alone) {
      EXPECT_TRUE(has_links && got.alone->starts_with("events are not in the order")) << *got.alone;
      constexpr uint64_t kOneSlice = 1'000'000;
      for (const unsigned ranks : {1U, 2U, 3U, 4U}) {
        const Together sorted = archive_together(path, kOneSlice, ranks);
        EXPECT_FALSE(sorted.alone) << sorted.alone.value_or("");
        EXPECT_EQ(sorted.bytes, archive_of(path, kOneSlice)) << seed << ' ' << ranks;
      }
      continue;
    }
    expect_same(path, fmt::format("set {}", seed));
  }
}

TEST(Sharing, ReadsSetsWithLinksInOrder) {
  const Folder folder;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    std::string root = RandomRun::head();
    std::mt19937_64 random(seed);
    std::string first, second, third = kDefinitions;
    RandomRun names(0, 1);
    for (unsigned process = 0; process < 3; ++process) root += names.creation(process);
    for (int message = 0; message < 300; ++message) {
      (random() % 2 == 0 ? first : second) +=
          fmt::format("23 {0} L 0 p0 m \"key {0}\" {1}\n", message, random() % 50);
      (random() % 7 == 0 ? second : third) +=
          fmt::format("16 {0}.5 L 0 p{1} m \"key {0}\"\n", message, random() % 3);
    }
    // Halves come in the order of lines in `second`, links in that of their second halves.
    folder.write("a", first);
    folder.write("b", second);
    folder.write("c", third);
    const std::string path = folder.write("root.paje", root + "24 0 0 a\n24 0 0 b\n24 0 0 c\n");
    const Together got = archive_together(path, 50, 2);
    if (got.alone) continue;
    expect_same(path, fmt::format("links {}", seed));
  }
}

// One process has to say what is wrong, or to do what is not done together.
TEST(Sharing, LeavesTheRestToOneProcess) {
  const Folder folder;
  RandomRun run(3, 2);
  std::string text = RandomRun::head() + run.creation(0) + run.creation(1);
  for (int event = 0; event < 700; ++event) text += run.next().second;
  const auto alone = [&](const std::string& more, const ReadOptions& read = small_chunks()) {
    return archive_together(folder.write("bad.paje", text + more), 100, 3, read).alone;
  };
  EXPECT_FALSE(alone(""));
  EXPECT_EQ(alone("21 1 S p7 v n\n"), "");  // no such container
  EXPECT_EQ(alone("21 0 S p0 v n\n"), "");  // too early
  EXPECT_EQ(alone("23 1e3 L 0 p0 m again 1\n23 1e3 L 0 p0 m again 1\n"), "");
  EXPECT_EQ(alone("7 0 P p0\n"), "");  // destroyed too early
  EXPECT_EQ(alone("99 1 2 3\n"), "");  // no such event
  ReadOptions strict = small_chunks();
  strict.ignore_incomplete_links = false;
  EXPECT_EQ(alone("23 1e6 L 0 p0 m lonely 1\n", strict), "");
  ReadOptions sorted = small_chunks();
  sorted.sort = true;
  EXPECT_EQ(alone("", sorted), "events are sorted");
  EXPECT_THROW((void)archive_of(folder.write("bad.paje", text + "21 1 S p7 v n\n"), 100),
               TraceError);
}

// Few values in many rows, around which one state is open from the first slice to the last: the
// index has sums of them, facts on their fields, and levels of detail of slices that are long
// enough.
TEST(Sharing, SumsWhatItWrites) {
  const Folder folder;
  RandomRun names(0, 1);
  std::string text = RandomRun::head();
  for (unsigned process = 0; process < 3; ++process) text += names.creation(process);
  text += "21 0 S p0 main 0\n21 0 S p1 main 0\n";
  for (int i = 1; i <= 2200; ++i) {
    text += fmt::format("21 {0}.{1} S p{2} inner {0}\n22 {0}.{3} S p{2} \"\"\n", i, i % 7, i % 2,
                        7 + i % 3);
    if (i % 40 == 0) text += fmt::format("21 {0}.9 S p2 v{0} note\n", i);
  }
  const std::string path = folder.write("text.paje", text);
  const std::string bytes = archive_of(path, 20);
  const archive::File file(bytes);
  EXPECT_TRUE(file.has(archive::Section::sums));
  EXPECT_TRUE(file.has(archive::Section::field_facts));
  const std::string long_slices = archive_of(path, 300);
  EXPECT_TRUE(archive::File(long_slices).has(archive::Section::levels));
  EXPECT_TRUE(archive::File(long_slices).has(archive::Section::late_ends));
  expect_same(path, "sums");
}

TEST(Sharing, FindsTheSameBatches) {
  // Of 16 pieces each; a piece that names a part ends what is taken at once.
  const Folder folder;
  ReadOptions read = small_chunks();
  FileSet files(folder.write("x", "#"), read);
  ASSERT_FALSE(files.begin_round({files.look_at_files(0, 1)}));
  ItemResult result;
  for (uint32_t i = 0; i < 40; ++i) result.pieces.push_back({.bytes = 64, .lines = 1, .events = 1});
  EXPECT_EQ(files.end_round({result}), std::optional(false));
  const PieceOrder order = order_pieces(files);
  const std::vector<uint32_t> batches = batches_of(files, order, 64);
  EXPECT_EQ(std::count(batches.begin(), batches.end(), 0U), 16);
  EXPECT_EQ(std::count(batches.begin(), batches.end(), 2U), 8);
  EXPECT_EQ(order.counts.lines, 40U);
}

TEST(Sharing, SendsRows) {
  CollectedRows rows;
  const std::vector<std::string_view> words = {"a", "\"b c\""};
  rows.data.states.start.push_back(1);
  rows.data.states.end.push_back(2);
  rows.data.states.value.push_back({7});
  rows.data.states.depth.push_back(3);
  add_reference(rows.data, TypeKind::state, UserFields::kNone);
  EXPECT_TRUE(rows.data.states.user.empty());
  rows.data.states.start.push_back(4);
  rows.data.states.end.push_back(5);
  rows.data.states.value.push_back({8});
  rows.data.states.depth.push_back(0);
  add_reference(rows.data, TypeKind::state, rows.fields.add_words(words, 6, UserFields::kNone));
  std::string message;
  put_rows(rows, TypeKind::state, message);
  TraceData taken;
  UserFields fields;
  MessageReader from = read_message(message);
  take_rows(from, TypeKind::state, taken, fields);
  EXPECT_FALSE(has_more(from));
  ASSERT_EQ(taken.states.start.size(), 2U);
  EXPECT_EQ(taken.states.end[1], 5);
  EXPECT_EQ(taken.states.value[0].index, 7U);
  EXPECT_EQ(taken.states.user[0], UserFields::kNone);
  std::vector<std::string_view> collected;
  fields.collect(taken.states.user[1], collected);
  EXPECT_EQ(collected, words);
  EXPECT_EQ(fields.definition(taken.states.user[1]), 6U);
}

}  // namespace
}  // namespace paje::testing
