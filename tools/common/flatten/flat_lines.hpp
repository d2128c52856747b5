// The events of a trace as lines of one file, whatever files they are in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/flatten/definition_union.hpp"
#include "paje/event.hpp"

namespace paje::tools {

class FlatLines {
 public:
  /// The lines of a definition, if it is to be there: one that defines the same as another is not,
  /// nor are those of events that name parts.
  std::optional<std::string> definition(const EventDefinition& definition);
  /// The line of an event with its newline, valid until the next call; nothing for events that do
  /// no more than name a part. Containers name no part any more. Lines of text stay as they are,
  /// except for ids that clash. Throws std::runtime_error for a word of a binary trace that text
  /// cannot hold.
  std::optional<std::string_view> event(const Event& event);

  DefinitionUnion& ids() { return ids_; }

 private:
  void append_line(const Event& event, int64_t id);
  void empty_part_name(const Event& event, const FieldValue& part);
  void append_spelled(const Event& event, int64_t id);

  DefinitionUnion ids_;
  std::string line_;
  std::vector<FieldValue> fields_;
};

}  // namespace paje::tools
