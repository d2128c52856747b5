// Strong 32-bit ids: an index into one of a trace's tables. Ids of different tables do not convert
// into each other, so that a container cannot be looked up by the id of a type.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace paje {

/// Index of an object in its table. A default id is invalid and refers to nothing.
template <class Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t index = kNone;

  [[nodiscard]] constexpr bool valid() const { return index != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using TypeId = Id<struct TypeTag>;            ///< into Trace::types()
using ContainerId = Id<struct ContainerTag>;  ///< into Trace::containers()
using ValueId = Id<struct ValueTag>;          ///< into Trace::values()

/// The root of the type tree and of the container tree, both written `0` in a trace.
inline constexpr TypeId kRootType{0};
inline constexpr ContainerId kRootContainer{0};

}  // namespace paje

template <class Tag>
struct std::hash<paje::Id<Tag>> {
  std::size_t operator()(paje::Id<Tag> id) const noexcept { return id.index; }
};
