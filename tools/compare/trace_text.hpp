// Text of the Pajé traces that a comparison writes.
#pragma once

#include <string>
#include <string_view>

#include "paje/trace.hpp"

namespace paje::tools {

/// Numbers of the event definitions of trace_header().
enum class TraceEvent : int {
  define_container_type,
  define_state_type,
  define_variable_type,
  define_link_type,
  define_value,
  create_container,
  push_state,
  push_state_of_run,  ///< with the times that the state has in its own run
  pop_state,
  set_variable,
  start_link,
  end_link,
};

/// The definitions of all of them, below a line of comment.
std::string trace_header(std::string_view comment);

/// An event line of words that are as they are.
template <class... Words>
std::string trace_line(TraceEvent event, const Words&... words);

/// A name as a word of a trace: in quotes, except for one with quotes inside, which needs none.
std::string word(std::string_view name);
/// Nine digits after the point.
std::string trace_time(double time);
/// `"0.1 0.2 0.3"`
std::string color_word(const Color& color);

template <class... Words>
std::string trace_line(TraceEvent event, const Words&... words) {
  std::string line = std::to_string(static_cast<int>(event));
  ((line += ' ', line += words), ...);
  line += '\n';
  return line;
}

}  // namespace paje::tools
