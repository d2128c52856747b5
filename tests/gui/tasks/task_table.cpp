#include "task_table.hpp"

#include <QFile>

namespace paje::gui {

std::vector<TaskLine> read_task_table(const QString& page) {
  std::vector<TaskLine> lines;
  QFile file(page);
  if (!file.open(QIODevice::ReadOnly)) return lines;
  bool is_within = false;
  for (const QByteArray& line : file.readAll().split('\n')) {
    if (line.startsWith("| task | actions |")) is_within = true;
    if (!line.startsWith('|')) is_within = false;
    const QList<QByteArray> cells = line.split('|');
    if (!is_within || cells.size() < 4) continue;
    bool is_number = false;
    const int actions = cells[2].trimmed().toInt(&is_number);
    if (is_number) lines.push_back({QString::fromUtf8(cells[1].trimmed()), actions});
  }
  return lines;
}

}  // namespace paje::gui
