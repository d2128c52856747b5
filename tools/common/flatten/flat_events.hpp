// The events of a trace as those of one file, whatever files they are in, on their way to another
// visitor: definitions that say the same are one, ids do not clash, and nothing names a part.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "common/flatten/definition_union.hpp"
#include "paje/read.hpp"

namespace paje::tools {

class FlatEvents final : public EventVisitor {
 public:
  explicit FlatEvents(EventVisitor& next) : next_(next) {}

  /// Definitions that are handed on live as long as this.
  void on_definition(const EventDefinition& definition) override;
  void on_event(const Event& event) override;

 private:
  const EventDefinition* flat(const EventDefinition* definition);

  EventVisitor& next_;
  DefinitionUnion ids_;
  std::unordered_map<int64_t, std::unique_ptr<EventDefinition>> by_id_;
  std::unordered_map<const EventDefinition*, const EventDefinition*> flat_;
  // Some of these, quicker to find: by bits of their addresses.
  struct Recent {
    const EventDefinition* definition = nullptr;
    const EventDefinition* flat = nullptr;
  };
  std::array<Recent, 64> recent_{};
  std::vector<FieldValue> fields_;
};

}  // namespace paje::tools
