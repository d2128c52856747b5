#include "exchange/otf2/archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kExtension = ".otf2";

// The file that stands for the archive, if a folder was named.
std::string anchor_of(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return path;
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() != kExtension) continue;
    if (!found.empty()) {
      throw bad_file(path, "several archives",
                     fmt::format("{}' and '{}", found, entry.path().string()),
                     "one file NAME.otf2");
    }
    found = entry.path().string();
  }
  if (found.empty()) {
    throw bad_file(path, "no OTF2 archive", "a folder", "a file NAME.otf2 in it");
  }
  return found;
}

// 0, or the error of opening it.
int trouble_of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno;
  ::close(file);
  return 0;
}

void need(const std::string& path) {
  if (const int error = trouble_of(path)) {
    throw std::system_error(error, std::generic_category(), path);
  }
}

constexpr std::size_t kAnchorHead = 46;  // bytes before the names of machine, creator, description
constexpr std::size_t kMostAnchor = std::size_t{1} << 20U;

// The library makes room for as many properties as the file claims, before it looks for them. Their
// number comes after three texts that end with NUL; each has two such texts itself. Nothing for a
// file that is not of the version 3 of the format, whose layout this is.
std::optional<std::string> false_properties(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kMostAnchor, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (!bytes.starts_with("\x03"
                         "BOTF2") ||
      bytes.size() < kAnchorHead || bytes[7] != 3)
    return {};
  std::size_t at = kAnchorHead;
  for (int texts = 0; texts < 3; ++texts) {
    at = bytes.find('\0', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  if (bytes.size() - at < 4) return {};
  uint64_t count = 0;
  for (std::size_t i = 4; i-- > 0;) {
    count = count << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  if (2 * count <= bytes.size() - at) return {};
  return fmt::format("{} properties in {} bytes", count, bytes.size() - at);
}

struct DefCallbacksDeleter {
  void operator()(OTF2_GlobalDefReaderCallbacks* made) const {
    OTF2_GlobalDefReaderCallbacks_Delete(made);
  }
};
using DefCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, DefCallbacksDeleter>;

}  // namespace

Otf2Archive::ErrorText::ErrorText() : before_(OTF2_Error_RegisterCallback(keep, &text_)) {}

Otf2Archive::ErrorText::~ErrorText() { OTF2_Error_RegisterCallback(before_, nullptr); }

OTF2_ErrorCode Otf2Archive::ErrorText::keep(void* data, const char*, uint64_t, const char*,
                                            OTF2_ErrorCode code, const char* format,
                                            va_list arguments) {
  auto& kept = *static_cast<std::string*>(data);
  char text[512] = "";
  std::vsnprintf(text, sizeof text, format, arguments);
  if (kept.empty()) kept = text;
  return code;
}

Otf2Archive::Otf2Archive(const std::string& path) : path_(anchor_of(path)) {
  need(path_);
  if (const auto found = false_properties(path_)) fail(*found);
  reader_.reset(OTF2_Reader_Open(path_.c_str()));
  if (reader_ == nullptr) fail(trouble(OTF2_ERROR_INVALID));
  check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get()));
  OTF2_FileSubstrate substrate = OTF2_SUBSTRATE_UNDEFINED;
  const bool has_files = OTF2_Reader_GetFileSubstrate(reader_.get(), &substrate) == OTF2_SUCCESS &&
                         substrate == OTF2_SUBSTRATE_POSIX && path_.ends_with(kExtension);
  if (!has_files) return;
  base_ = path_.substr(0, path_.size() - kExtension.size());
  need(base_ + ".def");
}

std::string Otf2Archive::trouble(OTF2_ErrorCode code) const {
  return error_.text().empty() ? OTF2_Error_GetDescription(code) : error_.text();
}

void Otf2Archive::fail(std::string_view found) const {
  throw bad_file(path_, "unreadable OTF2 archive", found, "a whole archive");
}

void Otf2Archive::check(OTF2_ErrorCode code) const {
  if (code != OTF2_SUCCESS) fail(trouble(code));
}

void Otf2Archive::read_definitions(Otf2Definitions& definitions) {
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(reader_.get());
  if (reader == nullptr) fail(trouble(OTF2_ERROR_INVALID));
  const DefCallbacks callbacks(Otf2Definitions::callbacks());
  check(
      OTF2_Reader_RegisterGlobalDefCallbacks(reader_.get(), reader, callbacks.get(), &definitions));
  uint64_t count = 0;
  check(OTF2_Reader_ReadAllGlobalDefinitions(reader_.get(), reader, &count));
  definitions.find_members();
}

std::string Otf2Archive::location_file(OTF2_LocationRef location, const char* extension) const {
  return fmt::format("{}/{}.{}", base_, location, extension);
}

std::vector<OTF2_LocationRef> Otf2Archive::locations_to_read(const Otf2Definitions& definitions,
                                                             Losses& losses) const {
  if (base_.empty()) return definitions.location_order;
  std::vector<OTF2_LocationRef> found;
  int first_error = 0;
  for (const OTF2_LocationRef location : definitions.location_order) {
    const std::string file = location_file(location, "evt");
    const int error = trouble_of(file);
    if (error == 0) {
      found.push_back(location);
      continue;
    }
    const uint64_t events = definitions.locations.find(location)->events;
    if (first_error == 0 && events > 0) {
      first_error = error;
      losses.note(fmt::format("a location cannot be read: {}: {}", file,
                              std::generic_category().message(error)));
    }
    losses.add("events of locations whose file cannot be opened", events);
    losses.add("locations whose file cannot be opened", events > 0 ? 1 : 0);
  }
  if (found.empty() && first_error != 0) {
    throw std::system_error(first_error, std::generic_category(),
                            location_file(definitions.location_order.front(), "evt"));
  }
  return found;
}

uint64_t Otf2Archive::bytes_of_events(const std::vector<OTF2_LocationRef>& locations) const {
  if (base_.empty()) return 0;
  uint64_t bytes = 0;
  for (const OTF2_LocationRef location : locations) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(location_file(location, "evt"), unknown);
    if (!unknown) bytes += size;
  }
  return bytes;
}

void Otf2Archive::read_local_definitions(const std::vector<OTF2_LocationRef>& locations,
                                         bool is_lenient, Losses& losses) {
  std::vector<OTF2_LocationRef> present;
  for (const OTF2_LocationRef location : locations) {
    const bool is_there = base_.empty() || trouble_of(location_file(location, "def")) == 0;
    if (is_there) present.push_back(location);
  }
  // An archive may have none, but not of some locations only.
  if (present.empty()) return;
  losses.add("local definitions of locations whose file cannot be opened",
             locations.size() - present.size());
  if (OTF2_Reader_OpenDefFiles(reader_.get()) != OTF2_SUCCESS) return;
  for (const OTF2_LocationRef location : present) {
    OTF2_DefReader* const local = OTF2_Reader_GetDefReader(reader_.get(), location);
    if (local == nullptr) continue;
    uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), local, &count);
    if (code != OTF2_SUCCESS && is_lenient) losses.add("local definitions that are damaged");
    if (!is_lenient) check(code);
    check(OTF2_Reader_CloseDefReader(reader_.get(), local));
  }
  check(OTF2_Reader_CloseDefFiles(reader_.get()));
}

void Otf2Archive::count_rest(Losses& losses) {
  uint32_t count = 0;
  if (OTF2_Reader_GetNumberOfSnapshots(reader_.get(), &count) == OTF2_SUCCESS) {
    losses.add("snapshots", count);
  }
  if (OTF2_Reader_GetNumberOfThumbnails(reader_.get(), &count) == OTF2_SUCCESS) {
    losses.add("thumbnails", count);
  }
  if (!base_.empty() && trouble_of(base_ + ".marker") == 0) {
    losses.add("files of markers");
  }
}

}  // namespace paje::exchange
