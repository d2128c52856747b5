#include "view/window/close_on_signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <csignal>

namespace paje::gui {

namespace {

std::array<int, 2> ends{-1, -1};  // of a pipe: a handler may write, and little else

extern "C" void tell(int /*signal*/) {
  const char byte = 0;
  [[maybe_unused]] const auto written = ::write(ends[1], &byte, 1);
}

}  // namespace

void close_on_signals(QWidget* window) {
  if (ends[0] < 0 && ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  auto* told = new QSocketNotifier(ends[0], QSocketNotifier::Read, window);
  QObject::connect(told, &QSocketNotifier::activated, window, [window] {
    std::array<char, 16> bytes{};
    [[maybe_unused]] const auto count = ::read(ends[0], bytes.data(), bytes.size());
    window->close();
  });
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, tell);
}

}  // namespace paje::gui
