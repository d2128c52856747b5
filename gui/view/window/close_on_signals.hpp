// A window that the system asks to end closes as if its user had closed it, so that what it
// keeps is kept.
#pragma once

#include <QObject>
#include <QWidget>
#include <atomic>

#include "common/end_handler.hpp"
#include "common/interrupts.hpp"

namespace paje::gui {

/// As long as it lives, SIGTERM, SIGINT and SIGHUP close the window; a second one ends the process.
/// One in a process, whose main() watches interrupts (run_tool_with_status()).
class CloseOnSignals {
 public:
  explicit CloseOnSignals(QWidget* window);

  /// What a signal does, on any thread.
  void close(int signal);

 private:
  QWidget* window_;
  std::atomic<bool> closes_ = false;
  tools::InterruptHandler on_interrupt_;
  tools::EndHandler on_end_;
};

}  // namespace paje::gui
