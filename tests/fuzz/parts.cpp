// Split sets: the input is cut at lines `==NAME` into files of a folder, the first of which is the
// root. Reading them ends in a table or one error, whatever names what.
#include <filesystem>
#include <fstream>

#include "folder.hpp"
#include "fuzz.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;
namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 8;

// Only what stays in the folder.
bool is_file_name(std::string_view name) {
  return !name.empty() && name.size() < 30 && name.front() != '.' &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

void write_files(std::string_view input, const fs::path& folder) {
  std::string name = "root.trace";
  for (std::size_t files = 0; files < kMostFiles; ++files) {
    const std::size_t cut = input.find("\n==");
    const std::string_view text = input.substr(0, cut);
    if (is_file_name(name)) std::ofstream(folder / name, std::ios::binary) << text;
    if (cut == std::string_view::npos) return;
    input.remove_prefix(cut + 3);
    const std::size_t end = std::min(input.find('\n'), input.size());
    name = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
  }
}

std::string table_of(const fs::path& root, unsigned threads, bool streams) {
  ReadOptions options;
  options.threads = threads;
  options.chunk_bytes = 64;
  TableOptions table;
  table.threads = threads;
  std::string text;
  const TextSink sink = [&](std::string_view piece) { text += piece; };
  try {
    if (streams) {
      table.while_reading = true;
      write_table(Input::from_path(root), options, table, sink);
    } else {
      write_table(read_trace(Input::from_path(root), options), table, sink);
    }
  } catch (const TraceError& error) {
    return error.what();
  } catch (const std::system_error& error) {
    return error.what();
  }
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  for (const auto& entry : fs::directory_iterator(folder.path)) fs::remove_all(entry.path());
  write_files(fuzz::text_of(data, size), folder.path);
  const fs::path root = folder.path / "root.trace";
  const std::string whole = table_of(root, 1, false);
  fuzz::check(whole == table_of(root, 3, false), "the table does not depend on threads");
  fuzz::check(table_of(root, 1, true) == table_of(root, 2, true), "nor does a streamed one");
  return 0;
}
