// A trace prepared for display: bands for each container, bundles of links, the minimap.
// Immutable and shared; made by a worker, read by everybody.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/lod/bands.hpp"
#include "model/lod/columns.hpp"
#include "model/lod/link_bundles.hpp"
#include "model/palette.hpp"
#include "model/parts/run_outline.hpp"
#include "model/parts/run_part.hpp"
#include "model/time/time_axis.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// What one container shows below its name: the bands of one type.
struct TrackBands {
  TypeKind kind = TypeKind::state;
  TypeId type;
  uint32_t first = 0;  ///< into states(), events() or variables()
  uint32_t count = 0;  ///< bands: depths of states, else 1
};

/// How a trace is shown, whatever is in it.
struct ShowOptions {
  std::optional<TimeUnit>
      unit;                  ///< of its times; empty: the one its writer is known for, else seconds
  bool safe_colors = false;  ///< not the trace's own, but those the colour-blind can distinguish
  std::string size_field;    ///< holds the bytes of links; empty: one of the usual ones
  bool is_coarse = false;    ///< its objects stand for others (coarse_trace()): none can be found
};

class TraceModel {
 public:
  /// O(objects). `name` is what the trace is called. Throws TimeError if its times cannot be
  /// measured, std::invalid_argument if no link has the size field that is asked for, and what
  /// `check` throws, which is called now and then, on any thread.
  TraceModel(Trace trace, std::string name, const std::function<void()>& check = {},
             const ShowOptions& show = {});
  /// What a run looks like from afar: `trace` has objects that stand for others, `outline` says
  /// what there is in truth.
  TraceModel(Trace trace, std::string name, const std::function<void()>& check,
             const ShowOptions& show, RunOutlinePointer outline);
  /// A part of a run, shown as the whole is: what is not of the part is as in `coarse`.
  TraceModel(Trace trace, const TraceModel& coarse, RunPart part,
             const std::function<void()>& check);

  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] TimeSpan span() const { return span_; }
  /// Whether it only looks like the trace, from afar.
  [[nodiscard]] bool is_coarse() const { return is_coarse_; }
  /// Of a run that is not in memory: what there is of it; null where all is.
  [[nodiscard]] const RunOutlinePointer& outline() const { return outline_; }
  /// What is in memory of such a run, if it is not coarse.
  [[nodiscard]] const RunPart& part() const { return part_; }
  /// Whether all objects of a part of the run are in memory.
  [[nodiscard]] bool covers(const RunPart& part) const {
    return !outline_ || (!is_coarse_ && part_.covers(part));
  }
  /// What its times count in. Nothing but words depends on it.
  [[nodiscard]] TimeUnit unit() const { return unit_; }
  /// The greatest power of ten up to 1 that all times are multiples of, as far as a sample shows:
  /// no time of the trace lies between.
  [[nodiscard]] double resolution() const { return resolution_; }
  /// Rounded to few digits: at least as many as the times of the trace have, and enough that the
  /// rounding is invisible where the span is shown. Times with only a few digits more stay.
  [[nodiscard]] TimeSpan rounded(TimeSpan span) const;
  /// The user-defined field of links that holds their bytes; empty: one of the usual ones.
  [[nodiscard]] const std::string& size_field() const { return size_field_; }
  /// Colours as the trace has them, or safe ones.
  [[nodiscard]] const Palette& palette() const { return palette_; }

  [[nodiscard]] std::span<const TrackBands> tracks(ContainerId container) const;
  [[nodiscard]] const StateBand& state_band(uint32_t i) const { return states_[i]; }
  [[nodiscard]] const EventBand& event_band(uint32_t i) const { return events_[i]; }
  [[nodiscard]] const VariableBand& variable_band(uint32_t i) const { return variables_[i]; }
  [[nodiscard]] uint32_t variable_bands() const { return static_cast<uint32_t>(variables_.size()); }
  [[nodiscard]] bool has_states() const { return !states_.empty(); }
  [[nodiscard]] std::span<const StateBand> states() const { return states_; }
  [[nodiscard]] const LinkBundles& links() const { return links_; }

  /// Of all variables of a type together: the scale they share.
  [[nodiscard]] VariableSummary scale_of(TypeId type) const;
  /// The mean over all containers of what they are in, outermost, over the whole run.
  [[nodiscard]] const ShareColumns& minimap() const { return minimap_; }
  static constexpr std::size_t kMinimapWidth = 512;

  /// Memory that all this takes next to the trace.
  [[nodiscard]] std::size_t bytes() const;

 private:
  void make_tracks(const std::function<void()>& check);
  struct MadeBands;
  [[nodiscard]] MadeBands bands_of(const Track& track) const;
  [[nodiscard]] std::vector<OutlineTrack> shapes() const;
  void fill_up(const OutlineTrack& shape, MadeBands& bands) const;
  void add_track(const OutlineTrack& shape, MadeBands& bands);
  void make_minimap(const std::function<void()>& check);

  Trace trace_;
  std::string name_;
  TimeUnit unit_;
  std::string size_field_;
  bool is_coarse_;
  RunOutlinePointer outline_;
  RunPart part_;
  TimeSpan span_;
  double resolution_;
  Palette palette_;
  std::vector<TrackBands> tracks_;
  std::vector<uint32_t> track_begins_;  // of each container; one more at the end
  std::vector<StateBand> states_;
  std::vector<EventBand> events_;
  std::vector<VariableBand> variables_;
  std::vector<VariableSummary> scales_;  // by type
  LinkBundles links_;
  ShareColumns minimap_;
};

using TraceModelPointer = std::shared_ptr<const TraceModel>;

/// What TraceModel::resolution() says. 0 if times have more digits than a double holds.
double resolution_of(const Trace& trace);

/// From the first start to the last end of the containers below the root and of all objects.
TimeSpan span_of(const Trace& trace);

}  // namespace paje::gui
