// The definitions, types and operations of an imported trace as events of Pajé.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "paje/read.hpp"

namespace paje::exchange {

/// Each type and container has an alias that sorts by its rank.
class OperationEvents {
 public:
  explicit OperationEvents(const ImportedTrace& trace);

  /// Delivers what comes before the operations. To be called once, first.
  void begin(EventVisitor& output);
  /// Whether the definition of an operation's event was delivered. Events with fields of the user
  /// have definitions of their own, which define() delivers before the first event.
  [[nodiscard]] bool is_defined(const Operation& operation) const;
  void define(const Operation& operation, EventVisitor& output);

  /// Delivers the events of operations that are defined, to one visitor. Several may do so at once.
  class Writer {
   public:
    Writer(const OperationEvents& events, EventVisitor& output)
        : events_(events), trace_(events.trace_), output_(output) {}
    void write(const Operation& operation);

   private:
    void write_half_link(const Operation& operation, const FieldValue& type,
                         const FieldValue& container);
    void write_event(EventKind kind, std::initializer_list<FieldValue> fields, FieldsIndex more);

    const OperationEvents& events_;
    const ImportedTrace& trace_;
    EventVisitor& output_;
    std::vector<FieldValue> values_;  // of the event that is written
  };

  [[nodiscard]] const std::vector<std::string>& types() const { return types_; }
  [[nodiscard]] const std::vector<std::string>& containers() const { return containers_; }
  /// The ids of the definitions of kinds of events.
  [[nodiscard]] const std::array<std::size_t, kEventKinds>& ids() const { return ids_; }

 private:
  // The kind of event that an operation makes, and which fields of the user it has.
  using Variant = std::pair<EventKind, ShapeIndex>;

  void add(EventKind kind, const std::vector<FieldName>& names, EventVisitor& output);
  void deliver(EventDefinition definition, EventVisitor& output);
  std::size_t define_variant(EventKind kind, const std::vector<FieldDefinition>& added,
                             EventVisitor& output);
  void write_type(std::size_t index, EventVisitor& output);
  void write_definition(EventKind kind, std::vector<FieldValue> fields,
                        const std::optional<Color>& color, EventVisitor& output);
  [[nodiscard]] Variant variant_of(const Operation& operation) const;
  [[nodiscard]] const EventDefinition& definition(EventKind kind) const {
    return definitions_[ids_[static_cast<std::size_t>(kind)]];
  }

  const ImportedTrace& trace_;
  const std::vector<std::string> types_;       // aliases
  const std::vector<std::string> containers_;  // the same
  std::deque<EventDefinition> definitions_;    // they stay where they are
  std::array<std::size_t, kEventKinds> ids_{};
  std::map<EventKind, std::size_t> colored_;  // definitions
  std::map<Variant, std::size_t> variants_;   // the same
};

}  // namespace paje::exchange
