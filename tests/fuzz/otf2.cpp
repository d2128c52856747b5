// An archive of OTF2 with one file in the place of its own: an orderly error, or a trace that the
// strict replay accepts. Tables are not compared: the library of OTF2 reads on after the end of a
// file that is cut, in memory that may hold what was read before.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "folder.hpp"
#include "fuzz.hpp"
#include "other_table.hpp"

namespace {

using namespace paje;
namespace fs = std::filesystem;

// A copy of the archive PAJE_FUZZ_ARCHIVE.
class Archive {
 public:
  Archive() {
    fs::copy(PAJE_FUZZ_ARCHIVE, folder_.path, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path)) {
      if (!entry.is_regular_file()) continue;
      files_.push_back(fs::relative(entry.path(), folder_.path));
    }
    std::sort(files_.begin(), files_.end());
  }

  void replace(std::size_t number, std::string_view bytes) {
    if (replaced_) restore(*replaced_);
    replaced_ = files_[number % files_.size()];
    std::ofstream(folder_.path / *replaced_, std::ios::binary | std::ios::trunc) << bytes;
  }

  void read(bool is_lenient, unsigned threads) const {
    ReadOptions options;
    options.keep_user_fields = true;
    options.threads = threads;
    if (is_lenient) options.on_problem = [](const Diagnostic&) {};
    try {
      fuzz::table_of_other(Input::from_path(folder_.path), options);
    } catch (const std::runtime_error&) {
      // Of the system, or of a build without the library.
    }
  }

 private:
  void restore(const fs::path& file) const {
    fs::copy_file(fs::path(PAJE_FUZZ_ARCHIVE) / file, folder_.path / file,
                  fs::copy_options::overwrite_existing);
  }

  fuzz::Folder folder_;
  std::vector<fs::path> files_;
  std::optional<fs::path> replaced_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static Archive archive;
  std::string_view bytes = fuzz::text_of(data, size);
  const fuzz::Choices choices(bytes);
  archive.replace(choices.bits >> 1U, bytes);
  for (const unsigned threads : {1U, 2U}) archive.read(choices.at(0), threads);
  return 0;
}
