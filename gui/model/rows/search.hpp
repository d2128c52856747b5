// Finding containers and objects: by a name or a part of it, a pattern, a regular expression, a
// length of time, or a user-defined field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

struct Found {
  std::string what;   ///< container, state, event, link
  std::string label;  ///< the name, and where
  ContainerId container;
  std::optional<ObjectRef> object;
  std::string name = {};    ///< of its value; empty for a container
  std::string length = {};  ///< how long it is; empty for a container or an event
  std::string path = {};    ///< where it is, in full
  std::string place = {};   ///< the same as short as can be
  std::string time = {};    ///< its start, with all digits, and without what all have in common
  std::string when = {};    ///< from when to when
};

struct SearchResult {
  /// Containers first, then objects by their starts; at most as many as were asked for.
  std::vector<Found> found;
  uint64_t count = 0;         ///< of all there are
  std::vector<double> times;  ///< starts of the objects, ascending: of as many as are kept
  std::string problem;        ///< what is wrong with the question, in words for people
  std::string where;          ///< what was searched, if it was not all
};

/// What a question means:
///   `recv`, `rank-1*`     names of containers, values, and keys of links
///   `/^PMPI_I?send$/`     the same by a regular expression (ECMAScript)
///   `> 10 ms`, `<= 5us`   states and links that last that long; a name may come before
///   `Tag=7`, `Tag=7*`     objects with such a user-defined field
/// At most `most` things are listed. O(containers + objects). Throws what `check` throws, which is
/// called now and then.
SearchResult search(const TraceModel& run, const std::string& question, std::size_t most,
                    const std::function<void()>& check = {});

}  // namespace paje::gui
