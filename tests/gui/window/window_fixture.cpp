#include "window_fixture.hpp"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

namespace paje::gui {

namespace {

QStringList warnings;

void collect_warnings(QtMsgType type, const QMessageLogContext&, const QString& message) {
  // The plugin without a display says this of every window, and of tooltips.
  if (message.contains(QLatin1String("propagateSizeHints"))) return;
  if (message.contains(QLatin1String("does not support raise()"))) return;
  if (message.contains(QLatin1String("does not support grabbing"))) return;
  if (type != QtDebugMsg && type != QtInfoMsg) warnings << message;
}

}  // namespace

void WindowFixture::initTestCase() {
  // The user's own settings are left alone.
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
  QApplication::setOrganizationName(QStringLiteral("paje-test"));
  QApplication::setApplicationName(QStringLiteral("pajeview-test"));
  connect(&look_at_dialogs_, &QTimer::timeout, this, &WindowFixture::leave_forgotten_dialog);
  look_at_dialogs_.start(100);
}

void WindowFixture::init() {
  QSettings().clear();
  warnings.clear();
  before_ = qInstallMessageHandler(collect_warnings);
  window_ = std::make_unique<MainWindow>();
  window_->resize(1200, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  // Where no window manager gives keys to a window, as under Xvfb.
  QApplication::setActiveWindow(window_.get());
}

void WindowFixture::cleanup() {
  window_.reset();
  qInstallMessageHandler(before_);
  QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

void WindowFixture::leave_forgotten_dialog() {
  QWidget* dialog = QApplication::activePopupWidget();  // a menu
  if (dialog == nullptr) dialog = QApplication::activeModalWidget();
  if (dialog != dialog_) {
    dialog_ = dialog;
    dialog_age_.start();
    return;
  }
  if (dialog == nullptr || dialog_age_.elapsed() < kPatience) return;
  qWarning("nobody answered the %s %s", dialog->metaObject()->className(),
           qPrintable(dialog->windowTitle()));
  if (auto* asking = qobject_cast<QDialog*>(dialog)) {
    asking->reject();
  } else {
    dialog->close();
  }
}

void WindowFixture::answer(const std::function<void(QWidget*)>& how) {
  auto* wait = new QTimer(window_.get());
  connect(wait, &QTimer::timeout, this, [wait, how] {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog == nullptr || !dialog->isVisible()) return;
    wait->deleteLater();
    wait->stop();
    how(dialog);
  });
  wait->start(5);
}

void WindowFixture::answer_text(const QString& text) {
  answer([text](QWidget* dialog) {
    auto* input = qobject_cast<QInputDialog*>(dialog);
    QVERIFY2(input != nullptr, qPrintable(dialog->windowTitle()));
    input->setTextValue(text);
    input->accept();
  });
}

void WindowFixture::answer_file(const QString& path, const std::function<void()>& then) {
  answer([path, then](QWidget* dialog) {
    auto* files = qobject_cast<QFileDialog*>(dialog);
    files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
    if (then) then();
    // It may complain: that is reported, and the dialog left, so that nothing waits forever.
    QTimer::singleShot(200, files, [files] {
      auto* complaint = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (complaint == nullptr) return;
      qWarning("%s", qPrintable(complaint->text()));
      complaint->reject();
      files->reject();
    });
    QMetaObject::invokeMethod(files, "accept");
  });
}

bool WindowFixture::open(const QString& path) {
  QSignalSpy loaded(window_->loader(), &Loader::loaded);
  window_->open(path);
  return loaded.wait(kPatience);
}

QAction* WindowFixture::menu_action(const QString& text) const {
  for (QAction* action : window_->menuBar()->findChildren<QAction*>()) {
    if (QString(action->text()).remove('&') == text) return action;
  }
  return nullptr;
}

void WindowFixture::shoot(const QString& name) const {
  const QString folder = qEnvironmentVariable("PAJEVIEW_SCREENSHOTS");
  if (!folder.isEmpty()) QVERIFY(window_->grab().save(folder + '/' + name + ".png"));
}

ObjectRef WindowFixture::first_long_state() const {
  const Trace& trace = window_->view()->model()->trace();
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      ObjectRef object{track.kind, track.container, track.type, row};
      if (trace.states().depth[row] == 0 && span_of(trace, object).length() > 1e-5 &&
          neighbour(trace, object, true)) {
        return object;
      }
    }
  }
  return {};
}

bool WindowFixture::has_color(GanttView* view, const QColor& color) {
  const QImage image = view->grab().toImage();
  const QRect rows = view->rows_area().toRect();
  for (int y = rows.top(); y < rows.bottom(); ++y) {
    for (int x = rows.left(); x < rows.right(); ++x) {
      if (image.pixel(x, y) == color.rgb()) return true;
    }
  }
  return false;
}

bool WindowFixture::has_colors_of_states() {
  GanttView* view = window_->view();
  const QImage image = view->grab().toImage();
  const QRect rows = view->rows_area().toRect();
  int looked = 0;
  for (const ValueId value : view->model()->trace().states().value) {
    const QRgb color = qcolor(view->state().palette.of(value)).rgb();
    for (int x = rows.left(); x < rows.right(); x += 3) {
      for (int y = rows.top(); y < std::min(rows.bottom(), rows.top() + 60); y += 4) {
        if (image.pixel(x, y) == color) return true;
      }
    }
    if (++looked % 50 == 0) break;
  }
  return false;
}

QString WindowFixture::stretched_trace() {
  const QString path = files_.filePath(QStringLiteral("stretched.trace"));
  QFile from(kHeat);
  QFile to(path);
  if (!from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly)) return {};
  while (!from.atEnd()) {
    const QByteArray line = from.readLine();
    QList<QByteArray> fields = line.trimmed().split(' ');
    bool is_time = false;
    const double time = fields.size() > 1 ? fields[1].toDouble(&is_time) : 0;
    if (line.startsWith('%') || fields.size() < 4 || !is_time || !fields[1].contains('.')) {
      to.write(line);
      continue;
    }
    const double then = time < 0.02 ? time : 0.02 + (time - 0.02) * 2;
    fields[1] = QByteArray::number(then, 'f', 12);
    if (fields[0] == "7" && from.atEnd()) {
      // The last container ends: one more state of rank-0 before that.
      to.write("12 " + fields[1] + " 2 1 7\n");
      fields[1] = QByteArray::number(then + 0.002, 'f', 12);
      to.write("13 " + fields[1] + " 2 1\n");
    }
    to.write(fields.join(' ') + '\n');
  }
  return path;
}

QString WindowFixture::large_trace() {
  const QString path = files_.filePath(QStringLiteral("large.paje"));
  if (QFile::exists(path)) return path;
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  QByteArray text;
  const auto define = [&](const char* name, int id, std::initializer_list<const char*> fields) {
    text += "%EventDef " + QByteArray(name) + ' ' + QByteArray::number(id) + '\n';
    for (const char* field : fields) text += "% " + QByteArray(field) + '\n';
    text += "%EndEventDef\n";
  };
  define("PajeDefineContainerType", 0, {"Alias string", "Type string", "Name string"});
  define("PajeDefineStateType", 1, {"Alias string", "Type string", "Name string"});
  define("PajeCreateContainer", 2,
         {"Time date", "Alias string", "Type string", "Container string", "Name string"});
  define("PajeSetState", 3, {"Time date", "Type string", "Container string", "Value string"});
  text += "0 N 0 node\n0 R N rank\n1 S R state\n2 0 n N 0 node\n";
  for (int i = 0; i < 40; ++i) {
    const QByteArray number = QByteArray::number(i);
    text += "2 0 r" + number + " R n rank-" + number + '\n';
  }
  for (int i = 0; i < 150000; ++i) {
    text += "3 " + QByteArray::number(i * 1e-5, 'f', 6) + " S r" + QByteArray::number(i % 40) +
            " v" + QByteArray::number(i % 7) + '\n';
  }
  file.write(text);
  return path;
}

void WindowFixture::write(const QString& path, const std::string& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text.data(), static_cast<qint64>(text.size()));
}

int run_window_tests(int argc, char** argv, const std::vector<std::shared_ptr<QObject>>& tests,
                     const std::function<void()>& prepare) {
  // A folder that Qt asks for, also where there is no session.
  const QTemporaryDir runtime;
  QFile::setPermissions(runtime.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("XDG_RUNTIME_DIR", runtime.path().toUtf8());
  QApplication application(argc, argv);
  qRegisterMetaType<TraceModelPointer>();
  if (prepare) prepare();
  int failed = 0;
  for (const auto& test : tests) failed += QTest::qExec(test.get(), argc, argv);
  return failed;
}

}  // namespace paje::gui
