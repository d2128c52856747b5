// What models need to know of a run: some numbers of its trace, which need not stay in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "paje/iterations.hpp"
#include "paje/models/scaling.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// How traces of runs are read and looked at.
struct RunReading {
  std::string_view tool;
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;
  bool clip = false;  ///< what goes on outside of the selected time is cut there
  std::optional<TimeUnit> unit;
  std::string classes;  ///< a file of rules
  std::string size_field;
  std::string cores_from;     ///< a type of containers each of which is a core; empty: a process
  std::string machines_from;  ///< a type of containers each of which is a machine
  bool with_replay = false;   ///< serialisation and transfer, which need a replay
  bool with_traffic = true;   ///< messages, with their sizes
  bool with_iterations = false;
  IterationOptions iterations;
};

/// Times are seconds. A *process* is a container with states.
struct MeasuredRun {
  std::string name;
  double time = 0;  ///< from the first state to the last
  double cores = 0;
  double machines = 0;  ///< 0: not known
  std::string process_type;
  std::vector<std::string> processes;  ///< names, in natural order
  std::vector<std::string> parents;    ///< path of the container around each process
  double useful = 0;                   ///< sum over processes
  double communication = 0;  ///< in calls that communicate or wait, without Init, Finalize
  std::vector<std::pair<std::string, double>> values;  ///< seconds of each, sum over processes
  double longest_useful = 0;                           ///< of a process
  double factor_cores = 0;  ///< over which `useful` is averaged: processes, and idle cores if known
  /// If asked for.
  struct ReplayedFactors {
    double serialisation = 1;
    double transfer = 1;
  };
  std::optional<ReplayedFactors> replayed;
  uint64_t iterations = 0;  ///< found, if asked for
  /// Messages between processes: by sender and receiver, places among the processes.
  struct Traffic {
    uint32_t from = 0;
    uint32_t to = 0;
    uint64_t messages = 0;
    double bytes = 0;
  };
  std::vector<Traffic> traffic;
  bool has_sizes = false;
  /// Of the containers around processes, if no type of machines was named and they come and go.
  std::vector<MachineShare> unnamed_shares;
  std::vector<MachineShare> machine_shares;  ///< in the order of time; one if they stay
  std::vector<double> machine_times;         ///< how long each was there; empty if not known
  /// Whether machines come and go; what is short as a start or an end does not count.
  [[nodiscard]] bool is_elastic() const;
};

/// A trace is right, but is of no use to models: it has no states, no length, or not the types that
/// were asked for. The message begins with the name of the run.
class UnusableRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Two runs each of which has states that the other does not, with the names of some; empty if
/// there are none. A run on more cores may have further states, but not others.
std::string remark_of_values(const std::vector<const MeasuredRun*>& runs);
/// That machines of a run come and go although no type of machines was named; empty if none do.
std::string remark_of_machines(const MeasuredRun& run);
/// What it means that the fit is at its bound.
std::string amdahl_at_bound(const AmdahlFit& fit);

/// That runs whose processes are of several types may be no runs of one program.
std::string warning_of_types(const std::set<std::string>& types);

/// Throws TraceError for a bad trace, UnusableRun, and system errors.
MeasuredRun measure_run(const std::string& path, const RunReading& how);

/// Its two parts: only the first prints messages, and both may be done at once for different runs.
struct ReadRun {
  Trace trace;
  TimeUnit unit = TimeUnit::seconds;
  std::string name;
};
ReadRun read_run(const std::string& path, const RunReading& how);
MeasuredRun measure_run(const ReadRun& run, const RunReading& how);

/// The same of a trace that is there; times count in `unit`.
MeasuredRun measure_run(const Trace& trace, const RunReading& how, TimeUnit unit, std::string name);

}  // namespace paje::tools
