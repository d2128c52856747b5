#include "view/window/close_on_signals.hpp"

#include <csignal>
#include <cstdlib>

namespace paje::gui {

CloseOnSignals::CloseOnSignals(QWidget* window)
    : window_(window),
      on_interrupt_([this] { close(SIGINT); }),
      on_end_([this](int signal) { close(signal); }) {}

void CloseOnSignals::close(int signal) {
  if (closes_.exchange(true)) {
    tools::remove_temporary_paths();
    std::_Exit(128 + signal);
  }
  QMetaObject::invokeMethod(window_, &QWidget::close, Qt::QueuedConnection);
}

}  // namespace paje::gui
