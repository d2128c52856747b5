// Simulates applications on a system: their time, energy and probability of failure.
//
// There is no network contention: the cost of a message comes from the formulas alone. A send is
// buffered: it occupies the sender for the time of the message, and the receiver waits until its
// end. If the model defines a rendezvous size, an exchange of at least that size starts only when
// the receiver is ready. So results do not depend on the order in which processes are simulated.
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

/// The application cannot run, or a formula yields a value that is not a valid time.
class PAJE_EXPORT SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A name (`n.NAME`, a variable of an application, or a coefficient) and its value.
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
/// The recorded processes, from which a trace is made.
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
  double communicating = 0;  ///< includes waiting
  uint64_t compute_blocks = 0;
  uint64_t communication_blocks = 0;  ///< an exchange with two partners counts as two
};

struct SimulationResult {
  double time = 0;
  double energy = 0;               ///< joules, of all machines with processes
  double failure_probability = 0;  ///< that at least one of these machines fails
  double expected_time = 0;        ///< if the run restarts after each failure; may be infinite
  double cost = 0;                 ///< price of the machines for the time
  uint64_t processes = 0;
  uint64_t machines = 0;
  bool is_one_per_label = false;
  std::vector<LabelTimes> labels;
  SimulatedRun run;
};

inline constexpr uint64_t kMostSimulated = 10'000;  ///< default limit for simulating each process
inline constexpr uint64_t kMostProcesses = 100'000'000;

struct SimulationOptions {
  /// Simulate one process for each label, or every process. By default every process, up to
  /// kMostSimulated.
  std::optional<bool> one_per_label;
  /// The number of processes whose states and messages are recorded.
  uint64_t recorded = 0;
  /// Seconds from a failure until the run starts again.
  double restart = 0;
};

/// Throws SimulationError. With one process per label, time and memory depend on the number of
/// processes only for their placement.
PAJE_EXPORT SimulationResult simulate(std::span<const Application> applications,
                                      const SystemDescription& system,
                                      const ExpandedSystem& machines,
                                      std::span<const Setting> settings,
                                      const SimulationOptions& options = {});

/// Whether no other row beats a row; less is better in both numbers. Of equal rows the first.
PAJE_EXPORT std::vector<bool> pareto_front(std::span<const std::pair<double, double>> rows);

}  // namespace paje
