// Files that the viewer writes.
#pragma once

#include <QByteArray>
#include <QString>

namespace paje::gui {

/// The file appears when it is whole. Throws std::system_error that names it, tools::WrongUsage if
/// it is a trace that was read.
void save_file(const QString& path, const QByteArray& bytes);

}  // namespace paje::gui
