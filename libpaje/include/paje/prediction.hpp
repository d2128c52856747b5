// Predicts the length of a run under other conditions (another network, faster or slower values, no
// waits, a balanced load) by replaying its dependency graph.
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

/// Another network: factors on all latencies and bandwidths.
struct NetworkChange {
  double latency = 1;
  double bandwidth = 1;
  friend bool operator==(const NetworkChange&, const NetworkChange&) = default;
};

/// Values that need `factor` times as long.
struct ValueScale {
  std::string pattern;  ///< see matches_glob()
  double factor = 1;
};

/// A container whose computing, including that of its descendants, needs `factor` times as long.
struct ContainerScale {
  std::string container;  ///< name or path
  double factor = 1;
};

/// The node of a container and of its descendants.
struct NodePlace {
  std::string container;  ///< name or path
  std::string node;
  std::string before;  ///< its node in the measured run; empty: a node of its own
};

/// How the data of a collective operation is passed between its members.
enum class CollectiveAlgorithm : uint8_t {
  linear,  ///< one message after the other, from or to one member
  log,     ///< in rounds, each with twice as many members as the one before
  ring,    ///< each member receives from the previous one and sends to the next
};

/// Collective operations that use another algorithm.
struct CollectiveChange {
  std::string pattern;  ///< of values; see matches_glob()
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::linear;
  /// Bytes that each member contributes or gets. Without it, only the number of messages is defined
  /// but not their cost, so a prediction has just two bounds.
  std::optional<double> bytes;
};

/// What is different in the predicted run. The default changes nothing.
struct Scenario {
  /// Empty: unchanged; or, with a calibration, the network of its second run.
  std::optional<NetworkChange> network{};
  double communication = 1;  ///< factor on the time of all communication
  double computing = 1;      ///< factor on the time of everything else
  std::vector<ValueScale> scales{};
  /// Patterns of the containers to which `scales` and `computing` apply; empty: all.
  std::vector<std::string> containers{};
  std::vector<ContainerScale> container_scales{};
  bool no_waits = false;  ///< no track waits for another
  bool balance = false;   ///< every track computes for the mean time of all tracks
  /// Patterns of containers whose computing is replaced by the median of the others.
  std::vector<std::string> without{};
  /// Messages within a node cost as much as measured messages of their size within a node; likewise
  /// those between nodes. Containers that are not listed stay on nodes of their own. `network` then
  /// applies to messages between nodes.
  std::vector<NodePlace> placement{};
  /// If set, the cost of messages within a node, relative to that between nodes.
  std::optional<NetworkChange> inside{};
  std::vector<CollectiveChange> collectives{};
};

/// How long messages and collective operations took before and after a change of the network, from
/// two runs of one program.
struct NetworkCalibration {
  struct Point {
    /// For messages: bytes. For operations: the time of the fastest track in the first run, which
    /// is about one message and independent of the number of tracks.
    double at = 0;
    double before = 0;
    double after = 0;
  };
  struct Operation {
    std::string value;
    std::vector<Point> points;  ///< in ascending order of `at`
  };
  std::vector<Point> messages;        ///< sorted by `at`
  std::vector<Operation> operations;  ///< sorted by value
  /// The difference of the second run's network, if given.
  std::optional<NetworkChange> change;

  /// Whether it separates the effects of latency and bandwidth: exactly one of them differs.
  [[nodiscard]] bool distinguishes_latency() const {
    return change && (change->latency == 1) != (change->bandwidth == 1);
  }
};

/// Both runs must have the same tracks with the same communication calls. Messages whose receiver
/// did not wait for them do not show their cost, and are ignored. `size_field` as in
/// DependencyOptions. Throws std::invalid_argument if nothing can be compared, or if costs changed
/// the other way than `change` says. O(messages log messages).
PAJE_EXPORT NetworkCalibration calibrate_network(const DependencyGraph& before,
                                                 const DependencyGraph& after,
                                                 std::optional<NetworkChange> change = {},
                                                 std::string_view size_field = {});

/// Calibrates to a network on which a message of some bytes needs `after(bytes)` seconds.
/// Collective operations change like messages of the same duration. Throws std::invalid_argument if
/// no message of the run shows its cost. O(messages log messages).
PAJE_EXPORT NetworkCalibration calibrate_to(const DependencyGraph& before,
                                            const std::function<double(double)>& after,
                                            std::string_view size_field = {});

/// A calibration as JSON, as `pj_predict --save-model` writes it.
PAJE_EXPORT std::string calibration_text(const NetworkCalibration& calibration);
/// Throws std::invalid_argument if `text` is not from calibration_text(); the message begins with
/// `name` and says where and why.
PAJE_EXPORT NetworkCalibration parse_calibration(std::string_view text, std::string_view name);

/// The replay of a run with all costs as measured. By construction it reproduces the run; any
/// difference means that clocks or links are wrong.
struct SelfCheck {
  struct TrackError {
    uint32_t track = 0;
    double error = 0;  ///< replayed end less measured end
  };
  /// A piece that ends at another time although all that it depends on is as measured.
  struct Origin {
    uint32_t track = 0;
    uint32_t piece = 0;
    double error = 0;  ///< replayed end less measured end
  };
  double measured = 0;
  double replayed = 0;
  std::vector<TrackError> tracks;  ///< tracks that end at another time, the greatest error first
  std::optional<Origin> origin;    ///< the origin with the greatest error; of equal ones, the first
  double moved_share = 0;          ///< share of the time of all tracks that moved
  std::vector<uint32_t> stuck_tracks;  ///< tracks that wait for each other in a cycle
  double stuck_share = 0;   ///< share of the time of all tracks that could not be replayed
  uint64_t violations = 0;  ///< messages and calls that end before they can: clocks differ
  ReplayCheck found;        ///< the details

  /// Error of the run's end, relative to the measured length.
  [[nodiscard]] PAJE_EXPORT double length_error() const;
  /// The greatest error of the ends of the run and of all tracks, relative to the measured length.
  [[nodiscard]] PAJE_EXPORT double error() const;
};

/// The replay of a run in which each message and collective operation has the cost of its class:
/// for messages, that of their size; for operations, that of their value and number of members.
/// Shows how well these classes explain the run.
struct ModelCheck {
  double measured = 0;
  double replayed = 0;
  uint64_t sizes = 0;       ///< classes of messages
  uint64_t operations = 0;  ///< classes of operations

  /// Error of the length, relative to the measured one.
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
  /// Empty if the trace does not separate latency from bandwidth; then the length is in [low,
  /// high].
  std::optional<double> predicted;
  double low = 0;
  double high = 0;
  std::vector<std::string> assumptions;  ///< full sentences
  /// The start of each piece, for `predicted`; if that is empty, for the middle between both
  /// bounds. Empty for Scenario::no_waits.
  std::vector<double> starts;
};

/// How long the run is whose pieces start at the `starts` of a Prediction; write_predicted() writes
/// it.
PAJE_EXPORT double length_of_starts(const DependencyGraph& graph,
                                    const std::vector<double>& starts);

/// What a trace does not show of a run.
struct NotShown {
  /// Calls with unknown partners: without links, or with unknown dependencies (MPI_Scan). A
  /// prediction bounds their time by the measured time and by a change like that of other
  /// communication.
  uint64_t calls = 0;
  double in_calls = 0;  ///< share of the time of all tracks
  uint32_t track = 0;   ///< the track with most of this time
  uint32_t value = 0;   ///< the value with most of this time
  /// Share of the time of all tracks without a state: it counts as computing.
  double without_state = 0;
  /// Whether time without a state may be unrecorded calls, because states mark all computing; then
  /// the bounds of a prediction allow for that.
  bool has_unknown_gaps = false;
};

/// Makes predictions from one run. The graph and the calibration must outlive it.
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
  /// Messages use the calibration if there is one. O(pieces + messages log messages).
  [[nodiscard]] ModelCheck check_model() const;
  /// Throws SelectionError for a pattern without a match; std::invalid_argument for factors that
  /// are not positive and finite, a network that the calibration does not cover, or a placement
  /// with kinds of messages that the run does not have. O(pieces + messages).
  [[nodiscard]] Prediction predict(const Scenario& scenario) const;
  /// The same for several scenarios, in parallel and without `starts`.
  [[nodiscard]] std::vector<Prediction> predict_lengths(
      const std::vector<Scenario>& scenarios) const;
  /// The critical path of the predicted run: contiguous pieces that determine its length, the
  /// earliest first. `prediction` must be the result of predict() for `scenario`. Empty if it has
  /// no `starts`.
  [[nodiscard]] std::vector<PredictedPathPiece> critical_path(const Scenario& scenario,
                                                              const Prediction& prediction) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// The node of each track after the placement; empty if not given. Throws SelectionError for a
/// container that does not exist.
PAJE_EXPORT std::vector<std::string> nodes_of_tracks(const DependencyGraph& graph,
                                                     const std::vector<NodePlace>& placement);

/// Writes a predicted run with the containers, types, values and objects of the measured one.
/// `starts` are those of a Prediction. Times inside a piece are scaled with it. User-defined fields
/// are kept. Links keep their keys, unless a key is used again. Containers live as long as
/// measured, moved like what is in them. Closes the writer. O(objects log objects).
PAJE_EXPORT void write_predicted(const DependencyGraph& graph, const std::vector<double>& starts,
                                 TraceWriter& writer);

}  // namespace paje
