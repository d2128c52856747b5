// One pass over the events of a trace, without a replay: how many of each kind there are, whether
// their times ascend, and which words are not of the type that their field was declared.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/read.hpp"
#include "validate/problem_list.hpp"

namespace paje::tools {

struct EventSurvey {
  /// An event whose time is earlier than that of an event before it.
  struct Backward {
    std::string file;  ///< empty: that of the trace itself
    uint64_t line = 0;
    double time = 0;
    double after = 0;  ///< the latest time before it
  };

  std::array<uint64_t, kEventKinds> by_kind{};
  std::vector<uint64_t> by_definition;  ///< in the order of Trace::event_definitions()
  uint64_t timed = 0;                   ///< events that have a time
  uint64_t backward = 0;
  std::optional<Backward> first_backward;
  std::vector<Diagnostic> misfits;  ///< the first words not of their field's declared type
  uint64_t misfit_count = 0;        ///< of all such words
};

/// How many words of an event are not of the type that their fields were declared. Adds at most
/// `room` of them, without file and line.
uint64_t find_misfits(const Event& event, std::size_t room, std::vector<Diagnostic>& found);

/// Those of a survey, as warnings.
void add_misfits(const EventSurvey& survey, ProblemList& warnings);

/// Reads the input; keeps at most `most` misfits. Other problems are passed over: the replay
/// reports them. Throws std::system_error if the trace cannot be read.
EventSurvey survey_events(const Input& input, const ReadOptions& options, uint64_t most);

}  // namespace paje::tools
