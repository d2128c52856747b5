#include "exchange/paraver/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "exchange/bad_input.hpp"
#include "exchange/decimal_time.hpp"
#include "exchange/paraver/numbers.hpp"

namespace paje::exchange {

namespace {

// More threads than that get a container only when something happens in them: numbers are short.
// So do nodes: those that are not listed one by one.
constexpr uint64_t kMostIdle = 65536;
constexpr uint64_t kMostThreads = uint64_t{1} << 40U;
constexpr char kForm[] = "#Paraver (date):time_ns:nodes:applications:tasks(threads:node,...)...";

std::optional<uint64_t> number_of(std::string_view text) {
  const std::optional<ParaverNumber> number = whole_number(text);
  if (!number || number->bits < 0 || static_cast<uint64_t>(number->bits) > kMostThreads) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(number->bits);
}

// Cuts at each of `separators` outside of parentheses.
std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int64_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0 && separators.find(text[i]) != std::string_view::npos) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// What is in the only parentheses of `number(list)`; nothing if it is not of that form.
struct Listed {
  std::string_view number;
  std::string_view list;
};
std::optional<Listed> listed(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  const std::string_view list = text.substr(open + 1, text.size() - open - 2);
  if (list.find_first_of("()") != std::string_view::npos) return std::nullopt;
  return Listed{text.substr(0, open), list};
}

std::optional<int> exponent_of(std::string_view time) {
  const std::size_t unit = time.find('_');
  if (unit == std::string_view::npos) return -6;
  const std::string_view name = time.substr(unit + 1);
  if (name == "ns") return -9;
  if (name == "us") return -6;
  if (name == "ms") return -3;
  if (name == "s" || name == "sec") return 0;
  return std::nullopt;
}

// The only field of the user that a container has.
void set_field(ImportedTrace& trace, ContainerIndex container, const char* name,
               std::string_view text) {
  trace.containers()[container].fields =
      trace.add_fields({{name, std::string(trace.word_text(trace.word(text)))}});
}

}  // namespace

ParaverObjects::ParaverObjects(const std::string& file, uint64_t line_number, std::string_view line,
                               const ParaverNames& names, ImportedTrace& trace, Losses& losses)
    : file_(file),
      line_number_(line_number),
      names_(names),
      trace_(trace),
      losses_(losses),
      application_type_(trace.add_type({ImportedKind::container, kRoot, "Application"})),
      task_type_(trace.add_type({ImportedKind::container, application_type_, "Task"})),
      thread_type_(trace.add_type({ImportedKind::container, task_type_, "Thread"})) {
  // The date has colons of its own.
  constexpr std::string_view kTitle = "#Paraver";
  const std::size_t date = line.find("):");
  if (!line.starts_with(kTitle) || date == std::string_view::npos) {
    fail("malformed header", line, kForm);
  }
  const std::string_view rest = line.substr(date + 2);
  const std::vector<std::string_view> parts = split(rest, ":");
  if (parts.size() < 4) fail("malformed header", line, kForm);
  losses_.add("dates of the recording");
  read_duration(parts[0]);
  const auto applications = static_cast<std::size_t>(parts[3].data() - rest.data());
  add_nodes(parts[1]);
  add_applications(rest.substr(applications), parts[2]);
  if (threads_ <= kMostIdle) make_all();
}

void ParaverObjects::fail(std::string_view title, std::string_view found,
                          std::string_view expected) const {
  throw bad_text_line(file_, line_number_, title, found, expected);
}

void ParaverObjects::read_duration(std::string_view text) {
  constexpr char kTime[] = "a time in ns, us or ms: 1000_ns";
  const std::optional<int> exponent = exponent_of(text);
  if (!exponent) fail("malformed header", text, kTime);
  time_exponent_ = *exponent;
  const auto time = DecimalTime::parse(text.substr(0, text.find('_')), time_exponent_);
  if (!time || time->is_negative()) fail("malformed header", text, kTime);
  duration_ = *time;
}

// A comma or a colon is between applications; after each may be the number of its
// communicators, which says nothing new.
void ParaverObjects::add_applications(std::string_view text, std::string_view count) {
  const std::optional<uint64_t> declared = number_of(count);
  if (!declared) fail("malformed header", count, "the number of applications");
  for (const std::string_view part : split(text, ":,")) {
    if (part.find_first_of("()") != std::string_view::npos) {
      add_application(part);
    } else if (!part.empty() && !number_of(part)) {
      fail("malformed header", part, "an application, tasks(threads:node,...)");
    }
  }
  if (*declared != applications_.size()) {
    fail("malformed header", fmt::format("{} applications", applications_.size()),
         fmt::format("{}, as many as it declares", *declared));
  }
}

// tasks(threads:node,...)
void ParaverObjects::add_application(std::string_view text) {
  const std::optional<Listed> application = listed(text);
  const std::optional<uint64_t> count = application ? number_of(application->number) : std::nullopt;
  if (!count) fail("malformed header", text, "an application, tasks(threads:node,...)");
  const std::vector<std::string_view> tasks = split(application->list, ",");
  if (*count != tasks.size()) {
    fail("malformed header", text, fmt::format("{} tasks in the parentheses", *count));
  }
  const std::size_t number = applications_.size();
  const std::string_view name = names_.row("APPL", number);
  applications_.push_back(
      {tasks_.size(), tasks.size(),
       trace_.add_container(application_type_, kRoot,
                            name.empty() ? fmt::format("{}", number + 1) : std::string(name))});
  for (std::size_t task = 0; task < tasks.size(); ++task) add_task(tasks[task], number, task);
}

// threads:node
void ParaverObjects::add_task(std::string_view text, std::size_t application, std::size_t task) {
  const std::size_t colon = text.find(':');
  const std::optional<uint64_t> threads = number_of(text.substr(0, colon));
  if (!threads) fail("malformed header", text, "a task, threads:node");
  const std::string_view name = names_.row("TASK", tasks_.size());
  const ContainerIndex container = trace_.add_container(
      task_type_, applications_.back().container,
      name.empty() ? fmt::format("{}.{}", application + 1, task + 1) : std::string(name));
  if (colon != std::string_view::npos) {
    const std::optional<uint64_t> node = number_of(text.substr(colon + 1));
    if (!node) fail("malformed header", text, "a task, threads:node");
    if (*node != 0) set_field(trace_, container, "Node", node_name(*node));
  }
  tasks_.push_back({*threads, threads_, container, {}});
  threads_ += *threads;
}

std::string ParaverObjects::node_name(uint64_t node) const {
  const std::string_view name = names_.row("NODE", node - 1);
  return name.empty() ? fmt::format("node {}", node) : std::string(name);
}

// nodes(processors,...): containers of their own, since applications spread over them.
void ParaverObjects::add_nodes(std::string_view text) {
  const std::optional<Listed> nodes = listed(text);
  const std::optional<uint64_t> count = number_of(nodes ? nodes->number : text);
  std::vector<std::string_view> processors;
  if (nodes && !nodes->list.empty()) processors = split(nodes->list, ",");
  const bool is_sound = count && (processors.empty() || processors.size() == *count) &&
                        std::all_of(processors.begin(), processors.end(), number_of);
  if (!is_sound) return losses_.add("lists of nodes that cannot be read");
  nodes_ = *count;
  if (nodes_ == 0) return;
  if (processors.empty() && nodes_ > kMostIdle) {
    return losses_.add("nodes (too many that are not listed)", nodes_);
  }
  const TypeIndex type = trace_.add_type({ImportedKind::container, kRoot, "Node"});
  for (uint64_t node = 1; node <= nodes_; ++node) {
    const ContainerIndex made = trace_.add_container(type, kRoot, node_name(node));
    if (processors.empty()) continue;
    set_field(trace_, made, "CPUs", processors[node - 1]);
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
    ++made_threads_;
  }
  return found->second;
}

void ParaverObjects::runs_on(ContainerIndex thread, int64_t processor) {
  if (processor <= 0) return;
  if (processors_.size() <= thread) processors_.resize(thread + std::size_t{1});
  int64_t& current = processors_[thread];
  if (current == processor) return;
  if (current != 0) losses_.add("changes of a thread's processor (the first is kept)");
  if (current == 0) current = processor;
}

void ParaverObjects::finish() {
  for (ContainerIndex thread = 0; thread < processors_.size(); ++thread) {
    const int64_t processor = processors_[thread];
    if (processor == 0) continue;
    const std::string_view name = names_.row("CPU", static_cast<uint64_t>(processor) - 1);
    set_field(trace_, thread, "CPU",
              name.empty() ? fmt::format("{}", processor) : std::string(name));
  }
  losses_.add("threads in which nothing happens", threads_ - made_threads_);
  names_.count_unused_rows("APPL", applications_.size(), losses_);
  names_.count_unused_rows("TASK", tasks_.size(), losses_);
  names_.count_unused_rows("THREAD", threads_, losses_);
  names_.count_unused_rows("NODE", nodes_, losses_);
}

}  // namespace paje::exchange
