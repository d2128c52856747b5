#include "import/paraver_objects.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "import/bad_input.hpp"

namespace paje::tools {

namespace {

// More threads than that get a container only when something happens in them: numbers are short.
constexpr uint64_t kMostIdleThreads = 65536;
constexpr uint64_t kMostThreads = uint64_t{1} << 40U;
constexpr char kForm[] = "#Paraver (date):time_ns:nodes:applications:tasks(threads:node,...)...";

std::optional<uint64_t> number_of(std::string_view text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number > kMostThreads) return std::nullopt;
  return number;
}

// Cuts at `separator` outside of parentheses.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == separator && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::optional<int> exponent_of(std::string_view time) {
  const std::size_t unit = time.find('_');
  if (unit == std::string_view::npos) return -6;
  const std::string_view name = time.substr(unit + 1);
  if (name == "ns") return -9;
  if (name == "us") return -6;
  if (name == "ms") return -3;
  return std::nullopt;
}

}  // namespace

ParaverObjects::ParaverObjects(const std::string& file, std::string_view line,
                               const ParaverNames& names, ImportedTrace& trace)
    : names_(names),
      trace_(trace),
      application_type_(trace.add_type({ImportedKind::container, kRoot, "Application"})),
      task_type_(trace.add_type({ImportedKind::container, application_type_, "Task"})),
      thread_type_(trace.add_type({ImportedKind::container, task_type_, "Thread"})) {
  const auto fail = [&](std::string_view found) {
    throw bad_text_line(file, 1, "malformed header", found, kForm);
  };
  const std::size_t date = line.find("):");
  if (!line.starts_with("#Paraver") || date == std::string_view::npos) fail(line);
  const std::vector<std::string_view> parts = split(line.substr(date + 2), ':');
  if (parts.size() < 4) fail(line);
  const std::optional<int> exponent = exponent_of(parts[0]);
  if (!exponent) fail(parts[0]);
  time_exponent_ = *exponent;
  const std::optional<uint64_t> count = number_of(parts[2]);
  if (!count || *count != parts.size() - 3) fail(parts[2]);
  for (std::size_t i = 3; i < parts.size(); ++i) add_application(file, parts[i]);
  if (threads_ <= kMostIdleThreads) make_all();
}

// tasks(threads:node,...)[,communicators]
void ParaverObjects::add_application(const std::string& file, std::string_view text) {
  const auto fail = [&] { throw bad_text_line(file, 1, "malformed header", text, kForm); };
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) fail();
  const std::optional<uint64_t> count = number_of(text.substr(0, open));
  const std::vector<std::string_view> tasks = split(text.substr(open + 1, close - open - 1), ',');
  if (!count || *count != tasks.size()) fail();
  const std::size_t number = applications_.size();
  std::string_view name = names_.row("APPL", number);
  applications_.push_back(
      {tasks_.size(), tasks.size(),
       trace_.add_container(application_type_, kRoot,
                            name.empty() ? fmt::format("{}", number + 1) : std::string(name))});
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    const auto threads = number_of(tasks[task].substr(0, tasks[task].find(':')));
    if (!threads) fail();
    name = names_.row("TASK", tasks_.size());
    tasks_.push_back({*threads,
                      threads_,
                      trace_.add_container(task_type_, applications_.back().container,
                                           name.empty() ? fmt::format("{}.{}", number + 1, task + 1)
                                                        : std::string(name)),
                      {}});
    threads_ += *threads;
  }
}

void ParaverObjects::make_all() {
  for (std::size_t application = 0; application < applications_.size(); ++application) {
    for (std::size_t task = 0; task < applications_[application].tasks; ++task) {
      const uint64_t count = tasks_[applications_[application].first_task + task].threads;
      for (uint64_t i = 1; i <= count; ++i) thread(application + 1, task + 1, i);
    }
  }
}

ContainerIndex ParaverObjects::thread(uint64_t application, uint64_t task, uint64_t thread) {
  if (application == 0 || application > applications_.size()) return kUndeclared;
  const Application& within = applications_[application - 1];
  if (task == 0 || task > within.tasks) return kUndeclared;
  Task& of = tasks_[within.first_task + task - 1];
  if (thread == 0 || thread > of.threads) return kUndeclared;
  const auto [found, is_new] = of.made.try_emplace(thread, kRoot);
  if (is_new) {
    const std::string_view name = names_.row("THREAD", of.first_thread + thread - 1);
    found->second = trace_.add_container(
        thread_type_, of.container,
        name.empty() ? fmt::format("{}.{}.{}", application, task, thread) : std::string(name));
  }
  return found->second;
}

}  // namespace paje::tools
