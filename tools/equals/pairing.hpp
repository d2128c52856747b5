// Which types and containers of two traces are the same ones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "equals/comparison.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

using Traces = std::array<const Trace*, 2>;

template <class Id>
using Pair = std::array<Id, 2>;

/// All types or containers of both traces, each with its partner; parents come before children.
template <class Id>
struct Pairs {
  std::vector<Pair<Id>> list;
  /// By side and id: the position in `list`, or kUnpaired.
  std::array<std::vector<uint32_t>, 2> number;

  static constexpr uint32_t kUnpaired = UINT32_MAX;
};

/// `text`, in small letters if case does not matter.
std::string folded(std::string_view text, bool ignore_case);

/// The names from below the root down to the type, joined by '/'; `0` for the root. Of a very deep
/// one only the last names.
std::string type_path(const Trace& trace, TypeId id);

/// Fills `pairs`, or returns the first type that has no partner or another kind.
std::optional<Difference> pair_types(const Traces& traces, const ComparisonOptions& options,
                                     Pairs<TypeId>& pairs);

/// Fills `pairs` with the containers that reach into the windows, or returns the first that has no
/// partner of its name and type.
std::optional<Difference> pair_containers(const Traces& traces, const ComparisonOptions& options,
                                          const Pairs<TypeId>& types, Pairs<ContainerId>& pairs);

}  // namespace paje::tools
