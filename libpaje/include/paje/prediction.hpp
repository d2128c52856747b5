// What would happen if: how long a run would take with another network, with faster or slower
// values, without waits, balanced; from the replay of its dependency graph.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

class TraceWriter;

/// Another network: latencies and bandwidths are multiplied by these.
struct NetworkChange {
  double latency = 1;
  double bandwidth = 1;
  friend bool operator==(const NetworkChange&, const NetworkChange&) = default;
};

/// Values that take `factor` times as long.
struct ValueScale {
  std::string pattern;  ///< see matches_glob()
  double factor = 1;
};

/// A container whose computing, and that of the containers below it, takes `factor` times as long.
struct ContainerScale {
  std::string container;  ///< name or path
  double factor = 1;
};

/// On which node a container is, with those below it.
struct NodePlace {
  std::string container;  ///< name or path
  std::string node;
  std::string before;  ///< where it was; empty: on a node of its own
};

/// How the members of a collective operation pass on what they have.
enum class CollectiveAlgorithm : uint8_t {
  linear,  ///< one after the other, from or to one of them
  log,     ///< in rounds, in each of which twice as many take part
  ring,    ///< each from the one before it, to the one after it
};

/// Operations that are done by another algorithm.
struct CollectiveChange {
  std::string pattern;  ///< of values; see matches_glob()
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::linear;
  /// What each member contributes, or gets. Without it the number of messages is known, not what
  /// one costs, and there are only two ends.
  std::optional<double> bytes;
};

/// What is to be different. The default changes nothing.
struct Scenario {
  /// Empty: as it was; or, with a calibration, the network of its second run.
  std::optional<NetworkChange> network;
  double communication = 1;  ///< all costs of communication, in time
  double computing = 1;      ///< all that is no communication, in time
  std::vector<ValueScale> scales;
  /// Patterns of the containers whose values are scaled, and whose computing; empty: all.
  std::vector<std::string> containers;
  std::vector<ContainerScale> container_scales;
  bool no_waits = false;  ///< nobody waits for others
  bool balance = false;   ///< all tracks compute as long as they do on average
  /// Patterns of containers; what they compute takes as long as it does in the median of the
  /// others.
  std::vector<std::string> without;
  /// Messages inside a node cost what those of their size do that were inside one, those between
  /// nodes likewise. Containers that are not named stay on nodes of their own. Another network is
  /// then that between nodes.
  std::vector<NodePlace> placement;
  /// What messages inside a node cost instead, compared with those between nodes.
  std::optional<NetworkChange> inside;
  std::vector<CollectiveChange> collectives;
};

/// How long messages and collective operations took before and after a change of the network, from
/// two runs of one program.
struct NetworkCalibration {
  struct Point {
    /// Of messages: the size; of operations: what the quickest track took before, which is about
    /// one message and does not depend on the number of tracks.
    double at = 0;
    double before = 0;
    double after = 0;
  };
  struct Operation {
    std::string value;
    std::vector<Point> points;  ///< in ascending order of `at`
  };
  std::vector<Point> messages;        ///< in ascending order of `at`
  std::vector<Operation> operations;  ///< by value
  /// By what the network of the second run differs, if that is known.
  std::optional<NetworkChange> change;

  /// Whether it shows what another latency or bandwidth alone would change: one of them differs.
  [[nodiscard]] bool distinguishes_latency() const {
    return change && (change->latency == 1) != (change->bandwidth == 1);
  }
};

/// The two runs must have the same tracks with the same calls, as far as they communicate; throws
/// std::invalid_argument if they have nothing to compare. Messages whose receiver did not wait for
/// them say nothing of their cost and are left out. `size_field` as in DependencyOptions.
/// O(messages log messages).
PAJE_EXPORT NetworkCalibration calibrate_network(const DependencyGraph& before,
                                                 const DependencyGraph& after,
                                                 std::optional<NetworkChange> change = {},
                                                 std::string_view size_field = {});

/// To a network on which a message of some bytes takes `after(bytes)` seconds. Collective
/// operations change as messages do that take as long. Throws std::invalid_argument if the run has
/// no messages whose cost shows. O(messages log messages).
PAJE_EXPORT NetworkCalibration calibrate_to(const DependencyGraph& before,
                                            const std::function<double(double)>& after,
                                            std::string_view size_field = {});

/// The replay of a run as it was measured. By construction it makes the run again; where it does
/// not, clocks or links are wrong.
struct SelfCheck {
  struct TrackError {
    uint32_t track = 0;
    double error = 0;  ///< its end as replayed, less the measured one
  };
  double measured = 0;
  double replayed = 0;
  std::vector<TrackError> tracks;      ///< those that end elsewhere, the largest error first
  std::vector<uint32_t> stuck_tracks;  ///< which wait for each other in a circle
  double stuck_share = 0;              ///< of the time of all tracks that could not be replayed
  uint64_t violations = 0;             ///< what ends before it can: clocks differ
  ReplayCheck found;                   ///< the same in detail

  /// Relative to the measured length.
  [[nodiscard]] PAJE_EXPORT double error() const;
};

/// The replay of a run in which each message, and each collective operation, costs what those of
/// its class do: of its size; of its value and number of members. Says how well classes explain a
/// run.
struct ModelCheck {
  double measured = 0;
  double replayed = 0;
  uint64_t sizes = 0;       ///< classes of messages
  uint64_t operations = 0;  ///< classes of operations

  /// Relative to the measured length.
  [[nodiscard]] PAJE_EXPORT double error() const;
};

/// A piece on the critical path of a predicted run, or the part of it from `start` to `end`.
struct PredictedPathPiece {
  uint32_t piece = 0;
  double start = 0;
  double end = 0;
};

struct Prediction {
  double measured = 0;
  double replayed = 0;
  /// Empty where the trace does not show which cost is latency: then it is between the two ends.
  std::optional<double> predicted;
  double low = 0;
  double high = 0;
  std::vector<std::string> assumptions;  ///< sentences
  /// When each piece starts, by piece, as in `predicted`; of the middle of both ends if that is
  /// empty. Empty of Scenario::no_waits.
  std::vector<double> starts;
};

/// What a trace does not show of a run.
struct NotShown {
  /// Calls without known partners: they have no link, or no trace says what they wait for, as of
  /// MPI_Scan. In a prediction they lie between what they took and a change like that of the rest.
  uint64_t calls = 0;
  double in_calls = 0;  ///< of the time of all tracks
  uint32_t track = 0;   ///< where most of it is
  uint32_t value = 0;   ///< likewise
  /// Of the time of all tracks, what no state covers: it counts as computing.
  double without_state = 0;
  /// States say what computes, so that time without one may be calls that were not recorded: the
  /// ends of a prediction allow for them.
  bool has_unknown_gaps = false;
};

/// Predicts from one run. The graph and the calibration must outlive it.
class PAJE_EXPORT Predictor {
 public:
  /// Replays the run as measured. `size_field` as in DependencyOptions. O(pieces + messages log
  /// messages).
  explicit Predictor(const DependencyGraph& graph, std::string_view size_field = {},
                     const NetworkCalibration* calibration = nullptr);
  Predictor(Predictor&&) noexcept;
  ~Predictor();

  [[nodiscard]] const SelfCheck& check() const;
  [[nodiscard]] const NotShown& not_shown() const;
  /// Of messages by a calibration if there is one. O(pieces + messages log messages).
  [[nodiscard]] ModelCheck check_model() const;
  /// Throws SelectionError for a pattern that nothing is like, std::invalid_argument for factors
  /// that are not positive and finite, a network that the calibration does not cover, or a
  /// placement whose messages the run does not show. O(pieces + messages).
  [[nodiscard]] Prediction predict(const Scenario& scenario) const;
  /// The same of several, on all threads and without the `starts`.
  [[nodiscard]] std::vector<Prediction> predict_lengths(
      const std::vector<Scenario>& scenarios) const;
  /// Of a run that predict() made of this scenario, at its `starts`: the pieces that make it as
  /// long as it is, the earliest first; they adjoin each other. Empty if it has no `starts`.
  [[nodiscard]] std::vector<PredictedPathPiece> critical_path(const Scenario& scenario,
                                                              const Prediction& prediction) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// By track, its node then; empty where none is said. Throws SelectionError for a container that is
/// not there.
PAJE_EXPORT std::vector<std::string> nodes_of_tracks(const DependencyGraph& graph,
                                                     const std::vector<NodePlace>& placement);

/// Writes a predicted run with the containers, types, values and objects of the measured one;
/// `starts` are those of a Prediction. What happened inside a piece moves with it in proportion. Of
/// user-defined fields only the sizes of links are kept. Closes the writer. O(objects log objects).
PAJE_EXPORT void write_predicted(const DependencyGraph& graph, const std::vector<double>& starts,
                                 TraceWriter& writer);

}  // namespace paje
