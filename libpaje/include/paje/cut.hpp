// A part of a trace as a trace of its own, and traces whose times and names are other ones.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "paje/export.hpp"
#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

/// What is kept of a trace, and how that is changed. The default keeps all as it is.
///
/// Kept are the selected objects that share more than one moment with the window [selection.start,
/// selection.end], and those within it that last no time. States, values of variables and
/// containers that go on outside are clipped to it, so that what is in force when it begins is in
/// force when the part does. States are as deep as those around them that are kept. Links are kept
/// if both ends lie in the window, in containers that are selected.
///
/// Containers are kept that are selected and exist in the window, of types that are selected or
/// whose states, variables, events or links are; and whatever kept objects and containers need: the
/// containers of objects, of the ends of links, and those above. With selection.types, other types
/// are left out.
struct Cut {
  Selection selection;
  /// Only states with fewer others around them.
  uint32_t max_nesting = UINT32_MAX;
  /// Patterns (matches_glob()) of values, for their names or aliases: only states, events and links
  /// that have one; empty: all.
  std::vector<std::string> values;
  /// States that go on outside of the window are not clipped; the part lasts as long as they do.
  bool whole = false;
  /// Links are kept, too, with one end outside of the window, which moves to its border (not if
  /// `whole`), or in another container.
  bool cut_links = false;

  /// Every time is multiplied by `scale`, which is above 0, then `shift` is added.
  double scale = 1;
  double shift = 0;

  /// Containers, types and values called `from` are called `to`; their aliases stay.
  struct Rename {
    std::string from;
    std::string to;
    std::string origin;  ///< where messages say it comes from
  };
  std::vector<Rename> renames;
  /// Every name, alias, key and text of user-defined fields becomes another one that shows nothing:
  /// `container-1`, `value-1`, `key-1`, `alias-1` for types, `word-1`, and `field-1` for names of
  /// fields; with as many dashes as make sure that no word of the trace begins so. The same text
  /// becomes the same word, but keys are numbered. Names of types, numbers in user-defined fields,
  /// and fields that are called like the size of a message stay.
  bool anonymize = false;

  /// Whether the part is all of the trace as it is.
  [[nodiscard]] bool is_everything() const {
    return selection.is_everything() && max_nesting == UINT32_MAX && values.empty() && scale == 1 &&
           shift == 0 && renames.empty() && !anonymize;
  }
};

/// A Cut that is wrong or leaves nothing. what() is for people.
class PAJE_EXPORT CutError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~CutError() override;
};

/// The part of a trace. Throws SelectionError for names that nothing in the trace has, CutError for
/// a window without any of it and for times that become infinite. O(trace).
[[nodiscard]] PAJE_EXPORT Trace cut_trace(const Trace& trace, const Cut& cut);

}  // namespace paje
