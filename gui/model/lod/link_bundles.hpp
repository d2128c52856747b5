// Links as arrows at every zoom: each by itself while they are few, bundled when they are many. A
// bundle is the links between the same two containers that start in the same slice of time; if
// links have few values, each has bundles of its own, so that it can be hidden.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "model/time/time_axis.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

struct LinkBundle {
  static constexpr uint64_t kNone = UINT64_MAX;
  double start = 0;  ///< of the only link, or the mean
  double end = 0;
  ContainerId from;
  ContainerId to;
  uint32_t count = 0;
  ValueId value;         ///< of all of its links; invalid if they have several
  uint64_t row = kNone;  ///< of the only link, in the trace's columns
};

class LinkBundles {
 public:
  LinkBundles() = default;
  /// Of all links of a trace within `run`, on all cores; no span that is looked at is longer than
  /// `longest`. O(links log links). Throws what `check` throws, which is called now and then.
  LinkBundles(const Trace& trace, TimeSpan run, const std::function<void()>& check = {},
              double longest = std::numeric_limits<double>::infinity());

  /// What overlaps `span`, of the finest level with at most `most` of them. Slices are never longer
  /// than a 300th of the span, so that a bundle is not taken for links of one time; if even then
  /// there are too many, the strongest are shown. Links of `hidden` values are left out.
  [[nodiscard]] std::vector<LinkBundle> shown(TimeSpan span, std::size_t most,
                                              const std::vector<bool>& hidden = {}) const;
  /// How many links overlap `span`, each bundle of the coarsest level counted as a whole.
  [[nodiscard]] uint64_t count_in(TimeSpan span, const std::vector<bool>& hidden = {}) const;
  /// The link of a bundle that starts nearest to its mean. O(links of its slice).
  [[nodiscard]] uint64_t row_of(const LinkBundle& bundle) const;
  /// Those that links have, ascending.
  [[nodiscard]] const std::vector<ValueId>& values() const { return values_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Level {
    std::vector<LinkBundle> bundles;    // by start
    std::vector<double> greatest_ends;  // of blocks of bundles
    double slice = 0;                   // seconds
  };
  static constexpr std::size_t kBlock = 64;
  static constexpr double kLeastSlices = 300;  // of a span that is shown
  // With more, bundles of one value would be as many as links.
  static constexpr std::size_t kFewValues = 16;
  static Level level_of(std::vector<LinkBundle> bundles);  // ordered by start
  /// Nothing if it has more than half as many bundles, by an estimate, unless it is needed.
  [[nodiscard]] std::optional<Level> coarser(const Level& fine, double start, double slice,
                                             bool is_needed) const;
  [[nodiscard]] bool are_by_value() const { return values_.size() <= kFewValues; }
  [[nodiscard]] bool has_hidden(const std::vector<bool>& hidden) const;
  /// Whether nothing coarser may be looked at: bundles of several values cannot be hidden in part.
  [[nodiscard]] bool is_last(const Level& level, bool has_hidden) const {
    return &level == &levels_.back() || (has_hidden && !are_by_value());
  }
  template <class Add>
  static void visit(const Level& level, TimeSpan span, Add&& add);

  std::vector<Level> levels_;  // the links themselves first
  std::vector<ValueId> values_;
};

}  // namespace paje::gui
