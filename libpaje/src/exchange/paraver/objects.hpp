// What the first line of a Paraver trace declares: applications, tasks and threads, the nodes they
// run on, the unit of times and how long the trace is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/decimal_time.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/paraver/names.hpp"

namespace paje::exchange {

class ParaverObjects {
 public:
  /// Throws TraceError if `line`, which has that number, is not such a first line.
  ParaverObjects(const std::string& file, uint64_t line_number, std::string_view line,
                 const ParaverNames& names, ImportedTrace& trace, Losses& losses);

  /// The container of a thread, all numbers from 1; no container if none is declared so.
  static constexpr ContainerIndex kUndeclared = UINT32_MAX;
  ContainerIndex thread(uint64_t application, uint64_t task, uint64_t thread);
  [[nodiscard]] TypeIndex thread_type() const { return thread_type_; }
  /// Times count units of 10^exponent seconds.
  [[nodiscard]] int time_exponent() const { return time_exponent_; }
  /// When the trace ends, in seconds.
  [[nodiscard]] DecimalTime duration() const { return duration_; }
  /// A thread ran on a processor, counted from 1; 0 if that is not known.
  void runs_on(ContainerIndex thread, int64_t processor);
  /// Reports what of the objects and their names did not become anything.
  void finish();

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

  [[noreturn]] void fail(std::string_view title, std::string_view found,
                         std::string_view expected) const;
  void read_duration(std::string_view text);
  void add_applications(std::string_view text, std::string_view count);
  void add_application(std::string_view text);
  void add_task(std::string_view text, std::size_t application, std::size_t task);
  void add_nodes(std::string_view text);
  void make_all();
  [[nodiscard]] std::string node_name(uint64_t node) const;

  const std::string& file_;
  uint64_t line_number_;
  const ParaverNames& names_;
  ImportedTrace& trace_;
  Losses& losses_;
  TypeIndex application_type_;
  TypeIndex task_type_;
  TypeIndex thread_type_;
  int time_exponent_ = -6;
  DecimalTime duration_ = DecimalTime::of_nanoseconds(0);
  std::vector<Application> applications_;
  std::vector<Task> tasks_;
  std::vector<int64_t> processors_;  // by container; 0 if not known
  uint64_t threads_ = 0;
  uint64_t made_threads_ = 0;
  uint64_t nodes_ = 0;
};

}  // namespace paje::exchange
