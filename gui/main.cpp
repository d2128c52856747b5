// pajeview: shows Pajé traces. --render draws into a file; else there is a window.
#include <QApplication>
#include <QIcon>
#include <cstdio>

#include "command_line.hpp"
#include "view/main_window.hpp"

namespace {

// On a machine without a session Qt complains about its runtime folder, which pictures do not need.
void only_serious(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg)
    std::fprintf(stderr, "pajeview: %s\n", qPrintable(message));
}

}  // namespace

int main(int argc, char** argv) {
  paje::gui::CommandLine line;
  if (const auto status = paje::gui::parse_command_line(argc, argv, line)) return *status;
  // A picture needs fonts but no display.
  if (!line.render.empty()) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(only_serious);
  }
  QApplication application(argc, argv);
  if (!line.render.empty()) return paje::gui::render(line);
  QApplication::setApplicationName(QStringLiteral("pajeview"));
  QApplication::setOrganizationName(QStringLiteral("paje"));
  QApplication::setApplicationVersion(QStringLiteral(PAJE_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("pajeview"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/pajeview.svg")));
  paje::gui::MainWindow window(line.read);
  window.show();
  if (line.traces.size() == 1) window.open(QString::fromStdString(line.traces[0]));
  if (line.traces.size() == 2) {
    window.open_two(QString::fromStdString(line.traces[0]), QString::fromStdString(line.traces[1]));
  }
  return QApplication::exec();
}
