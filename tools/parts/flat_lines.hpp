// The events of a trace as lines of one file, whatever files they stand in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "paje/event.hpp"
#include "parts/definition_union.hpp"

namespace paje::tools {

class FlatLines {
 public:
  /// The lines of a definition, if it is to be there: one that defines the same as another is not,
  /// nor are those of events that name parts.
  std::optional<std::string> definition(const EventDefinition& definition);
  /// The line of an event without its newline, valid until the next call; nothing for events that
  /// do no more than name a part. Containers name no part any more.
  std::optional<std::string_view> event(const Event& event);

  DefinitionUnion& ids() { return ids_; }

 private:
  std::string_view without_part(const Event& event, const FieldValue& part, std::string_view line);

  DefinitionUnion ids_;
  std::string kept_;
};

}  // namespace paje::tools
