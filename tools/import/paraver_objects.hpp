// Applications, tasks and threads of a Paraver trace, as its first line declares them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "import/imported_trace.hpp"
#include "import/paraver_names.hpp"

namespace paje::tools {

class ParaverObjects {
 public:
  /// Throws BadTrace if `line` is no such first line.
  ParaverObjects(const std::string& file, std::string_view line, const ParaverNames& names,
                 ImportedTrace& trace);

  /// The container of a thread, all numbers from 1; no container if none is declared so.
  static constexpr ContainerIndex kUndeclared = UINT32_MAX;
  ContainerIndex thread(uint64_t application, uint64_t task, uint64_t thread);
  [[nodiscard]] TypeIndex thread_type() const { return thread_type_; }
  /// Times count units of 10^exponent seconds.
  [[nodiscard]] int time_exponent() const { return time_exponent_; }

 private:
  struct Task {
    uint64_t threads;
    uint64_t first_thread;  // of all
    ContainerIndex container;
    std::unordered_map<uint64_t, ContainerIndex> made;
  };
  struct Application {
    std::size_t first_task;
    std::size_t tasks = 0;
    ContainerIndex container;
  };

  void add_application(const std::string& file, std::string_view text);
  void make_all();

  const ParaverNames& names_;
  ImportedTrace& trace_;
  TypeIndex application_type_;
  TypeIndex task_type_;
  TypeIndex thread_type_;
  int time_exponent_ = -6;
  std::vector<Application> applications_;
  std::vector<Task> tasks_;
  uint64_t threads_ = 0;
};

}  // namespace paje::tools
