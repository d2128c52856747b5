// The Pajé archive: a finished trace in one small file, in columns, that is read without a replay.
// Every entry point that reads traces reads archives, too; what is here is for archives only.
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
  int level = 3;         ///< of Zstandard; higher ones take longer and save some per cent
  unsigned threads = 0;  ///< as ReadOptions::threads; what is written does not depend on it
  /// Of an archive that is written while its trace is read: after how many objects they are
  /// written. More take more memory; less than a million make the file some per cent larger.
  uint64_t slice_rows = uint64_t{1} << 21U;
};

/// What an archive consists of.
struct ArchiveSizes {
  struct Column {
    TypeKind kind = TypeKind::container;  ///< of its objects
    std::string name;
    uint64_t bytes = 0;
  };
  uint64_t bytes = 0;                 ///< of the file
  uint64_t index = 0;                 ///< of these, names, tracks and where everything is
  uint64_t blocks = 0;                ///< how many
  std::array<uint64_t, 5> objects{};  ///< how many of each TypeKind, but containers
  std::vector<Column> columns;
};

/// Writes a trace as an archive, in pieces, in order. The trace should have kept its user-defined
/// fields, else the archive has none.
PAJE_EXPORT ArchiveSizes write_archive(const Trace& trace, const ArchiveOptions& options,
                                       const std::function<void(std::string_view)>& sink);

/// Where the bytes of an archive go.
struct ArchiveTarget {
  std::function<void(std::string_view)> write;  ///< pieces, in order
  std::function<void()> restart;                ///< what was written does not count
};

struct WrittenArchive {
  Trace trace;  ///< the trees, the counts; whether it has objects depends on the options
  ArchiveSizes sizes;
};

/// Writes the archive of an input while it reads that, in one pass. Memory holds at most
/// ArchiveOptions::slice_rows objects, besides containers and what is open. The archive is that of
/// read_trace() and write_archive(), with one exception: nobody notices that a link has the key of
/// a much earlier one. If options select objects, correct clocks or end the replay early, the trace
/// is read first. If the files of a set turn out not to be in the order of times, the writing
/// begins again. The archive has user-defined fields only if `read` keeps them.
PAJE_EXPORT WrittenArchive write_archive(const Input& input, const ReadOptions& read,
                                         const ArchiveOptions& options,
                                         const ArchiveTarget& target);

/// Writes the archive of a trace whose bytes, text or records, are made meanwhile: what is written
/// here is read by a thread of its own, a few megabytes after it was written. TraceWriter does so
/// by itself if its encoding is Encoding::archive.
class PAJE_EXPORT ArchiveWriter {
 public:
  /// Of a file, which replaces the one that `path` leads to in finish(), when it is whole. `read`
  /// as of write_archive(), but user-defined fields are kept, and events that name parts are events
  /// like others. Throws std::system_error if the file cannot be opened, or `path` is no regular
  /// file.
  explicit ArchiveWriter(const std::string& path, const ReadOptions& read = {},
                         const ArchiveOptions& options = {});
  /// `target` is called on other threads, one call at a time; `name` is what errors call the trace.
  ArchiveWriter(ArchiveTarget target, std::string name, const ReadOptions& read,
                const ArchiveOptions& options = {});
  ArchiveWriter(ArchiveWriter&&) noexcept;
  /// What is not finished is no archive: the file does not appear.
  ~ArchiveWriter();

  /// The next bytes of the trace, of any number. Throws what write_archive() throws, as soon as it
  /// is known.
  void write(std::string_view bytes);
  /// After the last bytes, once. Throws as write().
  WrittenArchive finish();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// What read_part() throws of a part with more objects than were allowed for.
class PAJE_EXPORT TooManyObjects : public std::runtime_error {
 public:
  TooManyObjects();
  ~TooManyObjects() override;
};

/// The objects of an archive that options.selection selects, as read_trace() reads them, but at
/// most that many: memory is bounded by them, and nothing else of the file is read. Nothing if the
/// input is no archive. Throws TooManyObjects, and what read_trace() throws.
[[nodiscard]] PAJE_EXPORT std::optional<Trace> read_part(const Input& input,
                                                         const ReadOptions& options,
                                                         uint64_t most_objects);

/// Whether bytes begin as an archive does; eight are enough.
[[nodiscard]] PAJE_EXPORT bool is_archive(std::string_view first_bytes);

}  // namespace paje
