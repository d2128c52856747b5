// A binary trace, read to its end: what the library's decoder needs around it.
#pragma once

#include <cstdint>
#include <string>

#include "decoder.hpp"
#include "paje/read.hpp"

namespace paje::tools {

/// Hands the definitions and events of a binary trace to `sink`, in order. `-` is standard input.
/// Throws BadTrace for a damaged file after everything whole before it, and std::system_error.
/// Calls `on_progress`, if there is one, now and then. Memory grows with definitions and words
/// only.
void decode_file(const std::string& path, unsigned threads, rastro::EventSink& sink,
                 const std::function<void(const ReadProgress&)>& on_progress);

}  // namespace paje::tools
