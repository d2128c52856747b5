// Runs the command that a tool is to watch.
#pragma once

#include <sys/types.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace paje::tools {

inline constexpr int kNotFound = 127;
inline constexpr int kNotExecutable = 126;

/// What a command is started with next to the environment of this process.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// A process that was started, with the signals as this process got them. Interrupts (SIGINT) reach
/// it from the terminal, and do not end this process until wait() has returned.
class RunningCommand {
 public:
  /// Throws CommandNotStarted.
  RunningCommand(const std::vector<std::string>& command, const Variables& variables);

  [[nodiscard]] pid_t process() const { return process_; }
  /// Waits for its end. Its exit status, or 128 + the signal that ended it.
  int wait() const;
  /// The same if it has ended, else -1. Not after wait().
  int poll() const;

 private:
  pid_t process_ = -1;
};

/// what() names the command and says why.
class CommandNotStarted : public std::runtime_error {
 public:
  CommandNotStarted(const std::string& command, int error);
  [[nodiscard]] int status() const { return status_; }  ///< kNotFound or kNotExecutable

 private:
  int status_;
};

}  // namespace paje::tools
