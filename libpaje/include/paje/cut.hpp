// Cuts a part of a trace into a trace of its own, and changes times and names.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "paje/export.hpp"
#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

/// What to keep of a trace, and how to change it. The default keeps everything unchanged.
///
/// Selected objects are kept if they overlap the interval [selection.start, selection.end] in more
/// than one instant, or have no length and lie in it. States, variables and containers that extend
/// beyond it are clipped, so that everything in force at its start is in force at the start of the
/// part. The depth of a state counts only kept states around it. Links are kept if both ends are in
/// the interval and in selected containers.
///
/// A container is kept if it is selected, exists in the interval, and has a selected type or a type
/// whose states, variables, events or links are selected. Containers that kept objects and
/// containers need are also kept: those of objects and link ends, and their ancestors. With
/// selection.types, other types are removed.
struct Cut {
  Selection selection;
  /// Keeps only states with fewer states around them.
  uint32_t max_nesting = UINT32_MAX;
  /// Patterns (matches_glob()) for the names or aliases of values: keeps only states, events and
  /// links with such a value; empty: all.
  std::vector<std::string> values{};
  /// Does not clip states that extend beyond the interval; the part is extended to contain them.
  bool whole = false;
  /// Also keeps links with one end outside the interval, which moves to its border (unless
  /// `whole`), or in a container that is not selected.
  bool cut_links = false;

  /// Every time becomes time * scale + shift; `scale` is above 0.
  double scale = 1;
  double shift = 0;

  /// Renames containers, types and values called `from`; aliases stay.
  struct Rename {
    std::string from;
    std::string to;
    std::string origin;  ///< where it was given, for error messages
  };
  std::vector<Rename> renames{};
  /// Replaces every name, alias, key and text of user-defined fields by a word without meaning:
  /// `container-1`, `value-1`, `key-1`, `alias-1` for types, `word-1`, and `field-1` for field
  /// names. More dashes are used if words of the trace start like that. Equal texts become equal
  /// words, but keys are numbered. Names of types, numbers in user-defined fields, and field names
  /// that denote a message size stay.
  bool anonymize = false;

  /// Whether the cut keeps the whole trace unchanged.
  [[nodiscard]] bool is_everything() const {
    return selection.is_everything() && max_nesting == UINT32_MAX && values.empty() && scale == 1 &&
           shift == 0 && renames.empty() && !anonymize;
  }
};

/// An invalid Cut, or one that leaves nothing. what() is for users.
class PAJE_EXPORT CutError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~CutError() override;
};

/// Returns the part. Throws SelectionError for names without a match in the trace, and CutError if
/// nothing is in the interval or a time becomes infinite. O(trace).
[[nodiscard]] PAJE_EXPORT Trace cut_trace(const Trace& trace, const Cut& cut);

}  // namespace paje
