// Types, containers and values of a finished trace, and their identifiers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/string_pool.hpp"
#include "paje/trace.hpp"
#include "trace/user_fields.hpp"

namespace paje {

struct TraceNames {
  std::vector<Type> types;
  std::vector<Container> containers;
  std::vector<EntityValue> values;
  UserFields user_fields;  ///< of containers' creations, if kept
  std::vector<UserFields::Reference> user_fields_of_containers;  ///< up to the last with some
  StringPool strings;                                            ///< holds the text of all names
  /// The index of what each string identifies, or kNone. Strings after the end identify nothing.
  std::vector<uint32_t> type_of_string, container_of_string;

  /// What of user_fields a container has.
  [[nodiscard]] UserFields::Reference user_fields_of(ContainerId id) const {
    return id.index < user_fields_of_containers.size() ? user_fields_of_containers[id.index]
                                                       : UserFields::kNone;
  }
  /// Invalid if there is none.
  [[nodiscard]] TypeId find_type(std::string_view identifier) const {
    return {find_in(type_of_string, identifier)};
  }
  [[nodiscard]] ContainerId find_container(std::string_view identifier) const {
    return {find_in(container_of_string, identifier)};
  }

 private:
  [[nodiscard]] uint32_t find_in(const std::vector<uint32_t>& map,
                                 std::string_view identifier) const {
    const auto string = strings.find(identifier);
    return string && *string < map.size() ? map[*string] : TypeId::kNone;
  }
};

/// Those of a trace of the root container alone.
[[nodiscard]] TraceNames root_names();

}  // namespace paje
