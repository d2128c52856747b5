// Ends the process at once on a signal, without a half-written file.
#pragma once

#include <functional>
#include <string>

namespace paje::tools {

/// From now on a thread waits for SIGINT, SIGTERM and SIGHUP; when one comes it removes the
/// temporary files and ends the process by that signal. To be called before other threads start.
void watch_interrupts();
/// Keeps these signals from threads that others start before watch_interrupts() can be called: one
/// of these threads would get the signal, and end the process at once.
void block_interrupts();

/// Removes all temporary files right before the process ends: from now on none can get its name,
/// and whoever tries waits forever.
void remove_temporary_paths();

/// Where the system shows an open file of this process.
std::string path_of_open_file(int file);

/// Gives an open file that has no name one, in the place of what was there. Throws
/// std::system_error that names it.
void link_file(int file, const std::string& name);

/// As long as this lives, SIGINT calls `handler` on another thread instead of ending the process:
/// for a shell whose user wants to end what it does, not the shell. One at a time.
class InterruptHandler {
 public:
  explicit InterruptHandler(std::function<void()> handler);
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;
  ~InterruptHandler();
};

/// A file or folder that is to be removed if the process is interrupted, as long as this lives.
class TemporaryPath {
 public:
  /// It may exist already: if it cannot be registered it is removed.
  explicit TemporaryPath(std::string path);
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;
  /// Removes it, with all in it, unless it was kept.
  ~TemporaryPath();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Gives it its name. Throws std::system_error that names `name`.
  void rename_to(const std::string& name);

 private:
  std::string path_;
  bool is_kept_ = false;
};

}  // namespace paje::tools
