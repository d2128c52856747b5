// A part of a run: a stretch of time, of all rows or of some; what it takes in memory; and which
// part to read for what is looked at.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "model/parts/run_outline.hpp"

namespace paje::gui {

struct RunPart {
  TimeSpan window{-std::numeric_limits<double>::infinity(),
                  std::numeric_limits<double>::infinity()};
  std::vector<bool> containers = {};  ///< whose objects are there; empty: all

  [[nodiscard]] bool has(ContainerId id) const {
    return containers.empty() || containers[id.index];
  }
  /// Whether all of another part, whose time is within the run, is in this one.
  [[nodiscard]] bool covers(const RunPart& other) const;
};

/// What a part takes. Objects of blocks that are partly within its time are counted as if they were
/// spread evenly.
struct PartSize {
  uint64_t objects = 0;
  uint64_t bytes = 0;    ///< while it is made, which takes more than afterwards
  uint64_t decoded = 0;  ///< objects that reading it has to look at
};
PartSize size_of(const RunOutline& outline, const RunPart& part);

/// What somebody looks at: with more around it there is less to read when the view moves.
struct PartsForView {
  RunPart rows;           ///< what is in view
  RunPart wide_all_rows;  ///< with as much time before and after, of all rows
  RunPart wide_rows;      ///< with rows above and below, too
};
struct PartsToRead {
  /// Parts that show what is in view, and not much more. One of them is read: the first that is not
  /// too large, see read_part_of(). Empty if nothing fits into memory.
  std::vector<RunPart> first;
  /// What to read afterwards, so that the next move finds it in memory. None if that takes long.
  std::optional<RunPart> ahead;
};
PartsToRead parts_to_read(const RunOutline& outline, const PartsForView& parts);

/// Whether a whole run may be in memory.
bool fits(const RunOutline& outline);

}  // namespace paje::gui
