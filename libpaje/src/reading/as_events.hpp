// Inputs of all formats as events.
#pragma once

#include <optional>

#include "input/byte_stream.hpp"
#include "paje/diagnostic.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// The input; of one in another format the events that are made of it.
Input as_events(const Input& input, const ReadOptions& options);

/// A file as it is before anybody looks at it; nothing if the input is none.
[[nodiscard]] std::optional<FileMark> mark_of(const Input& input);

/// What `read()` gives. A file is opened twice: to recognise it, then to read it. If another
/// program cuts it in between, this throws as for a later cut; what is left might look damaged, or
/// whole.
template <class Read>
auto read_watched(const Input& input, Read&& read) {
  const std::optional<FileMark> mark = mark_of(input);
  try {
    auto result = read();
    if (mark) mark->check();
    return result;
  } catch (const TraceError&) {
    if (mark) mark->check();
    throw;
  }
}

}  // namespace paje
