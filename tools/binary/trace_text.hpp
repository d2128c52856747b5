// Definitions and events as Pajé text: the same language that the library reads, in a form that
// the reference reads as well.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "paje/event.hpp"

namespace paje::tools {

/// Writes what comes as text, in pieces of whole lines.
class TraceText {
 public:
  using Output = std::function<void(std::string_view)>;

  /// `name` is the input's, for messages; what `output` throws passes through.
  TraceText(std::string name, Output output);

  void on_definition(const EventDefinition& definition);
  /// Throws BadTrace for a word that text cannot hold: no reader gives one.
  void on_event(const Event& event, uint64_t offset);
  /// Writes out what is left.
  void flush();
  /// Ends the text so that no reader takes it for whole: with a line that is not an event.
  void spoil(std::string_view why);

 private:
  void check_word(std::string_view word, uint64_t offset) const;

  std::string name_;
  Output output_;
  std::string text_;
};

}  // namespace paje::tools
