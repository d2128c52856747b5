// Where there is no libFuzzer: runs a target on files, then on that many random changes of them,
// the same for the same seed.
//
// Usage: TARGET [-runs=N] [-seed=N] FILE_OR_FOLDER...
#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "fuzz.hpp"

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

constexpr std::size_t kMostBytes = 20'000;
constexpr const char* kWords[] = {
    "\n",  " ", "\"", "%EventDef ", "%EndEventDef\n", "% Time date\n", "0",    "-1", "1e308",
    "nan", "#", "\r", "\xff",       "65536",          "\n==b\n",       "2 S ", "12 "};

Bytes read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

void add(const fs::path& path, std::vector<fs::path>& files) {
  if (!fs::is_directory(path)) return files.push_back(path);
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
}

class Changes {
 public:
  Changes(const std::vector<Bytes>& seeds, uint64_t seed) : seeds_(seeds), random_(seed) {}

  Bytes next();

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  template <class Range>
  const auto& one_of(const Range& range) {
    return *(std::begin(range) + static_cast<std::ptrdiff_t>(below(std::size(range))));
  }
  static auto at(Bytes& bytes, std::size_t place) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(place);
  }

  void change(Bytes& bytes) {
    const std::size_t place = below(bytes.size() + 1);
    const std::size_t end = std::min(bytes.size(), place + below(40));
    switch (below(6)) {
      case 0:
        if (place < bytes.size()) bytes[place] = static_cast<uint8_t>(random_());
        return;
      case 1:
        if (place < bytes.size()) bytes[place] ^= static_cast<uint8_t>(1U << below(8));
        return;
      case 2:
        bytes.erase(at(bytes, place), at(bytes, end));
        return;
      case 3: {
        const std::string_view word = one_of(kWords);
        bytes.insert(at(bytes, place), word.begin(), word.end());
        return;
      }
      case 4: {
        const Bytes piece(at(bytes, place), at(bytes, end));
        bytes.insert(at(bytes, below(bytes.size() + 1)), piece.begin(), piece.end());
        return;
      }
      default: {
        const Bytes& other = one_of(seeds_);
        const std::size_t from = below(other.size());
        const auto begin = other.begin() + static_cast<std::ptrdiff_t>(from);
        bytes.insert(at(bytes, place), begin,
                     begin + static_cast<std::ptrdiff_t>(below(other.size() - from)));
      }
    }
  }

  const std::vector<Bytes>& seeds_;
  std::mt19937_64 random_;
};

Bytes Changes::next() {
  Bytes bytes = one_of(seeds_);
  for (std::size_t count = below(6) + 1; count > 0; --count) change(bytes);
  if (bytes.size() > kMostBytes) bytes.resize(kMostBytes);
  return bytes;
}

// What an input that ends the process is to be found in.
void keep(const Bytes& bytes, const fs::path& path) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

// Whether `word` is NAME=NUMBER.
bool read_option(std::string_view word, std::string_view name, uint64_t& number) {
  if (!word.starts_with(name)) return false;
  std::from_chars(word.data() + name.size(), word.data() + word.size(), number);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  uint64_t runs = 0, seed = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (!read_option(word, "-runs=", runs) && !read_option(word, "-seed=", seed)) add(word, files);
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> seeds;
  for (const fs::path& file : files) {
    std::printf("%s\n", file.c_str());  // the last one shown is the one that failed
    std::fflush(stdout);
    seeds.push_back(read(file));
    LLVMFuzzerTestOneInput(seeds.back().data(), seeds.back().size());
  }
  if (seeds.empty()) seeds.emplace_back();

  const fs::path kept = fs::path(argv[0]).filename().string() + ".last_input";
  Changes changes(seeds, seed);
  for (uint64_t run = 0; run < runs; ++run) {
    const Bytes bytes = changes.next();
    keep(bytes, kept);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  fs::remove(kept);
  std::printf("%zu files, %llu changed inputs\n", files.size(),
              static_cast<unsigned long long>(runs));
  return files.empty() ? 1 : 0;
}
