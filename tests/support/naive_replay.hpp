// A replay as one would write it first: event by event, with maps of strings. What the library's
// replay in pieces must agree with, objects and problems alike.
#pragma once

#include <string>
#include <vector>

#include "paje/read.hpp"

namespace paje::testing {

struct NaiveResult {
  std::vector<std::string> objects;   ///< a line for each, sorted
  std::vector<std::string> problems;  ///< `line rule`, in order
};

/// Replays leniently, as options say otherwise (on_problem is replaced).
NaiveResult replay_naively(const std::string& text, ReadOptions options);

/// The same result from the library.
NaiveResult replay_with_library(const std::string& text, ReadOptions options);
/// And from its streaming replay.
NaiveResult stream_with_library(const std::string& text, ReadOptions options);
/// The problems that its replay without objects finds.
std::vector<std::string> check_with_library(const std::string& text, ReadOptions options);

}  // namespace paje::testing
