// Definitions and events as lines of Pajé text, in a form that the reference reads as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paje/event.hpp"

namespace paje {

/// Whether a word has to be in quotes to be read as that word.
bool needs_quotes(std::string_view word);
/// Whether text can hold the word at all: nothing inside quotes stands for a quote or a newline.
bool has_spelling(std::string_view word);

/// Appends a definition under an id of its own or another.
void append_definition(std::string& text, const EventDefinition& definition, int64_t id);

/// Appends the line of an event, its newline included, numbers in their shortest spelling. If one
/// of its words has no spelling, appends nothing and returns that word.
std::optional<std::string_view> append_event(std::string& text, const Event& event, int64_t id);

}  // namespace paje
