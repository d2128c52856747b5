// What tests of the window share: a window of its own for each test, traces, and looks at pixels.
// Every warning of Qt on the console fails the test that caused it, and so does a dialog, or
// a menu, that nobody answers.
#pragma once

#include <QAction>
#include <QElapsedTimer>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "view/window/main_window.hpp"

namespace paje::gui {

// Milliseconds. Only ever waited for when something is broken.
inline constexpr int kPatience = 60000;

inline const QString kHeat = QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.ethernet.trace");

class WindowFixture : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init();
  void cleanup();

 protected:
  bool open(const QString& path);
  QAction* menu_action(const QString& text) const;
  // Does it to the dialog that comes next, or after those that are answered already.
  void answer(const std::function<void(QWidget*)>& how);
  // Types into a dialog that asks for a word, and accepts it.
  void answer_text(const QString& text);
  // Types the name of a file into a dialog that asks for one; `then` prepares the dialog after it.
  void answer_file(const QString& path, const std::function<void()>& then = {});
  // For those who want to look: PAJEVIEW_SCREENSHOTS names a folder.
  void shoot(const QString& name) const;
  ObjectRef first_long_state() const;
  static bool has_color(GanttView* view, const QColor& color);
  // Whether the rows show a pixel in the colour of some state.
  bool has_colors_of_states();
  // The trace of kHeat, half as fast from its middle on, with one more state at its end.
  QString stretched_trace();
  // Some megabytes with a tree of containers, made once.
  QString large_trace();
  static void write(const QString& path, const std::string& text);
  static bool is_near(double a, double b) { return std::abs(a - b) < 1e-9; }

  std::unique_ptr<MainWindow> window_;
  QTemporaryDir files_;

 private:
  void leave_forgotten_dialog();

  QtMessageHandler before_ = nullptr;
  QTimer look_at_dialogs_;
  QPointer<QWidget> dialog_;  // that was there when somebody looked
  QElapsedTimer dialog_age_;
  QTemporaryDir settings_;
};

/// Runs classes of tests in an application of their own, once it is prepared; returns how many
/// tests failed.
int run_window_tests(int argc, char** argv, const std::vector<std::shared_ptr<QObject>>& tests,
                     const std::function<void()>& prepare = {});

}  // namespace paje::gui
