#include "record/mpi_libraries.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "libpaje-record-", kSuffix = ".so", kNoMpi = "none";

// The path that a shell would start; empty if there is none.
std::string program_path(const std::string& word) {
  std::error_code ignored;
  if (word.find('/') != std::string::npos) return fs::is_regular_file(word, ignored) ? word : "";
  const char* const all = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  std::string_view rest = all == nullptr ? "" : all;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string path = std::string(rest.substr(0, colon)) + '/' + word;
    if (::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, ignored)) return path;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return "";
}

// A number of an object file, which may be cut or nonsense.
template <class Number>
bool read_at(const std::string& bytes, uint64_t at, Number& number) {
  if (at > bytes.size() || sizeof number > bytes.size() - at) return false;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return true;
}

// Where what lies at an address in memory is in the file.
uint64_t offset_of(const std::string& bytes, const Elf64_Ehdr& head, uint64_t address) {
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part;
    if (!read_at(bytes, head.e_phoff + uint64_t{i} * sizeof part, part)) break;
    if (part.p_type == PT_LOAD && address >= part.p_vaddr &&
        address - part.p_vaddr < part.p_filesz) {
      return address - part.p_vaddr + part.p_offset;
    }
  }
  return UINT64_MAX;
}

// The dynamic section of a file of this machine's kind.
std::vector<Elf64_Dyn> dynamic_entries(const std::string& bytes, const Elf64_Ehdr& head) {
  std::vector<Elf64_Dyn> entries;
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part;
    if (!read_at(bytes, head.e_phoff + uint64_t{i} * sizeof part, part)) break;
    if (part.p_type != PT_DYNAMIC) continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= part.p_filesz; at += sizeof(Elf64_Dyn)) {
      Elf64_Dyn entry;
      if (!read_at(bytes, part.p_offset + at, entry) || entry.d_tag == DT_NULL) break;
      entries.push_back(entry);
    }
  }
  return entries;
}

// The libraries that a program names.
std::vector<std::string> needed_libraries(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Elf64_Ehdr head;
  std::vector<std::string> names;
  if (!read_at(bytes, 0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64) {
    return names;
  }
  const std::vector<Elf64_Dyn> entries = dynamic_entries(bytes, head);
  uint64_t texts = UINT64_MAX;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_STRTAB) texts = offset_of(bytes, head, entry.d_un.d_ptr);
  }
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag != DT_NEEDED || texts == UINT64_MAX) continue;
    const uint64_t at = texts + entry.d_un.d_val;
    if (at < bytes.size()) names.emplace_back(bytes.c_str() + at);
  }
  return names;
}

std::string mpi_of_library(std::string_view name) {
  if (name.starts_with("libmpich") || name.starts_with("libmpi.so.12")) return "mpich";
  if (name.starts_with("libmpi.so") || name.starts_with("libmpi_")) return "openmpi";
  return "";
}

std::string mpi_of_launcher(const std::string& path) {
  std::error_code ignored;
  const std::string name = fs::canonical(path, ignored).filename().string();
  for (const char* const part : {"openmpi", "orterun", "prterun", "ompi"}) {
    if (name.find(part) != std::string::npos) return "openmpi";
  }
  for (const char* const part : {"mpich", "hydra"}) {
    if (name.find(part) != std::string::npos) return "mpich";
  }
  return "";
}

std::string list_of(const std::vector<RecordingLibrary>& libraries) {
  std::string text;
  for (const RecordingLibrary& library : libraries) {
    text += (text.empty() ? "" : ", ") + library.mpi;
  }
  return text;
}

}  // namespace

std::vector<RecordingLibrary> recording_libraries() {
  std::error_code ignored;
  const fs::path own = fs::canonical("/proc/self/exe", ignored).parent_path();
  std::vector<RecordingLibrary> found;
  for (const fs::path& folder : {own / PAJE_BIN_TO_RECORDERS, own / ".." / "recorder"}) {
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
      const std::string mpi =
          name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
      found.push_back({mpi, fs::canonical(entry.path(), ignored).string()});
    }
    if (!found.empty()) break;
  }
  // The one for programs without MPI last: the others record these, too.
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.mpi != kNoMpi, a.mpi) > std::pair(b.mpi != kNoMpi, b.mpi);
  });
  return found;
}

std::string mpi_of_command(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::string path = program_path(word);
    if (path.empty()) continue;
    for (const std::string& library : needed_libraries(path)) {
      const std::string mpi = mpi_of_library(library);
      // A launcher of Open MPI is linked with other libraries of it.
      if (!mpi.empty()) return mpi;
    }
  }
  return command.empty() ? "" : mpi_of_launcher(program_path(command.front()));
}

RecordingLibrary choose_library(const std::string& mpi, const std::vector<std::string>& command) {
  const std::vector<RecordingLibrary> libraries = recording_libraries();
  if (libraries.empty()) {
    throw std::runtime_error(
        "no recording library is there: it is built where Python is found, without sanitizers");
  }
  const std::string wanted = mpi.empty() ? mpi_of_command(command) : mpi;
  if (wanted.empty()) return libraries.front();
  for (const RecordingLibrary& library : libraries) {
    if (library.mpi == wanted) return library;
  }
  throw std::runtime_error(fmt::format(
      "{} {}, for which no recording library was built (Debian: libopenmpi-dev openmpi-bin, or "
      "libmpich-dev mpich); there is: {}",
      mpi.empty() ? "the program uses" : "--mpi asks for", one_line(wanted), list_of(libraries)));
}

}  // namespace paje::tools
