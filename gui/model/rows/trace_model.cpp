#include "model/rows/trace_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "model/lod/mean_columns.hpp"
#include "model/parallel.hpp"
#include "paje/measured_time.hpp"
#include "paje/user_columns.hpp"

namespace paje::gui {

namespace {

struct Bounds {
  double start = std::numeric_limits<double>::infinity();
  double end = -std::numeric_limits<double>::infinity();
  // In either order.
  void add(double from, double to) {
    for (const double time : {from, to}) {
      if (!std::isfinite(time)) continue;
      start = std::min(start, time);
      end = std::max(end, time);
    }
  }
};

// Rows of a track are in the order of their starts, so the first has the earliest.
void add_track(const Trace& trace, const Track& track, Bounds& bounds) {
  switch (track.kind) {
    case TypeKind::state:
      bounds.add(trace.states().start[track.first], trace.states().start[track.last - 1]);
      break;
    case TypeKind::variable:
      bounds.add(trace.variables().start[track.first], trace.variables().end[track.last - 1]);
      break;
    case TypeKind::event:
      bounds.add(trace.events().time[track.first], trace.events().time[track.last - 1]);
      break;
    case TypeKind::link:
      for (uint64_t row = track.first; row < track.last; ++row) {
        bounds.add(trace.links().start[row], trace.links().end[row]);
      }
      break;
    case TypeKind::container:
      break;
  }
}

}  // namespace

TimeSpan span_of(const Trace& trace) {
  Bounds bounds;
  for (const Track& track : trace.tracks()) add_track(trace, track, bounds);
  for (std::size_t i = 1; i < trace.containers().size(); ++i) {
    const Container& container = trace.containers()[i];
    bounds.add(container.start, container.end);
  }
  // Events may go on after all objects.
  if (trace.end_time() && *trace.end_time() > bounds.end) bounds.end = *trace.end_time();
  if (!(bounds.end >= bounds.start)) return {0, 0};
  return {bounds.start, bounds.end};
}

namespace {

// Whether a time is a multiple of 10^-digits, as far as a double can say.
bool has_digits(double time, int digits) {
  const double scaled = time * std::pow(10.0, digits);
  if (std::abs(scaled) > 4e15) return true;  // beyond what a double holds
  const double off = std::abs(scaled - std::round(scaled));
  // So little is rounding: the last bits of a time, or a few more if it was computed.
  const double size = std::abs(scaled);
  return off <= std::max(size * 4e-16, std::min(1e-9, size * 1e-14));
}

}  // namespace

double resolution_of(const Trace& trace) {
  constexpr int kMostDigits = 15;
  constexpr uint64_t kSample = 4000;
  int digits = 0;
  const auto look = [&](std::span<const double> times) {
    const uint64_t step = times.size() / kSample + 1;
    for (uint64_t i = 0; i < times.size() && digits < kMostDigits; i += step) {
      if (!std::isfinite(times[i])) continue;
      while (digits < kMostDigits && !has_digits(times[i], digits)) ++digits;
    }
  };
  look(trace.states().start);
  look(trace.states().end);
  look(trace.events().time);
  look(trace.variables().start);
  look(trace.links().start);
  look(trace.links().end);
  return digits < kMostDigits ? std::pow(10.0, -digits) : 0;
}

namespace {

double with_digits(double time, int digits) {
  // Divided by a whole number, so that the result is the double that its digits mean.
  const double scale = std::pow(10.0, digits);
  const double whole = std::round(time * scale);
  return std::abs(whole) < 4e15 ? whole / scale : time;
}

// Rounded to that many digits, unless the time has only a few more, as a typed one has. `magnitude`
// is that of the times it was computed from.
double nearby(double time, int digits, double magnitude) {
  constexpr double kMostWhole = 1e12;  // from there on, any time has such digits
  const double noise = 4 * std::numeric_limits<double>::epsilon() * magnitude;
  for (int more = 0; more <= 12; ++more) {
    if (magnitude * std::pow(10.0, digits + more) > kMostWhole) break;
    const double near = with_digits(time, digits + more);
    if (std::abs(near - time) <= noise) return near;
  }
  return with_digits(time, digits);
}

}  // namespace

TimeSpan TraceModel::rounded(TimeSpan span) const {
  constexpr double kParts = 1e4;  // of what is shown: each is less than a pixel
  if (resolution_ <= 0) return span;
  auto digits = static_cast<int>(-std::lround(std::log10(resolution_)));
  if (span.length() > 0) {
    digits = std::max(digits, static_cast<int>(std::ceil(-std::log10(span.length() / kParts))));
  }
  const double magnitude = std::max(
      {std::abs(span_.start), std::abs(span_.end), std::abs(span.start), std::abs(span.end)});
  return {nearby(span.start, digits, magnitude), nearby(span.end, digits, magnitude)};
}

TraceModel::TraceModel(Trace trace, std::string name, const std::function<void()>& check,
                       const ShowOptions& show)
    : trace_(std::move(trace)),
      name_(std::move(name)),
      unit_(show.unit ? *show.unit : detect_time_unit(trace_).value_or(TimeUnit::seconds)),
      size_field_(show.size_field),
      is_coarse_(show.is_coarse),
      span_(span_of(trace_)),
      resolution_(resolution_of(trace_)),
      palette_(trace_, show.safe_colors) {
  check_measured(trace_, name_);
  if (!size_field_.empty()) (void)UserColumns(trace_, TypeKind::link, size_field_);
  make_tracks(check);
  links_ = LinkBundles(trace_, span_, check);
  make_minimap(check);
}

TraceModel::TraceModel(Trace trace, std::string name, const std::function<void()>& check,
                       const ShowOptions& show, RunOutlinePointer outline)
    : trace_(std::move(trace)),
      name_(std::move(name)),
      unit_(show.unit ? *show.unit : detect_time_unit(trace_).value_or(TimeUnit::seconds)),
      size_field_(show.size_field),
      is_coarse_(true),
      outline_(std::move(outline)),
      span_(outline_->span),
      resolution_(0),
      palette_(trace_, show.safe_colors) {
  check_measured(trace_, name_);
  make_tracks(check);
  make_minimap(check);
}

TraceModel::TraceModel(Trace trace, const TraceModel& coarse, RunPart part,
                       const std::function<void()>& check)
    : trace_(std::move(trace)),
      name_(coarse.name_),
      unit_(coarse.unit_),
      size_field_(coarse.size_field_),
      is_coarse_(false),
      outline_(coarse.outline_),
      part_(std::move(part)),
      span_(coarse.span_),
      resolution_(resolution_of(trace_)),
      palette_(coarse.palette_),
      minimap_(coarse.minimap_) {
  make_tracks(check);
  links_ = LinkBundles(trace_, span_, check, part_.window.length());
}

struct TraceModel::MadeBands {
  std::vector<StateBand> states;
  std::optional<EventBand> events;
  std::optional<VariableBand> variable;
};

TraceModel::MadeBands TraceModel::bands_of(const Track& track) const {
  MadeBands bands;
  if (track.kind == TypeKind::state && track.size() > 0) bands.states = state_bands(trace_, track);
  if (track.kind == TypeKind::event) bands.events.emplace(trace_, track);
  if (track.kind == TypeKind::variable) bands.variable.emplace(trace_, track);
  return bands;
}

// Of the whole run if it is known, else of what is in memory. By container, then type.
std::vector<OutlineTrack> TraceModel::shapes() const {
  if (outline_) return outline_->tracks;
  std::vector<OutlineTrack> shapes;
  for (const Track& track : trace_.tracks()) {
    if (track.kind == TypeKind::link) continue;
    shapes.push_back({track.container, track.type, track.kind, 0, track.size(), {}});
  }
  return shapes;
}

// With a band for each depth that the run has, whatever is in memory.
void TraceModel::fill_up(const OutlineTrack& shape, MadeBands& bands) const {
  if (!outline_ || shape.kind != TypeKind::state) return;
  std::vector<StateBand> all;
  std::size_t next = 0;
  for (uint32_t depth = 0; depth < shape.bands || next < bands.states.size(); ++depth) {
    if (next < bands.states.size() && bands.states[next].depth() == depth) {
      all.push_back(std::move(bands.states[next++]));
    } else {
      all.emplace_back(trace_, Track{shape.container, shape.type, shape.kind, 0, 0}, depth,
                       std::vector<uint32_t>());
    }
  }
  bands.states = std::move(all);
}

void TraceModel::make_tracks(const std::function<void()>& check) {
  scales_.resize(trace_.types().size());
  const std::vector<OutlineTrack> tracks = shapes();
  std::vector<MadeBands> bands(tracks.size());
  for_each_parallel(tracks.size(), [&](std::size_t i) {
    if (check) check();
    bands[i] = bands_of(trace_.track(tracks[i].container, tracks[i].type));
    fill_up(tracks[i], bands[i]);
  });
  std::size_t next = 0;
  for (uint32_t id = 0; id < trace_.containers().size(); ++id) {
    track_begins_.push_back(static_cast<uint32_t>(tracks_.size()));
    for (; next < tracks.size() && tracks[next].container.index == id; ++next) {
      add_track(tracks[next], bands[next]);
    }
    // States above events above variables, whatever their types are called.
    std::stable_sort(tracks_.begin() + track_begins_.back(), tracks_.end(),
                     [](const TrackBands& a, const TrackBands& b) {
                       const auto place = [](TypeKind kind) {
                         return kind == TypeKind::state ? 0 : kind == TypeKind::event ? 1 : 2;
                       };
                       return place(a.kind) < place(b.kind);
                     });
  }
  track_begins_.push_back(static_cast<uint32_t>(tracks_.size()));
}

void TraceModel::add_track(const OutlineTrack& track, MadeBands& bands) {
  if (track.kind == TypeKind::state) {
    tracks_.push_back({track.kind, track.type, static_cast<uint32_t>(states_.size()),
                       static_cast<uint32_t>(bands.states.size())});
    if (states_.empty()) {
      states_ = std::move(bands.states);
    } else {
      std::move(bands.states.begin(), bands.states.end(), std::back_inserter(states_));
    }
    bands.states = {};  // there may be a band for each state
  } else if (bands.events) {
    tracks_.push_back({track.kind, track.type, static_cast<uint32_t>(events_.size()), 1});
    events_.push_back(std::move(*bands.events));
  } else if (bands.variable) {
    tracks_.push_back({track.kind, track.type, static_cast<uint32_t>(variables_.size()), 1});
    variables_.push_back(std::move(*bands.variable));
    if (outline_ && !track.variable.empty()) variables_.back().set_whole(track.variable);
    scales_[track.type.index].add(variables_.back().whole());
  }
}

void TraceModel::make_minimap(const std::function<void()>& check) {
  const TimeAxis axis(span_, kMinimapWidth);
  std::vector<const StateBand*> outermost;
  for (const StateBand& band : states_) {
    if (band.depth() == 0) outermost.push_back(&band);
  }
  // As many pieces on any machine: sums depend on what is added to what.
  constexpr std::size_t kPieces = 16;
  std::vector<MeanColumns> pieces(kPieces);
  for_each_parallel(kPieces, [&](std::size_t piece) {
    ColumnMaker maker;
    ShareColumns columns;
    pieces[piece].begin(kMinimapWidth);
    for (std::size_t i = piece * outermost.size() / kPieces;
         i < (piece + 1) * outermost.size() / kPieces; ++i) {
      if (check) check();
      maker.states(*outermost[i], axis, {}, 1e9, columns);
      pieces[piece].add(columns);
    }
  });
  for (std::size_t piece = 1; piece < kPieces; ++piece) pieces[0].add(pieces[piece]);
  pieces[0].finish(outermost.size(), minimap_);
}

std::span<const TrackBands> TraceModel::tracks(ContainerId container) const {
  const uint32_t first = track_begins_[container.index];
  return std::span(tracks_).subspan(first, track_begins_[container.index + 1] - first);
}

VariableSummary TraceModel::scale_of(TypeId type) const { return scales_[type.index]; }

std::size_t TraceModel::bytes() const {
  std::size_t sum = links_.bytes() + tracks_.capacity() * sizeof(TrackBands);
  for (const StateBand& band : states_) sum += band.bytes() + sizeof band;
  for (const EventBand& band : events_) sum += band.bytes() + sizeof band;
  for (const VariableBand& band : variables_) sum += band.bytes() + sizeof band;
  return sum;
}

}  // namespace paje::gui
