#include "reading/archive_sink.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "replay/take_slice.hpp"

namespace paje {

void ArchiveSink::deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
                          ThreadPool& parallel) {
  const Hierarchy& hierarchy = selected_flush.hierarchy();
  for (History* history : histories) {
    const uint64_t rows = rows_to_take(*history, hierarchy.types[history->type.index].kind);
    uint64_t& before = waiting_[history];
    rows_ += rows - before;
    before = rows;
  }
  if (rows_ >= slice_rows_) write_slice(hierarchy, parallel);
}

void ArchiveSink::end_objects(const Hierarchy& hierarchy, ThreadPool& parallel) {
  write_slice(hierarchy, parallel);
}

void ArchiveSink::write_slice(const Hierarchy& hierarchy, ThreadPool& parallel) {
  std::vector<History*> histories;
  for (const auto& [history, rows] : std::exchange(waiting_, {})) histories.push_back(history);
  std::sort(histories.begin(), histories.end(), [](const History* a, const History* b) {
    return std::pair(a->container, a->type) < std::pair(b->container, b->type);
  });
  rows_ = 0;
  const Slice slice = take_slice(histories, hierarchy.types, parallel);
  maker_.add_rows(slice.data, parallel, slice.open);
  for (const LateState& late : slice.late) maker_.add_late(late, slice.late_fields);
}

}  // namespace paje
