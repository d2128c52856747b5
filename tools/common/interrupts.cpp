#include "common/interrupts.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <new>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "common/end_handler.hpp"

namespace paje::tools {

namespace {

// What an interruption has to remove or call. One for the process, as signals are; it is never
// destroyed, for the waiting thread may look at it until the very end.
struct Register {
  std::mutex mutex;
  std::vector<const TemporaryPath*> paths;
  // What is called instead of ending the process: for SIGINT, and for SIGTERM and SIGHUP.
  std::function<void()> on_interrupt;
  std::function<void(int)> on_end;
};

Register& temporary_paths() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one for the process
  static auto* const paths = new Register;
  return *paths;
}

// Of a file without the memory that a folder takes: there may be none left.
void remove_quietly(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno != EISDIR) return;
  try {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  } catch (const std::bad_alloc&) {
    return;  // an error is being reported already
  }
}

// Whether somebody else takes care of it.
bool is_handled(int signal) {
  Register& registered = temporary_paths();
  const std::lock_guard lock(registered.mutex);
  if (signal == SIGINT && registered.on_interrupt) {
    registered.on_interrupt();
    return true;
  }
  if (signal == SIGINT || !registered.on_end) return false;
  registered.on_end(signal);
  return true;
}

void wait_for_interrupt(sigset_t signals) {
  int signal = 0;
  do {
    if (::sigwait(&signals, &signal) != 0) return;
  } while (is_handled(signal));
  remove_temporary_paths();
  (void)std::signal(signal, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (void)::kill(::getpid(), signal);
}

sigset_t interrupts() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // A process started with a signal ignored (nohup) goes on ignoring it.
    struct sigaction found {};
    ::sigaction(signal, nullptr, &found);
    if (found.sa_handler != SIG_IGN) ::sigaddset(&signals, signal);
  }
  return signals;
}

}  // namespace

void block_interrupts() {
  const sigset_t signals = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void watch_interrupts() {
  (void)temporary_paths();  // which are asked for when there is no memory left
  block_interrupts();
  std::thread(wait_for_interrupt, interrupts()).detach();
}

void remove_temporary_paths() {
  Register& paths = temporary_paths();
  paths.mutex.lock();  // for good: nothing gets its name any more
  for (const TemporaryPath* path : paths.paths) remove_quietly(path->path());
}

std::string path_of_open_file(int file) { return "/proc/self/fd/" + std::to_string(file); }

void link_file(int file, const std::string& name) {
  constexpr int kMostTries = 100;
  constexpr unsigned kNumbers = 1'000'000;
  const std::string from = path_of_open_file(file);
  const auto link = [&](const std::string& to) {
    return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  const auto fail = [&] { throw std::system_error(errno, std::generic_category(), name); };
  const std::lock_guard lock(temporary_paths().mutex);
  if (link(name)) return;
  if (errno != EEXIST) fail();
  // A link replaces nothing, so the file gets a name next to it for a moment.
  std::random_device random;
  std::string beside;
  for (int i = 0; i < kMostTries; ++i) {
    beside = name + '.' + std::to_string(random() % kNumbers);
    if (link(beside)) break;
    if (errno != EEXIST || i + 1 == kMostTries) fail();
  }
  if (::rename(beside.c_str(), name.c_str()) == 0) return;
  const int error = errno;
  ::unlink(beside.c_str());
  errno = error;
  fail();
}

InterruptHandler::InterruptHandler(std::function<void()> handler) {
  Register& registered = temporary_paths();
  const std::lock_guard lock(registered.mutex);
  registered.on_interrupt = std::move(handler);
}

InterruptHandler::~InterruptHandler() {
  Register& registered = temporary_paths();
  const std::lock_guard lock(registered.mutex);
  registered.on_interrupt = nullptr;
}

EndHandler::EndHandler(std::function<void(int)> handler) {
  Register& registered = temporary_paths();
  const std::lock_guard lock(registered.mutex);
  registered.on_end = std::move(handler);
}

EndHandler::~EndHandler() {
  Register& registered = temporary_paths();
  const std::lock_guard lock(registered.mutex);
  registered.on_end = nullptr;
}

TemporaryPath::TemporaryPath(std::string path) : path_(std::move(path)) {
  try {
    Register& paths = temporary_paths();
    const std::lock_guard lock(paths.mutex);
    paths.paths.push_back(this);
  } catch (...) {
    remove_quietly(path_);
    throw;
  }
}

TemporaryPath::~TemporaryPath() {
  Register& paths = temporary_paths();
  const std::lock_guard lock(paths.mutex);
  std::erase(paths.paths, this);
  if (!is_kept_) remove_quietly(path_);
}

void TemporaryPath::rename_to(const std::string& name) {
  const std::lock_guard lock(temporary_paths().mutex);
  if (::rename(path_.c_str(), name.c_str()) != 0) {
    throw std::system_error(errno, std::generic_category(), name);
  }
  is_kept_ = true;
}

}  // namespace paje::tools
