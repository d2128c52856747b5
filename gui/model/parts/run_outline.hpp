// What the index of an archive says of a run that is not in memory, or only a part of it: which
// tracks there are, and how much of what is where. Made once, and shared by all models of the run.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/lod/variable_tree.hpp"
#include "model/time/time_axis.hpp"
#include "paje/overview.hpp"
#include "paje/read.hpp"

namespace paje::gui {

/// The file of an archive, and how it is read.
struct ArchiveSource {
  std::string path;
  ReadOptions read;          ///< without what belongs to one reading
  uint64_t cache_bytes = 0;  ///< what objects in memory may take
  std::array<int64_t, 5> identity{};

  // Of these bytes, those that are for pictures and those for statistics.
  [[nodiscard]] uint64_t picture_bytes() const { return cache_bytes - statistics_bytes(); }
  [[nodiscard]] uint64_t statistics_bytes() const { return cache_bytes / 4; }
};
/// Device, inode, size and time of a file: another file has others. Throws std::system_error.
std::array<int64_t, 5> identity_of(const std::string& path);

/// How a track is shown, whatever part of it is in memory.
struct OutlineTrack {
  ContainerId container;
  TypeId type;
  TypeKind kind = TypeKind::state;
  uint32_t bands = 1;        ///< of states: depths
  uint64_t rows = 0;         ///< objects
  VariableSummary variable;  ///< the least and the greatest of all its values
};

struct RunOutline {
  TimeSpan span;                     ///< as of TraceModel
  std::optional<TimeBounds> bounds;  ///< of all objects
  std::vector<OutlineTrack> tracks;  ///< by container, then type; without links
  std::vector<bool> used;            ///< values that states or events have, or may have
  std::vector<OverviewBlock> blocks;
  std::array<uint64_t, 5> objects{};  ///< how many of each TypeKind
  std::array<bool, 5> has_fields{};   ///< whether events of them have user-defined fields
  ArchiveSource source;
};
using RunOutlinePointer = std::shared_ptr<const RunOutline>;

/// Takes the blocks of the overview.
RunOutline outline_of(TraceOverview& overview, ArchiveSource source);

}  // namespace paje::gui
