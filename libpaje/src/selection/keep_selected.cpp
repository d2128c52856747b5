#include "selection/keep_selected.hpp"

#include <vector>

#include "trace/trace_editor.hpp"

namespace paje {

void keep_selected(Trace& trace, const Selection& selection, ThreadPool& pool) {
  const SelectedObjects selected(trace, selection);
  if (selection.is_everything()) return;
  // All rows are found before the first is moved.
  std::vector<std::vector<uint64_t>> rows(trace.tracks().size());
  pool.for_each(rows.size(), [&](std::size_t i) {
    selected.for_each_row(trace.tracks()[i], [&](uint64_t row) { rows[i].push_back(row); });
  });
  std::size_t next = 0;
  keep_rows(
      TraceEditor::data_of(trace), [&](const Track&) { return std::move(rows[next++]); }, pool);
}

}  // namespace paje
