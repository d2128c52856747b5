// The table of docs/viewer.md that says how many actions a task takes.
#pragma once

#include <QString>
#include <vector>

namespace paje::gui {

struct TaskLine {
  QString task;
  int actions = 0;
};

/// The lines below `| task | actions | how |`; none if the page has no such table.
std::vector<TaskLine> read_task_table(const QString& page);

}  // namespace paje::gui
