// What each batch of a replay does to a track: how many rows are complete after it, and which
// states that were open before it are closed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sharing/share_replay.hpp"

namespace paje {

/// Between begin() and end(), or the next begin(), are the events of a batch.
class BatchNotes {
 public:
  explicit BatchNotes(OwnTrack& track) : track_(track) {}

  void begin(uint32_t batch) {
    if (batch == batch_) return;
    end();
    batch_ = batch;
    if (track_.kind != TypeKind::state) return;
    const auto open = states().open_rows();
    open_before_.assign(open.begin(), open.end());
  }
  void end() {
    if (batch_ == kNone) return;
    const uint64_t rows = complete_rows();
    if (track_.marks.empty() ? rows != 0 : track_.marks.back().rows != rows) {
      track_.marks.push_back({batch_, rows});
    }
    if (track_.kind != TypeKind::state) return;
    const auto open = states().open_rows();
    for (const std::size_t row : open_before_) {
      if (!std::binary_search(open.begin(), open.end(), row)) {
        track_.later.push_back({row, batch_});
      }
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  [[nodiscard]] StateHistory& states() const { return static_cast<StateHistory&>(*track_.history); }
  [[nodiscard]] uint64_t complete_rows() const {
    switch (track_.kind) {
      case TypeKind::state:
        return states().rows.size();
      case TypeKind::variable:
        return static_cast<VariableHistory&>(*track_.history).complete_rows();
      default:
        return static_cast<EventHistory&>(*track_.history).rows.size();
    }
  }

  OwnTrack& track_;
  uint32_t batch_ = kNone;
  std::vector<std::size_t> open_before_;
};

}  // namespace paje
