// Definitions and events, spelled in one of the encodings, on their way to a file.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "paje/event.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

class EventOutput {
 public:
  EventOutput() = default;
  EventOutput(const EventOutput&) = delete;
  EventOutput& operator=(const EventOutput&) = delete;
  virtual ~EventOutput() = default;

  virtual void define(const EventDefinition& definition) = 0;
  /// One value for each field of the definition; of words, raw() is what text spells.
  virtual void write(const EventDefinition& definition, std::span<const FieldValue> fields) = 0;
  /// Gives everything to the sink; the last call.
  virtual void close() = 0;
};

using ByteSink = std::function<void(std::string_view)>;

std::unique_ptr<EventOutput> text_output(ByteSink sink);
std::unique_ptr<EventOutput> record_output(Encoding encoding, ByteSink sink);
/// Writes nothing.
std::unique_ptr<EventOutput> no_output();

}  // namespace paje::writing
