// A window that the system asks to end closes as if its user had closed it, so that what it
// keeps is kept.
#pragma once

#include <QWidget>

namespace paje::gui {

/// SIGTERM, SIGINT and SIGHUP close the window from now on. Once for a process.
void close_on_signals(QWidget* window);

}  // namespace paje::gui
