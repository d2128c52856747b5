#include "measure/together.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace paje::tools {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::send(file, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    // It has ended; what it printed says why.
    if (count < 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

MeasuringTogether::MeasuringTogether(const std::string& program) {
  std::array<int, 2> ends;
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  process_ = ::fork();
  if (process_ < 0) fail("fork");
  if (process_ == 0) {
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), "experiment=gather", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  channel_ = ends[0];
  const std::string line = read_line();
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (second == std::string::npos) {
    wait();
    throw std::runtime_error(program + ": does not find the other processes of mpirun");
  }
  rank_ = std::stoi(line);
  size_ = std::stoi(line.substr(first + 1));
  machine_ = line.substr(second + 1);
}

MeasuringTogether::~MeasuringTogether() {
  if (process_ >= 0) wait();
}

std::string MeasuringTogether::gather(const std::string& own) {
  write_all(channel_, own + "done\n");
  ::shutdown(channel_, SHUT_WR);
  std::string all = read_all();
  if (wait() != 0) throw OtherProcessFailed();
  return all;
}

std::string MeasuringTogether::read_line() {
  std::string line;
  for (char c = 0;;) {
    const ssize_t count = ::read(channel_, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || c == '\n') return line;
    line += c;
  }
}

std::string MeasuringTogether::read_all() {
  std::string text;
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t count = ::read(channel_, bytes.data(), bytes.size());
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

int MeasuringTogether::wait() {
  ::close(std::exchange(channel_, -1));
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace paje::tools
