// pajeview: shows Pajé traces. --render draws into a file; else there is a window.
#include <QApplication>
#include <QIcon>
#include <QThreadPool>
#include <cstdlib>

#include "command_line.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "model/parallel.hpp"
#include "paje/visible_text.hpp"
#include "view/window/close_on_signals.hpp"
#include "view/window/main_window.hpp"
#include "view/window/theme_choice.hpp"
#include "view/window/view_specification.hpp"

namespace {

// One for the process, as Qt's.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
QtMessageHandler other_messages = nullptr;

void say(const QString& message) {
  paje::tools::say("pajeview: {}\n", paje::visible_lines(message.toStdString()));
}

// Waiting for a thread that could not be started blocks forever.
void end_without_threads(QtMsgType type, const QMessageLogContext& context,
                         const QString& message) {
  if (message.startsWith(QLatin1String("QThread::start"))) {
    say(message);
    std::_Exit(static_cast<int>(paje::tools::ExitCode::trouble));
  }
  const std::string shown = paje::visible_lines(message.toStdString());
  other_messages(type, context, QString::fromStdString(shown));
}

// On a machine without a session Qt complains about its runtime folder, which pictures do not need.
void only_serious(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg) {
    say(message);
  }
}

using paje::gui::CloseOnSignals;
using paje::gui::PictureMode;
using paje::gui::ThemeChoice;
using paje::gui::use_theme;

int show_window(const paje::gui::CommandLine& line) {
  QApplication::setApplicationName(QStringLiteral("pajeview"));
  QApplication::setOrganizationName(QStringLiteral("paje"));
  QApplication::setApplicationVersion(QStringLiteral(PAJE_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("pajeview"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/pajeview.svg")));
  paje::gui::LoadOptions options{.read = line.read,
                                 .most_memory = line.most_memory,
                                 .lenient = line.lenient,
                                 .show = line.show,
                                 .stop_at_has_unit = line.stop_at_has_unit};
  if (line.cache_bytes) options.cache_bytes = *line.cache_bytes;
  paje::gui::MainWindow window(options);
  window.set_start(line.start);
  if (line.binding) window.set_binding(*line.binding);
  const CloseOnSignals closes(&window);
  if (line.dark) use_theme(ThemeChoice::dark);
  if (line.has_size) window.resize(line.width, line.height > 0 ? line.height : window.height());
  if (line.mode == PictureMode::aggregate) window.show_tab(1);
  window.show();
  if (line.traces.size() == 1) window.open(QString::fromStdString(line.traces[0]));
  if (line.traces.size() == 2) {
    window.open_two(QString::fromStdString(line.traces[0]), QString::fromStdString(line.traces[1]));
  }
  return QApplication::exec();
}

// Its file is read once, and what is wrong with it is reported before a trace is read.
void take_specification(paje::gui::CommandLine& line) {
  if (line.view.empty()) return;
  const QByteArray text = paje::gui::specification_of(line.view);
  line.dark |= paje::gui::darkness_of_specification(text).value_or(false);
  line.start.specification = text.toStdString();
}

void take_second_specification(paje::gui::CommandLine& line) {
  if (line.second_view.empty()) return;
  const QByteArray text = paje::gui::specification_of(line.second_view);
  (void)paje::gui::has_times(text);  // throws if it is none
  line.start.second_specification = text.toStdString();
}

int run(int argc, char** argv) {
  paje::gui::CommandLine line;
  if (const auto status = paje::gui::parse_command_line(argc, argv, line)) return *status;
  paje::gui::thread_limit = line.read.threads;
  // A picture needs fonts but no display.
  if (!line.render.empty()) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(only_serious);
  }
  take_specification(line);
  take_second_specification(line);
  other_messages = qInstallMessageHandler(end_without_threads);
  const QApplication application(argc, argv);
  // One thread is the window's.
  if (line.read.threads > 0) {
    QThreadPool::globalInstance()->setMaxThreadCount(static_cast<int>(line.read.threads));
  }
  if (line.render.empty()) return show_window(line);
  paje::gui::render(line);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return paje::tools::run_tool_with_status("pajeview", [&] { return run(argc, argv); });
}
