// User-defined fields of collective calls.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

struct CallFields {
  /// By piece: calls with the same value and key belong together; 0 without a key. Empty if no call
  /// has a key.
  std::vector<uint32_t> keys;
  /// By piece; empty if no call has a root.
  struct Root {
    uint32_t track = DependencyGraph::kNone;  ///< if given by name
    uint32_t rank = DependencyGraph::kNone;   ///< if given as index among the members
    /// As `rank`: the field has a word that is neither the name of a track nor a rank.
    static constexpr uint32_t kNobody = DependencyGraph::kNone - 1;

    [[nodiscard]] bool is_given() const {
      return track != DependencyGraph::kNone || rank != DependencyGraph::kNone;
    }
  };
  std::vector<Root> roots;
};

/// Whether a user-defined field has this name, regardless of case. `lower_case` must be in lower
/// case.
[[nodiscard]] bool is_field(std::string_view field, std::string_view lower_case);
/// Whether an event of states has a field with one of these names.
[[nodiscard]] bool has_state_field(const Trace& trace,
                                   std::initializer_list<std::string_view> names);

/// Tracks by name, and by the aliases of their containers if these are not names of tracks.
[[nodiscard]] std::unordered_map<std::string_view, uint32_t> tracks_by_name(
    const DependencyGraph& graph);

/// Reads fields of states: `Comm` (or Communicator) and `Sequence` (or Seq), a number within it,
/// form the key. `Root` is a rank in the communicator, or the name or alias of a container. Case
/// does not matter. `graph` must have its pieces. Traces without such fields cost nothing.
CallFields find_call_fields(const DependencyGraph& graph);

// The same in steps, for traces that several processes share.

/// The fields of a call as words; empty if missing.
struct CallWords {
  uint32_t piece = 0;
  std::string comm, sequence;
  CallFields::Root root;
};
/// Called for each call of a track that has such fields, in order.
using VisitWords = std::function<void(const CallWords& words)>;
class CallWordReader {
 public:
  explicit CallWordReader(const DependencyGraph& graph);
  CallWordReader(const CallWordReader&) = delete;
  CallWordReader& operator=(const CallWordReader&) = delete;
  ~CallWordReader();
  /// Whether any state of the trace has a communicator or sequence number; or a root.
  [[nodiscard]] bool has_keys() const;
  [[nodiscard]] bool has_roots() const;
  void read(const DependencyGraph::Track& track, const VisitWords& visit) const;

 private:
  class Columns;
  const DependencyGraph& graph_;
  std::unique_ptr<Columns> columns_;
};
/// Numbers the keys in order of first appearance.
class CallFieldMaker {
 public:
  CallFieldMaker(const DependencyGraph& graph, bool has_keys, bool has_roots);
  void add(const CallWords& words);
  CallFields finish();

 private:
  CallFields fields_;
  std::map<std::pair<std::string, std::string>, uint32_t> key_of_;  // by communicator and number
};

}  // namespace paje
