// What user-defined fields say of the calls of collectives.
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
  /// By piece: calls of one value and key belong together; 0 where no field says so. Empty if no
  /// call has any.
  std::vector<uint32_t> keys;
  /// By piece, if any call has one.
  struct Root {
    uint32_t track = DependencyGraph::kNone;  ///< by its name
    uint32_t rank = DependencyGraph::kNone;   ///< or by its place among those that take part
  };
  std::vector<Root> roots;
};

/// Whether a user-defined field has a name, which is given in lower case; its own case does not
/// matter.
[[nodiscard]] bool is_field(std::string_view field, std::string_view lower_case);
/// Whether some event of states has a field of one of these names.
[[nodiscard]] bool has_state_field(const Trace& trace,
                                   std::initializer_list<std::string_view> names);

/// The tracks by their names and, where no track has such a name, by the aliases of their
/// containers.
[[nodiscard]] std::unordered_map<std::string_view, uint32_t> tracks_by_name(
    const DependencyGraph& graph);

/// Of states: `Comm` (or Communicator) and `Sequence` (or Seq), a number in it, are the key; `Root`
/// is a rank in the communicator, or the name or alias of a container. Case does not matter.
/// `graph` has its pieces. Nothing is read of a trace without such fields.
CallFields find_call_fields(const DependencyGraph& graph);

// The same in steps, for traces that several processes have a share of.

/// What the fields of a call say: words, empty where they say nothing.
struct CallWords {
  uint32_t piece = 0;
  std::string comm, sequence;
  CallFields::Root root;
};
/// Calls visit(words) for the calls of a track that have any, in order.
using VisitWords = std::function<void(const CallWords& words)>;
class CallWordReader {
 public:
  explicit CallWordReader(const DependencyGraph& graph);
  CallWordReader(const CallWordReader&) = delete;
  CallWordReader& operator=(const CallWordReader&) = delete;
  ~CallWordReader();
  /// Whether any state of the trace has a communicator or a number in it, or a root.
  [[nodiscard]] bool has_keys() const;
  [[nodiscard]] bool has_roots() const;
  void read(const DependencyGraph::Track& track, const VisitWords& visit) const;

 private:
  class Columns;
  const DependencyGraph& graph_;
  std::unique_ptr<Columns> columns_;
};
/// Numbers keys in the order in which they come.
class CallFieldMaker {
 public:
  CallFieldMaker(const DependencyGraph& graph, bool has_keys, bool has_roots);
  void add(const CallWords& words);
  CallFields finish();

 private:
  CallFields fields_;
  std::map<std::pair<std::string, std::string>, uint32_t> key_of_;  // of communicator and number
};

}  // namespace paje
