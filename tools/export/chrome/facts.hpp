// What a trace holds and Chrome's format has no place for, as a member `paje` of the file, which
// viewers pass over: the trees of types and containers with aliases, colours and times, values, and
// which track of the file stands for what.
#pragma once

#include <string>

#include "export/chrome/tracks.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// The member's value. Indices in it, and in arguments of events, are those of its arrays.
/// Times in it are in the trace's own unit.
std::string chrome_facts(const Trace& trace, const ChromeTracks& tracks, TimeUnit unit);

/// `"name":"..."`, and after it `"name_bytes":"..."`, in hexadecimal digits, of a word that is no
/// UTF-8.
void append_word(std::string& text, std::string_view member, std::string_view word);

/// A user-defined field, which comes as written in the trace.
std::string_view without_quotes(std::string_view word);

}  // namespace paje::tools
