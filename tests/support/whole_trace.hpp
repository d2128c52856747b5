// All there is in a trace, as text: what two traces are compared by.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "paje/trace.hpp"

namespace paje::testing {

inline std::string whole_text(const Name& name) {
  return fmt::format("{}{}", name.quoted ? "quoted " : "", name.text);
}
inline uint64_t bits_of(double number) { return std::bit_cast<uint64_t>(number); }

inline std::string whole_text(const std::optional<Color>& color) {
  if (!color) return "none";
  return fmt::format("{} {} {} {}", color->red, color->green, color->blue, color->alpha);
}

inline std::string row_text(const Trace& trace, const Track& track, uint64_t row) {
  std::string text = fmt::format("  {:x} {:x}", bits_of(trace.starts(track.kind)[row]),
                                 bits_of(trace.ends(track.kind)[row]));
  if (track.kind == TypeKind::variable) {
    text += fmt::format(" {:x}", bits_of(trace.variables().value[row]));
  } else {
    text += ' ' + whole_text(trace[trace.values(track.kind)[row]].identifier);
  }
  if (track.kind == TypeKind::state) text += fmt::format(" {}", trace.states().depth[row]);
  if (track.kind == TypeKind::link) {
    text += fmt::format(" {} {} {}", trace.links().start_container[row].index,
                        trace.links().end_container[row].index, whole_text(trace.link_key(row)));
  }
  for (const auto word : trace.user_fields(track, row)) text += fmt::format(" word {}", word);
  for (const auto name : trace.user_field_names(track, row)) text += fmt::format(" in {}", name);
  return text + '\n';
}

// All there is in a trace. Values come in an order of their own, and only those that are defined or
// that objects have.
inline std::string whole_text(const Trace& trace, bool with_destroyed = true) {
  std::string text = trace.end_time() ? fmt::format("end {:x}\n", bits_of(*trace.end_time())) : "";
  for (const Type& type : trace.types()) {
    text +=
        fmt::format("type {} {} '{}' '{}' {} {} {} {}\n", spelling(type.kind), type.parent.index,
                    whole_text(type.name), whole_text(type.identifier), type.has_alias,
                    whole_text(type.color), type.start_type.index, type.end_type.index);
  }
  std::vector<std::string> values;
  std::vector<bool> is_used(trace.values().size());
  for (const TypeKind kind : {TypeKind::state, TypeKind::event, TypeKind::link}) {
    for (const ValueId id : trace.values(kind)) is_used[id.index] = true;
  }
  for (std::size_t i = 0; i < trace.values().size(); ++i) {
    const EntityValue& value = trace.values()[i];
    if (!value.defined && !is_used[i]) continue;
    values.push_back(fmt::format("value {} '{}' '{}' {} {}\n", value.type.index,
                                 whole_text(value.name), whole_text(value.identifier),
                                 whole_text(value.color), value.defined));
  }
  std::sort(values.begin(), values.end());
  for (const std::string& value : values) text += value;
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    const Container& container = trace.containers()[i];
    text += fmt::format("container {} {} '{}' '{}' {:x} {:x} {}", container.type.index,
                        container.parent.index, whole_text(container.name),
                        whole_text(container.identifier), bits_of(container.start),
                        bits_of(container.end), container.destroyed && with_destroyed);
    for (const auto word : trace.user_fields(ContainerId{i})) text += fmt::format(" {}", word);
    text += '\n';
  }
  for (const Track& track : trace.tracks()) {
    text += fmt::format("track {} {}\n", track.container.index, track.type.index);
    for (uint64_t row = track.first; row < track.last; ++row) text += row_text(trace, track, row);
  }
  return text;
}

}  // namespace paje::testing
