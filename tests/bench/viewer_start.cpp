// Opens a trace in the viewer's window, without a display, and ends once the first picture of it
// is: run from outside, its time is what a user waits. Of an archive the first picture is a coarse
// one; with `whole`, the first one of all its objects counts.
//   viewer_start TRACE [whole]
#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <cstdlib>

#include "view/window/main_window.hpp"

namespace {

using namespace paje::gui;

class FirstPicture : public QObject {
 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const auto* view = qobject_cast<const GanttView*>(watched);
    if (event->type() == QEvent::Paint && view != nullptr && view->model()) {
      // Comes when what is painted now is done. Nothing is taken down: a user does not wait for it.
      QTimer::singleShot(0, [] { std::_Exit(0); });
    }
    return QObject::eventFilter(watched, event);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("Usage: viewer_start TRACE [whole]\n", stderr);
    return 2;
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  MainWindow window;
  window.resize(1920, 1080);
  FirstPicture first;
  window.view()->installEventFilter(&first);
  if (argc == 2) window.preview()->installEventFilter(&first);
  QObject::connect(window.loader(), &Loader::failed, [](const QString& problem) {
    std::fputs(qPrintable(problem), stderr);
    std::_Exit(1);
  });
  window.show();
  window.open(QString::fromLocal8Bit(argv[1]));
  return QApplication::exec();
}
