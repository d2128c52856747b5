// Simulates applications on a system: how long they take, what energy they need, how probably
// something fails meanwhile.
//
// Nothing contends for the network: what a message costs is said by the formulas alone. A send is
// buffered: it keeps the sender for as long as the message takes, and the receiver waits until
// then; or, if it is large and the model says so, it begins when the receiver is there. So results
// do not depend on the order in which processes are simulated.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/export.hpp"
#include "paje/simulation/application.hpp"
#include "paje/simulation/system.hpp"

namespace paje {

/// The application cannot run, or a formula yields what no time can be.
class PAJE_EXPORT SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A name of an application's (`n.NAME`, a variable) or a coefficient, and its value.
using Setting = std::pair<std::string, double>;

enum class Activity : uint8_t {
  computing,
  sending,
  receiving,
  one_to_one,
  scatter,
  gather,
  reduce,
  barrier
};

struct SimulatedState {
  uint32_t process = 0;
  Activity activity = Activity::computing;
  double start = 0;
  double end = 0;
};
struct SimulatedMessage {
  uint32_t sender = 0;
  uint32_t receiver = 0;
  double start = 0;
  double end = 0;
  double bytes = 0;
};
struct SimulatedProcess {
  uint32_t label = 0;
  uint64_t rank = 0;  ///< in the label
  uint32_t machine = 0;
  double end = 0;
};
/// What a trace is made of, of the first processes.
struct SimulatedRun {
  std::vector<SimulatedProcess> processes;
  std::vector<SimulatedState> states;
  std::vector<SimulatedMessage> messages;
};

struct LabelTimes {
  std::string name;
  uint64_t count = 0;
  double end = 0;  ///< of the last process
  // Of the process with rank 0:
  double computing = 0;
  double communicating = 0;  ///< and waiting
  uint64_t compute_blocks = 0;
  uint64_t communication_blocks = 0;  ///< an exchange with two partners counts as two
};

struct SimulationResult {
  double time = 0;
  double energy = 0;               ///< joules, of all machines with processes
  double failure_probability = 0;  ///< that one or more of them fail
  double expected_time = 0;        ///< if the run starts again after each failure; may be infinite
  double cost = 0;                 ///< price of the machines for the time
  uint64_t processes = 0;
  uint64_t machines = 0;
  bool is_one_per_label = false;
  std::vector<LabelTimes> labels;
  SimulatedRun run;
};

inline constexpr uint64_t kMostSimulated = 10'000;  ///< processes, each of them by default
inline constexpr uint64_t kMostProcesses = 100'000'000;

struct SimulationOptions {
  /// One process stands for each label, or every process is simulated; by default what
  /// kMostSimulated says.
  std::optional<bool> one_per_label;
  /// States and messages of that many processes are recorded.
  uint64_t recorded = 0;
  /// Seconds that a start after a failure takes, before the run begins again.
  double restart = 0;
};

/// Throws SimulationError. With one process for a label its time and memory do not depend on the
/// number of processes, except for placing them.
PAJE_EXPORT SimulationResult simulate(std::span<const Application> applications,
                                      const SystemDescription& system,
                                      const ExpandedSystem& machines,
                                      std::span<const Setting> settings,
                                      const SimulationOptions& options = {});

/// Which rows no other one beats in both numbers, both the less the better; of equals the first.
PAJE_EXPORT std::vector<bool> pareto_front(std::span<const std::pair<double, double>> rows);

}  // namespace paje
