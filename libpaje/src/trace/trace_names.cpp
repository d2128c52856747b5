#include "trace/trace_names.hpp"

namespace paje {

TraceNames root_names() {
  TraceNames names;
  const uint32_t zero = names.strings.number_of(FieldValue::of_text("0", false));
  const Name name{names.strings.text(zero), false};
  names.types.push_back({.name = name, .identifier = name});
  names.containers.push_back({.type = kRootType, .name = name, .identifier = name});
  names.type_of_string.assign(zero + 1, 0);
  names.container_of_string.assign(zero + 1, 0);
  return names;
}

}  // namespace paje
