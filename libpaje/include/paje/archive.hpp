// The Pajé archive: a finished trace in one small file of columns, read without a replay. Every
// function that reads traces also reads archives; this header has what only archives offer.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"
#include "paje/trace.hpp"

namespace paje {

struct ArchiveOptions {
  int level = 3;         ///< of Zstandard; higher levels are slower and save some per cent
  unsigned threads = 0;  ///< as ReadOptions::threads; the output does not depend on it
  /// For an archive written while its trace is read: objects per slice. More objects need more
  /// memory; fewer than a million make the file some per cent larger.
  uint64_t slice_rows = uint64_t{1} << 21U;
};

/// The size of an archive by its parts.
struct ArchiveSizes {
  struct Column {
    TypeKind kind = TypeKind::container;  ///< of its objects
    std::string name;
    uint64_t bytes = 0;
  };
  uint64_t bytes = 0;                 ///< of the file
  uint64_t index = 0;                 ///< part of `bytes`: names, tracks and the places of blocks
  uint64_t blocks = 0;                ///< number of blocks
  std::array<uint64_t, 5> objects{};  ///< number of objects of each TypeKind, except containers
  std::vector<Column> columns;
};

/// Writes a trace as an archive; calls `sink` with consecutive pieces. The archive has user-defined
/// fields only if the trace has kept them.
PAJE_EXPORT ArchiveSizes write_archive(const Trace& trace, const ArchiveOptions& options,
                                       const std::function<void(std::string_view)>& sink);

/// Where to write an archive.
struct ArchiveTarget {
  std::function<void(std::string_view)> write;  ///< receives consecutive pieces
  std::function<void()> restart;                ///< discards all that was written so far
};

struct WrittenArchive {
  Trace trace;  ///< types, containers and counts; the options decide whether it has objects
  ArchiveSizes sizes;
};

/// Writes the archive of an input while reading it, in one pass. Memory holds at most
/// ArchiveOptions::slice_rows objects, in addition to containers and open objects. The archive is
/// that of read_trace() and write_archive(), except that a link that reuses the key of a much
/// earlier link is not detected. If options select objects, correct clocks or stop the replay
/// early, the whole trace is read first. If files of a set turn out not to be in time order,
/// writing restarts. The archive has user-defined fields only if `read` keeps them.
PAJE_EXPORT WrittenArchive write_archive(const Input& input, const ReadOptions& read,
                                         const ArchiveOptions& options,
                                         const ArchiveTarget& target);

/// Writes the archive of a trace whose bytes (text or records) are produced meanwhile: a thread
/// reads them a few megabytes later. TraceWriter uses this for Encoding::archive.
class PAJE_EXPORT ArchiveWriter {
 public:
  /// Writes a file, which replaces the file at `path` (or the target of a link there) only in
  /// finish(), when it is complete. `read` is as for write_archive(), but user-defined fields are
  /// kept, and events that name parts are ordinary events. Throws std::system_error if the file
  /// cannot be opened, or if `path` is not a regular file.
  explicit ArchiveWriter(const std::string& path, const ReadOptions& read = {},
                         const ArchiveOptions& options = {});
  /// `target` is called on other threads, one call at a time; `name` is the trace's name in errors.
  ArchiveWriter(ArchiveTarget target, std::string name, const ReadOptions& read,
                const ArchiveOptions& options = {});
  ArchiveWriter(ArchiveWriter&&) noexcept;
  /// An unfinished archive is discarded: the file does not appear.
  ~ArchiveWriter();

  /// Appends any number of bytes of the trace. Throws what write_archive() throws, as soon as it is
  /// detected.
  void write(std::string_view bytes);
  /// Call once, after the last bytes. Throws as write().
  WrittenArchive finish();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Thrown by read_part() if the part has more objects than allowed.
class PAJE_EXPORT TooManyObjects : public std::runtime_error {
 public:
  TooManyObjects();
  ~TooManyObjects() override;
};

/// Reads the objects of an archive that options.selection selects, as read_trace() does, but
/// decodes nothing else of the file. Returns nothing if the input is not an archive. Throws
/// TooManyObjects if more than `most_objects` are selected, which bounds memory, and what
/// read_trace() throws.
[[nodiscard]] PAJE_EXPORT std::optional<Trace> read_part(const Input& input,
                                                         const ReadOptions& options,
                                                         uint64_t most_objects);

/// Whether bytes start like an archive; eight bytes are enough.
[[nodiscard]] PAJE_EXPORT bool is_archive(std::string_view first_bytes);

}  // namespace paje
