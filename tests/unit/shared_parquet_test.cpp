// Files of Parquet that processes, simulated by threads, write together: those of one process, for
// row groups of few rows and tracks of links that several processes have some of.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "paje/shared_parquet.hpp"
#include "random_trace.hpp"
#include "thread_exchange.hpp"

namespace paje::testing {
namespace {

using Files = std::map<std::string, std::string>;

// All kinds of objects of some processes; many links start at the same time.
std::string random_text(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
  std::string text = std::string(kHeader) +
                     "%EventDef PajePushState 21\n% Time date\n% Type string\n% Container string\n"
                     "% Value string\n% Note string\n%EndEventDef\n"
                     "0 P 0 P\n2 S P S\n1 V P V\n3 E P E\n4 L 0 P P L\n";
  for (unsigned i = 0; i < 5; ++i) text += fmt::format("6 0 p{0} P 0 \"process {0}\"\n", i);
  std::vector<unsigned> open;
  for (unsigned i = 0; i < 1500; ++i) {
    const double now = i / 16 * 0.25;
    if (i == 703) text += "8 10.875 V p0 1\n";  // no other time has three digits
    const unsigned process = below(5);
    const unsigned what = below(8);
    if (what < 2) {
      text += fmt::format("21 {} S p{} v{} {}\n", now, process, below(9),
                          below(40) == 0 ? "word" : std::to_string(below(7)));
    } else if (what == 2) {
      text += fmt::format("8 {} V p{} {}\n", now, process, below(5));
    } else if (what == 3) {
      text += fmt::format("17 {} E p{} e{} -\n", now, process, below(3));
    } else if (what < 6 || open.empty()) {
      open.push_back(i);
      text += fmt::format("15 {} L 0 p{} m k{}\n", now, process, i);
    } else {
      const std::size_t which = below(static_cast<unsigned>(open.size()));
      text += fmt::format("16 {} L 0 p{} m k{}\n", now, process, open[which]);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  return text;
}

Files files_of(const std::string& path, const ParquetOptions& options) {
  Files files;
  write_parquet(read_trace(Input::from_path(path), small_chunks()), options,
                [&](const std::string& name) {
                  std::string& file = files[name];
                  return [&file](std::string_view bytes) { file += bytes; };
                });
  return files;
}

Files files_together(const std::string& path, const ParquetOptions& options, unsigned ranks) {
  std::vector<std::string> names, contents;
  std::mutex writing;
  as_processes(ranks, [&](Exchange& exchange) {
    SharedTrace share = read_trace_together(path, small_chunks(), exchange);
    EXPECT_FALSE(share.reading.alone) << *share.reading.alone;
    const SharedFiles target = {[&](const std::vector<std::string>& paths) {
                                  const std::lock_guard lock(writing);
                                  names = paths;
                                  contents.resize(paths.size());
                                },
                                [&](std::size_t file, uint64_t byte, std::string_view bytes) {
                                  const std::lock_guard lock(writing);
                                  std::string& to = contents[file];
                                  to.resize(std::max<std::size_t>(to.size(), byte + bytes.size()));
                                  std::copy(bytes.begin(), bytes.end(),
                                            to.begin() + static_cast<std::ptrdiff_t>(byte));
                                }};
    EXPECT_FALSE(write_parquet_together(std::move(share), options, exchange, target));
  });
  Files files;
  for (std::size_t i = 0; i < names.size(); ++i) files[names[i]] = std::move(contents[i]);
  return files;
}

TEST(SharedParquet, WritesTheFilesOfOneProcess) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("paje-parquet-{}", ::getpid()))
          .string();
  const ParquetOptions ways[] = {
      {.group_rows = 9, .threads = 1},
      {.times = ParquetTimes::decimals, .group_rows = 50, .threads = 2},
      {.partition = ParquetPartition::node, .group_rows = 33, .threads = 1},
      {.partition = ParquetPartition::container_type, .has_user_fields = false, .threads = 1}};
  for (uint64_t seed = 0; seed < 3; ++seed) {
    std::ofstream(path, std::ios::binary) << random_text(seed);
    for (const ParquetOptions& options : ways) {
      const Files expected = files_of(path, options);
      for (const unsigned ranks : {1U, 2U, 3U}) {
        const Files got = files_together(path, options, ranks);
        ASSERT_EQ(got.size(), expected.size());
        for (const auto& [name, bytes] : expected) {
          EXPECT_TRUE(got.at(name) == bytes) << name << ", seed " << seed << ", " << ranks;
        }
      }
    }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace paje::testing
