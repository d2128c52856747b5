#include "paje/time_unit.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace paje {

namespace {

using namespace std::string_view_literals;

// What StarPU alone defines, of all its versions. `Worker` and `Thread` are anybody's words.
constexpr std::array kContainerTypes = {"Memory Node"sv, "Memory Manager"sv,
                                        "MPI Communication Thread"sv};
constexpr std::array kStateTypes = {"Worker State"sv, "Memory Node State"sv,
                                    "Communication Thread State"sv, "User Thread State"sv};
constexpr std::array kVariableTypes = {"Number of Submitted Uncompleted Tasks"sv,
                                       "Number of Ready Tasks"sv};
constexpr std::array kEventTypes = {"program event type"sv};
constexpr std::array kLinkTypes = {"Intra-node data transfer"sv, "Intra-node data Fetch"sv,
                                   "Intra-node data PreFetch"sv, "Intra-node data IdleFetch"sv};
constexpr std::array kValues = {"FetchingInput"sv, "PushingOutput"sv};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_of_starpu(const Type& type) {
  switch (type.kind) {
    case TypeKind::container:
      return is_one_of(kContainerTypes, type.name.text);
    case TypeKind::state:
      return is_one_of(kStateTypes, type.name.text);
    case TypeKind::variable:
      return is_one_of(kVariableTypes, type.name.text);
    case TypeKind::event:
      return is_one_of(kEventTypes, type.name.text);
    case TypeKind::link:
      return is_one_of(kLinkTypes, type.name.text);
  }
  return false;
}

// One sign may be chance, two of one kind come from one hand.
bool was_written_by_starpu(const Trace& trace) {
  constexpr std::size_t kOfValues = 5;
  std::bitset<kOfValues + 1> signs;
  for (const Type& type : trace.types()) {
    if (is_of_starpu(type)) signs.set(static_cast<std::size_t>(type.kind));
  }
  for (const EntityValue& value : trace.values()) {
    if (is_one_of(kValues, value.name.text)) signs.set(kOfValues);
  }
  return signs.count() >= 2;
}

}  // namespace

std::string_view spelling(TimeUnit unit) {
  constexpr std::array kNames = {"s"sv, "ms"sv, "us"sv, "ns"sv};
  return kNames[static_cast<std::size_t>(unit)];
}

std::optional<TimeUnit> time_unit(std::string_view word) {
  for (const TimeUnit unit :
       {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds, TimeUnit::nanoseconds}) {
    if (word == spelling(unit)) return unit;
  }
  if (word == "µs") return TimeUnit::microseconds;
  return std::nullopt;
}

std::optional<TimeUnit> detect_time_unit(const Trace& trace) {
  if (was_written_by_starpu(trace)) return TimeUnit::milliseconds;
  return std::nullopt;
}

}  // namespace paje
