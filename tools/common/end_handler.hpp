// What a tool does when it is asked to end while the user's command runs.
#pragma once

#include <functional>

namespace paje::tools {

/// As long as this lives, SIGTERM and SIGHUP call `handler` with their number on another thread
/// instead of ending the process. One at a time; see InterruptHandler for SIGINT.
class EndHandler {
 public:
  explicit EndHandler(std::function<void(int)> handler);
  EndHandler(const EndHandler&) = delete;
  EndHandler& operator=(const EndHandler&) = delete;
  ~EndHandler();
};

}  // namespace paje::tools
