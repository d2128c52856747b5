// The files of a trace: the one that is opened and the parts that events name. Each is opened once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "event/definition_table.hpp"
#include "event/problem.hpp"
#include "input/byte_source.hpp"
#include "input/byte_stream.hpp"
#include "paje/diagnostic.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// A file that is being read or was read.
struct TraceFile {
  std::string name;                           ///< as messages show it
  std::filesystem::path directory;            ///< names of its parts are relative to that
  std::shared_ptr<const TraceFile> named_by;  ///< null for the one that was opened
  uint64_t named_in_line = 0;                 ///< of the file that names it; 0 if it has no lines
  unsigned depth = 0;                         ///< how many files are above it
  std::optional<FileMark> mark;               ///< if it is a regular file
  bool has_lines = true;                      ///< binary traces have none
  /// In effect for the events that come next. A part shares it with the file that names it until it
  /// defines events itself; released at the end of the file.
  std::shared_ptr<DefinitionTable> definitions;
  /// Messages quote lines from that one on. A trace from elsewhere may name any file of its
  /// reader as a part, so nothing is shown of a part before something in it is known to be
  /// an event or a definition.
  uint64_t shown_from = 0;
  static constexpr uint64_t kNotShown = UINT64_MAX;
  // For ChunkPipeline:
  uint64_t lines = 0;    ///< of the pieces that went into batches
  uint64_t pieces = 0;   ///< that are yet to go there
  bool is_read = false;  ///< whether all its bytes were taken
};

/// Where a file is named, then where the file is that names it, and so on; empty for the first.
std::vector<NamedPart> chain_of(const TraceFile& file);

/// A file and its bytes.
struct OpenFile {
  std::shared_ptr<TraceFile> file;
  std::unique_ptr<ByteSource> source;
};

/// Files may name each other that deep: far beyond what anybody writes, and little enough that all
/// of them can be open, and that each message can say where they are named.
inline constexpr unsigned kDeepestPart = 100;

/// Owns them all: a pointer to a TraceFile holds as long as this.
class TraceFiles {
 public:
  explicit TraceFiles(const ReadOptions& options) : options_(options) {}
  /// Opens the first file. Throws std::system_error.
  OpenFile open_root(const Input& input);
  /// Whether more than one file was opened.
  [[nodiscard]] bool has_parts() const { return all_.size() > 1; }
  /// Opens the part that a line of `by` names, or says what is wrong with it: the problem lacks its
  /// place.
  std::variant<OpenFile, Problem> open_part(std::string_view name,
                                            const std::shared_ptr<TraceFile>& by, uint64_t line);

 private:
  using Identity = std::pair<uint64_t, uint64_t>;  // device and number of a file

  std::unique_ptr<ByteSource> open(const Input& input) const;

  const ReadOptions& options_;
  std::vector<std::shared_ptr<const TraceFile>> all_;
  std::map<Identity, const TraceFile*> by_identity_;
};

}  // namespace paje
