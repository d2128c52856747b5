#include "common/run_command.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

int status_of(int ended) { return WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended); }

std::vector<std::string> environment_with(const Variables& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    bool is_replaced = false;
    for (const auto& variable : variables) is_replaced |= variable.first == name;
    if (!is_replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// What this tool ignores or blocks for itself is as usual in the command.
void set_signals(posix_spawnattr_t& attributes) {
  sigset_t none, usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  ::sigaddset(&usual, SIGPIPE);
  ::sigaddset(&usual, SIGXFSZ);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

CommandNotStarted::CommandNotStarted(const std::string& command, int error)
    : std::runtime_error(command + ": " + std::generic_category().message(error)),
      status_(error == ENOENT ? kNotFound : kNotExecutable) {}

RunningCommand::RunningCommand(const std::vector<std::string>& command,
                               const Variables& variables) {
  std::vector<std::string> words = command, environment = environment_with(variables);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  set_signals(attributes);
  const int error = ::posix_spawnp(&process_, words.front().c_str(), nullptr, &attributes,
                                   pointers(words).data(), pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) throw CommandNotStarted(command.front(), error);
}

int RunningCommand::wait() const {
  int ended = 0;
  while (::waitpid(process_, &ended, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return status_of(ended);
}

int RunningCommand::poll() const {
  int ended = 0;
  return ::waitpid(process_, &ended, WNOHANG) == process_ ? status_of(ended) : -1;
}

}  // namespace paje::tools
