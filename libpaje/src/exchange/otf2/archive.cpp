#include "exchange/otf2/archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kExtension = ".otf2";
constexpr std::string_view kUnreadable = "unreadable OTF2 archive";
constexpr std::string_view kWhole = "a whole archive";

// Of a location that has events, but no file of them.
TraceError missing_part(const std::string& file, int error) {
  Diagnostic diagnostic;
  diagnostic.rule = Rule::unreadable_part;
  diagnostic.where = {file, 0, 0, SourceLocation::kWholeFile};
  diagnostic.found = std::generic_category().message(error);
  diagnostic.expected = "the events of a location";
  return TraceError(std::move(diagnostic));
}

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

// The library reports all trouble to one function, but not whose it is.
std::string*& trouble_of_thread() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the library knows no other
  thread_local std::string* text = nullptr;
  return text;
}

struct DefCallbacksDeleter {
  void operator()(OTF2_GlobalDefReaderCallbacks* made) const {
    OTF2_GlobalDefReaderCallbacks_Delete(made);
  }
};
using DefCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, DefCallbacksDeleter>;

}  // namespace

Otf2Archive::TroubleAside::TroubleAside() : before_(std::exchange(trouble_of_thread(), &text_)) {}

Otf2Archive::TroubleAside::~TroubleAside() { trouble_of_thread() = before_; }

Otf2Archive::ErrorText::ErrorText() : before_(OTF2_Error_RegisterCallback(keep, &text_)) {}

Otf2Archive::ErrorText::~ErrorText() { OTF2_Error_RegisterCallback(before_, nullptr); }

OTF2_ErrorCode Otf2Archive::ErrorText::keep(void* data, const char*, uint64_t, const char*,
                                            OTF2_ErrorCode code, const char* format,
                                            va_list arguments) {
  std::string* const aside = trouble_of_thread();
  std::string& kept = aside == nullptr ? *static_cast<std::string*>(data) : *aside;
  char text[512] = "";
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  if (kept.empty() && length > 0) kept = text;
  return code;
}

Otf2Archive::Otf2Archive(const std::string& path) : path_(anchor_of(path)) {
  need(path_);
  if (const auto found = false_properties(path_)) fail(*found);
  reader_ = open_reader();
  OTF2_FileSubstrate substrate = OTF2_SUBSTRATE_UNDEFINED;
  const bool has_files = OTF2_Reader_GetFileSubstrate(reader_.get(), &substrate) == OTF2_SUCCESS &&
                         substrate == OTF2_SUBSTRATE_POSIX && path_.ends_with(kExtension);
  if (!has_files) return;
  base_ = path_.substr(0, path_.size() - kExtension.size());
  need(base_ + ".def");
}

Otf2Archive::Reader Otf2Archive::open_reader() const {
  Reader reader(OTF2_Reader_Open(path_.c_str()));
  if (reader == nullptr) fail(trouble(OTF2_ERROR_INVALID));
  check(OTF2_Reader_SetSerialCollectiveCallbacks(reader.get()));
  return reader;
}

std::string Otf2Archive::trouble(OTF2_ErrorCode code, const std::string& aside) const {
  if (!error_.text().empty()) return error_.text();
  return aside.empty() ? OTF2_Error_GetDescription(code) : aside;
}

TraceError Otf2Archive::error(std::string_view found) const {
  return bad_file(path_, kUnreadable, found, kWhole);
}

TraceError Otf2Archive::error_in(OTF2_LocationRef location, std::string_view found) const {
  return bad_file(events_file(location), kUnreadable, found, kWhole);
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
    if (events > 0 && !losses.report(missing_part(file, error)) && first_error == 0) {
      losses.note(fmt::format("a location cannot be read: {}: {}", file,
                              std::generic_category().message(error)));
    }
    if (events > 0 && first_error == 0) first_error = error;
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

std::vector<Otf2Archive::Part> Otf2Archive::deal(const std::vector<OTF2_LocationRef>& locations,
                                                 std::size_t parts,
                                                 const std::vector<OTF2_LocationRef>& damaged) {
  std::vector<Part> dealt;
  if (damaged.empty() || !locations.empty()) {
    dealt.resize(std::clamp<std::size_t>(locations.size(), 1, parts));
  }
  for (std::size_t i = 0; i < locations.size(); ++i) {
    dealt[i % dealt.size()].locations.push_back(locations[i]);
  }
  for (const OTF2_LocationRef location : damaged) dealt.push_back({nullptr, {location}});
  for (Part& part : dealt) {
    const bool is_first = &part == &dealt.front();
    part.reader = is_first ? reader_.get() : others_.emplace_back(open_reader()).get();
    for (const OTF2_LocationRef location : part.locations) {
      check(OTF2_Reader_SelectLocation(part.reader, location));
    }
  }
  return dealt;
}

void Otf2Archive::read_local_definitions(const std::vector<Part>& parts, bool is_lenient,
                                         Losses& losses) const {
  const auto is_there = [&](OTF2_LocationRef location) {
    return base_.empty() || trouble_of(location_file(location, "def")) == 0;
  };
  uint64_t absent = 0;
  bool has_some = false;
  std::vector<Part> present = parts;
  for (Part& part : present) {
    absent += std::erase_if(part.locations,
                            [&](OTF2_LocationRef location) { return !is_there(location); });
    has_some = has_some || !part.locations.empty();
  }
  // An archive may have none, but not of some locations only.
  if (!has_some) return;
  losses.add("local definitions of locations whose file cannot be opened", absent);
  for (const Part& part : present) {
    if (!part.locations.empty()) read_local_definitions(part, is_lenient, losses);
  }
}

void Otf2Archive::read_local_definitions(const Part& part, bool is_lenient, Losses& losses) const {
  if (OTF2_Reader_OpenDefFiles(part.reader) != OTF2_SUCCESS) return;
  for (const OTF2_LocationRef location : part.locations) {
    OTF2_DefReader* const local = OTF2_Reader_GetDefReader(part.reader, location);
    if (local == nullptr) continue;
    uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(part.reader, local, &count);
    if (code != OTF2_SUCCESS && is_lenient &&
        !losses.report(
            bad_file(location_file(location, "def"), kUnreadable, trouble(code), kWhole)))
      losses.add("local definitions that are damaged");
    if (!is_lenient) check(code);
    check(OTF2_Reader_CloseDefReader(part.reader, local));
  }
  check(OTF2_Reader_CloseDefFiles(part.reader));
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
