#include <otf2/otf2.h>

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/otf2/writing/definitions.hpp"
#include "exchange/otf2/writing/events.hpp"
#include "paje/otf2.hpp"

namespace paje {

namespace {

using namespace exchange;

constexpr const char* kName = "trace";
constexpr uint64_t kEventChunk = uint64_t{1} << 20U;
constexpr uint64_t kDefinitionChunk = uint64_t{4} << 20U;
// Of that many locations, libotf2 would clear gigabytes for chunks that stay almost empty.
constexpr std::size_t kManyLocations = 128;

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }

// Keeps the library's own messages from standard error.
OTF2_ErrorCode say_nothing(void*, const char*, uint64_t, const char*, OTF2_ErrorCode code,
                           const char*, va_list) {
  return code;
}

class Quiet {
 public:
  Quiet() : before_(OTF2_Error_RegisterCallback(say_nothing, nullptr)) {}
  ~Quiet() { OTF2_Error_RegisterCallback(before_, nullptr); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  OTF2_ErrorCallback before_;
};

// A folder that gets an archive when that is whole: a part of one would read as an empty trace.
class NewArchive {
 public:
  explicit NewArchive(const std::filesystem::path& folder)
      : folder_(folder), is_new_(std::filesystem::create_directories(folder)) {
    try {
      refuse_old_archive();
      std::string name = (folder / ".archive-XXXXXX").string();
      if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), folder.string());
      }
      temporary_ = name;
    } catch (...) {
      remove();
      throw;
    }
  }
  ~NewArchive() { remove(); }
  NewArchive(const NewArchive&) = delete;
  NewArchive& operator=(const NewArchive&) = delete;

  /// Where to write it.
  [[nodiscard]] std::string path() const { return temporary_.string(); }
  /// The file that stands for the archive comes last.
  void commit() {
    for (const std::string_view file : kFiles) {
      if (!std::filesystem::exists(temporary_ / file)) continue;  // there are no locations
      std::filesystem::rename(temporary_ / file, folder_ / file);
    }
    is_new_ = false;
  }

 private:
  static constexpr std::array<std::string_view, 3> kFiles = {"trace", "trace.def", "trace.otf2"};

  // Tools that read both would mix them.
  void refuse_old_archive() const {
    for (const std::string_view file : kFiles) {
      if (!std::filesystem::exists(folder_ / file)) continue;
      throw std::runtime_error((folder_ / file).string() +
                               ": is there already: name another folder");
    }
  }

  void remove() const {
    std::error_code ignored;
    if (!temporary_.empty()) std::filesystem::remove_all(temporary_, ignored);
    // Only an empty one is removed.
    if (is_new_) std::filesystem::remove(folder_, ignored);
  }

  std::filesystem::path folder_;
  std::filesystem::path temporary_;
  bool is_new_;
};

class Archive {
 public:
  /// `folder` is for messages.
  Archive(const std::string& path, const std::string& folder, std::size_t locations)
      : archive_(OTF2_Archive_Open(path.c_str(), kName, OTF2_FILEMODE_WRITE,
                                   locations < kManyLocations ? kEventChunk : OTF2_CHUNK_SIZE_MIN,
                                   locations < kManyLocations ? kDefinitionChunk : kEventChunk,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)),
        folder_(folder) {
    if (archive_ == nullptr) fail("it cannot be opened");
    // The archive keeps the pointer.
    static constexpr OTF2_FlushCallbacks callbacks = {flush, nullptr};
    check(OTF2_Archive_SetFlushCallbacks(archive_, &callbacks, nullptr));
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    check(OTF2_Archive_SetCreator(archive_, "pj_export"));
  }
  ~Archive() {
    if (archive_ != nullptr) OTF2_Archive_Close(archive_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  std::vector<uint64_t> write_events(const Otf2Plan& plan, Otf2Events& events) {
    std::vector<uint64_t> counts;
    check(OTF2_Archive_OpenEvtFiles(archive_));
    for (uint64_t i = 0; i < plan.locations.size(); ++i) {
      OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_, i);
      if (writer == nullptr) fail("a location cannot be opened");
      events.write(plan.locations[i], writer);
      check(OTF2_EvtWriter_GetNumberOfEvents(writer, &counts.emplace_back(0)));
      check(OTF2_Archive_CloseEvtWriter(archive_, writer));
    }
    check(OTF2_Archive_CloseEvtFiles(archive_));
    return counts;
  }

  // Without their own definitions some readers do not open the events of locations.
  void write_local_definitions(const Otf2Plan& plan) {
    check(OTF2_Archive_OpenDefFiles(archive_));
    for (uint64_t i = 0; i < plan.locations.size(); ++i) {
      OTF2_DefWriter* const writer = OTF2_Archive_GetDefWriter(archive_, i);
      if (writer == nullptr) fail("a location cannot be opened");
      check(OTF2_Archive_CloseDefWriter(archive_, writer));
    }
    check(OTF2_Archive_CloseDefFiles(archive_));
  }

  OTF2_GlobalDefWriter* definitions() {
    OTF2_GlobalDefWriter* const writer = OTF2_Archive_GetGlobalDefWriter(archive_);
    if (writer == nullptr) fail("definitions cannot be opened");
    return writer;
  }

  void close() {
    OTF2_Archive* const open = archive_;
    archive_ = nullptr;
    check(OTF2_Archive_Close(open));
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(folder_ + ": an OTF2 archive cannot be written there: " + why);
  }
  void check(OTF2_ErrorCode code) const {
    if (code != OTF2_SUCCESS) fail(OTF2_Error_GetDescription(code));
  }

  OTF2_Archive* archive_;
  std::string folder_;
};

// Regions, metrics and the like come back by their events.
void count_without_objects(const Trace& trace, Losses& losses) {
  std::vector<bool> has_type(trace.types().size());
  std::vector<bool> has_value(trace.values().size());
  for (const Container& container : trace.containers()) has_type[container.type.index] = true;
  for (const Track& track : trace.tracks()) {
    if (track.size() > 0) has_type[track.type.index] = true;
  }
  for (const TypeKind kind : {TypeKind::state, TypeKind::event, TypeKind::link}) {
    for (const ValueId value : trace.values(kind)) has_value[value.index] = true;
  }
  const auto missing = [](const std::vector<bool>& all) {
    return static_cast<uint64_t>(std::count(all.begin(), all.end(), false));
  };
  losses.add("types without objects", missing(has_type));
  losses.add("values without objects", missing(has_value));
}

// Types are told apart by their names, and so are containers next to each other.
void count_same_names(const Trace& trace, Losses& losses) {
  using Name = std::tuple<TypeKind, uint32_t, std::string_view>;
  std::set<Name> types;
  for (const Type& type : trace.types()) {
    if (type.kind == TypeKind::container) continue;
    const bool is_new = types.emplace(type.kind, type.parent.index, type.name.text).second;
    losses.add("types with the name of another (they come back as one)", is_new ? 0 : 1);
  }
  std::set<std::pair<uint32_t, std::string_view>> siblings;
  for (const Container& container : trace.containers()) {
    const bool is_new = siblings.emplace(container.parent.index, container.name.text).second;
    losses.add("containers with the name of another next to them (they come back as others)",
               is_new ? 0 : 1);
  }
}

// A value holds until the next one, or to the end of the run.
void count_ends_of_values(const Trace& trace, Losses& losses) {
  const double end = trace.end_time().value_or(0);
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::variable || track.size() == 0) continue;
    const bool ends_before = trace.variables().end[track.last - 1] < end;
    losses.add("last values of variables that end before the run (they come back to its end)",
               ends_before ? 1 : 0);
  }
}

// What is not in an archive, or comes back as something else.
void count_losses(const Trace& trace, const Otf2Ticks& ticks, Losses& losses) {
  if (!ticks.is_exact()) {
    losses.note("times are no decimals of at most 12 digits: they are rounded to nanoseconds");
  }
  const double end = trace.end_time().value_or(0);
  for (const Container& container : trace.containers()) {
    const bool begins_with_run =
        container.start == ticks.first() || (!container.parent.valid() && container.start <= 0);
    const bool lives_throughout = begins_with_run && container.end >= end;
    losses.add("times at which containers begin or end", lives_throughout ? 0 : 1);
    losses.add("empty names (they come back as others)", container.name.text.empty() ? 1 : 0);
  }
  for (const Type& type : trace.types()) losses.add("colors of types", type.color ? 1 : 0);
  for (const EntityValue& value : trace.values()) {
    losses.add("colors of values", value.color ? 1 : 0);
    losses.add("empty names (they come back as others)", value.name.text.empty() ? 1 : 0);
  }
  count_without_objects(trace, losses);
  count_same_names(trace, losses);
  count_ends_of_values(trace, losses);
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::link || track.container.index == 0) continue;
    losses.add("containers that hold links", track.size());
  }
}

}  // namespace

ConversionLosses write_otf2(const Trace& trace, const Otf2Options& options,
                            const std::string& folder) {
  const Otf2Ticks ticks(trace);
  const Otf2Plan plan = plan_otf2(trace);
  Losses losses;
  Otf2Names names;
  Otf2Events events(trace, options, plan, ticks, names, losses);
  count_losses(trace, ticks, losses);
  NewArchive made(folder);
  const Quiet quiet;
  Archive archive(made.path(), folder, plan.locations.size());
  const std::vector<uint64_t> counts = archive.write_events(plan, events);
  archive.write_local_definitions(plan);
  write_definitions(trace, plan, ticks, counts, names, archive.definitions());
  archive.close();
  made.commit();
  return losses.all();
}

}  // namespace paje
