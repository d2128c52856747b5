#include "view/window/save_file.hpp"

#include <QFile>

#include "common/tool.hpp"

namespace paje::gui {

void save_file(const QString& path, const QByteArray& bytes) {
  tools::OutputFile file(QFile::encodeName(path).toStdString());
  file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  file.commit();
}

}  // namespace paje::gui
