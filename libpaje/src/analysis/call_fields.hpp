// What user-defined fields say of the calls of collectives.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
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

/// Of states: `Comm` (or Communicator) and `Sequence` (or Seq), a number in it, are the key; `Root`
/// is a rank in the communicator, or the name or alias of a container. Case does not matter.
/// `graph` has its pieces. Nothing is read of a trace without such fields.
CallFields find_call_fields(const DependencyGraph& graph);

}  // namespace paje
