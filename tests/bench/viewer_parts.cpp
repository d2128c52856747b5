// Opens an archive that is larger than the cache in the viewer's window, without a display, and
// zooms to places: prints when the first picture is there, how long parts take to be sharp, and
// what all that takes in memory.
//   viewer_parts ARCHIVE [BYTES]
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "view/window/main_window.hpp"

namespace {

using namespace paje::gui;

// Of a line such as `VmRSS:  1234 kB` of the process, in MB.
double memory(const char* name) {
  QFile status(QStringLiteral("/proc/self/status"));
  if (!status.open(QIODevice::ReadOnly)) return 0;
  for (const QByteArray& line : status.readAll().split('\n')) {
    if (line.startsWith(name)) return line.simplified().split(' ')[1].toDouble() / 1024;
  }
  return 0;
}

// Sleeps between events: a processor is free for the threads that read.
void run_until(const std::function<bool()>& is_done) {
  QTimer often;
  often.start(1);
  while (!is_done()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

// Milliseconds until what is in view is sharp, or nothing more is read. What is around it may be
// read still.
double milliseconds_to(MainWindow& window, TimeSpan span) {
  QElapsedTimer since;
  since.start();
  window.view()->show_span(span);
  run_until(
      [&] { return !window.part_reader()->is_reading() || !window.view()->model()->is_coarse(); });
  window.view()->grab();
  return static_cast<double>(since.nsecsElapsed()) / 1e6;
}

void zoom(MainWindow& window, double share) {
  const TimeSpan run = window.view()->model()->span();
  std::mt19937 random(static_cast<unsigned>(1 / share));  // other places than of other shares
  std::uniform_real_distribution<double> at(run.start, run.end - share * run.length());
  std::vector<double> times;
  double most = 0;
  int sharp = 0;
  for (int i = 0; i < 15; ++i) {
    const double start = at(random);
    times.push_back(milliseconds_to(window, {start, start + share * run.length()}));
    most = std::max(most, memory("VmRSS"));
    sharp += window.view()->model()->is_coarse() ? 0 : 1;
  }
  std::sort(times.begin(), times.end());
  std::printf("%g of the run: %d of 15 sharp; median %.0f ms, longest %.0f ms; %.0f MB\n", share,
              sharp, times[7], times.back(), most);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("Usage: viewer_parts ARCHIVE [BYTES]\n", stderr);
    return 2;
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  LoadOptions options;
  if (argc == 3) options.cache_bytes = std::strtoull(argv[2], nullptr, 10);
  MainWindow window(options);
  window.resize(1920, 1080);
  window.show();
  window.grab();
  QApplication::processEvents();
  std::printf("an empty window: %.0f MB\n", memory("VmRSS"));
  QElapsedTimer since;
  since.start();
  window.open(QString::fromLocal8Bit(argv[1]));
  run_until([&] { return window.view()->model() != nullptr || !window.problem().isEmpty(); });
  window.grab();
  if (!window.view()->model()) return 1;
  std::printf("first picture: %lld ms, %.0f MB\n", static_cast<long long>(since.elapsed()),
              memory("VmRSS"));
  run_until([&] { return !window.statistics()->is_computing(); });
  std::printf("statistics of the run: %lld ms; %s\n", static_cast<long long>(since.elapsed()),
              qPrintable(window.statistics()->title()));
  if (!window.view()->model()->outline()) return 0;
  for (const double share : {0.2, 0.05, 0.01, 0.001}) zoom(window, share);
  std::printf("at most: %.0f MB\n", memory("VmHWM"));
  std::fflush(stdout);
  std::_Exit(0);
}
