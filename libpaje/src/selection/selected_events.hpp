// What a Selection means for events that are read one by one, without the objects that they make.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "paje/read.hpp"
#include "selection/object_filter.hpp"
#include "trace/trace_names.hpp"

namespace paje {

/// Passes on the events that are selected. Those that define, create or destroy something, and
/// those that name parts, always are. Memory grows with types and containers.
class SelectedEvents final : public EventVisitor {
 public:
  SelectedEvents(const Selection& selection, EventVisitor& target);

  void on_definition(const EventDefinition& definition) override {
    target_.on_definition(definition);
  }
  void on_event(const Event& event) override;
  /// To be called after the last event. Throws SelectionError for what no type or container is
  /// like, unless the selection allows it.
  void check() const;

 private:
  void define_type(const Event& event, TypeKind kind);
  void create_container(const Event& event);
  [[nodiscard]] bool is_selected(const Event& event);
  [[nodiscard]] bool is_in_container(const Event& event, FieldName field);
  [[nodiscard]] TypeId type_in(const Event& event, FieldName field);
  [[nodiscard]] ContainerId container_in(const Event& event, FieldName field);
  [[nodiscard]] Name name_in(const Event& event, FieldName field);

  ObjectFilter filter_;
  EventVisitor& target_;
  TraceNames names_ = root_names();
  std::unordered_map<uint32_t, TypeId> types_;  // by the number of what identifies them
  std::unordered_map<uint32_t, ContainerId> containers_;
};

}  // namespace paje
