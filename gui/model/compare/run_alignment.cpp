#include "model/compare/run_alignment.hpp"

#include "model/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paje::gui {

namespace {

// Takes the shift at each of some times of the first run while time passes in both.
class ShiftSampler {
 public:
  ShiftSampler(double step, std::size_t count) : step_(step), shifts_(count) {}
  void pass(const WalkTime& from, const WalkTime& to) {
    for (; next_ < shifts_.size() && step_ * static_cast<double>(next_) <= to.a; ++next_) {
      const double time = step_ * static_cast<double>(next_);
      const double share = to.a > from.a ? std::max(0.0, (time - from.a) / (to.a - from.a)) : 1;
      shifts_[next_] = from.b + (to.b - from.b) * share - time;
    }
    last_ = to.shift();
  }
  void enter(const StateColumn&, const WalkTime&) {}
  void leave(const StateColumn&, const WalkTime&) {}
  // After the end of the track the shift stays.
  std::vector<double> shifts() && {
    std::fill(shifts_.begin() + static_cast<std::ptrdiff_t>(next_), shifts_.end(), last_);
    return std::move(shifts_);
  }

 private:
  double step_;
  std::vector<double> shifts_;
  std::size_t next_ = 0;
  double last_ = 0;
};

ObjectRef state_of(const Track& track, uint32_t row) {
  return {TypeKind::state, track.container, track.type, track.first + row};
}

}  // namespace

void Differences::add(const Track& track, TimeSpan span) {
  spans_[{track.container, track.type}].push_back(span);
}

void Differences::finish() {
  for (auto& [key, spans] : spans_) {
    std::sort(spans.begin(), spans.end(), [](const TimeSpan& a, const TimeSpan& b) {
      return a.start != b.start ? a.start < b.start : a.end < b.end;
    });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < spans.size(); ++i) {
      if (spans[i].start <= spans[kept].end) {
        spans[kept].end = std::max(spans[kept].end, spans[i].end);
      } else {
        spans[++kept] = spans[i];
      }
    }
    spans.resize(kept + 1);
    spans.shrink_to_fit();
  }
}

const std::vector<TimeSpan>& Differences::of(ContainerId container, TypeId type) const {
  static const std::vector<TimeSpan> none;
  const auto found = spans_.find({container, type});
  return found == spans_.end() ? none : found->second;
}

RunAlignment::RunAlignment(TraceModelPointer first, TraceModelPointer second,
                           const std::function<void()>& check)
    : runs_{std::move(first), std::move(second)} {
  ComparisonOptions options;
  options.alignment.check = check;
  options.alignment.threads = thread_limit;
  comparison_ = compare(runs_[0]->trace(), runs_[1]->trace(), options);
  std::vector<Shift> sums(kSamples);
  std::size_t tracks = 0;
  for (const TrackComparison& track : comparison_.tracks) {
    if (check) check();
    mark_differences(track);
    if (!track.in_both()) continue;
    add_track(track, sums);
    ++tracks;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    marks_[i].finish();
    differences_[i] = std::make_shared<const Differences>(std::move(marks_[i]));
  }
  double latest = -std::numeric_limits<double>::infinity();
  const double step = comparison_.length_a / static_cast<double>(kSamples - 1);
  for (std::size_t i = 0; i < kSamples; ++i) {
    if (tracks > 0) sums[i].mean /= static_cast<double>(tracks);
    bounds_.least = std::min(bounds_.least, sums[i].least);
    bounds_.greatest = std::max(bounds_.greatest, sums[i].greatest);
    latest = std::max(latest, step * static_cast<double>(i) + sums[i].mean);
    others_.push_back(latest);
  }
  shifts_ = std::move(sums);
}

double RunAlignment::without_noise(double difference) const {
  constexpr double kSteps = 16;
  double largest = 0;
  for (const TraceModelPointer& run : runs_) {
    largest = std::max({largest, std::abs(run->span().start), std::abs(run->span().end)});
  }
  const double step = std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
  return std::abs(difference) <= kSteps * step ? 0 : difference;
}

void RunAlignment::add_track(const TrackComparison& track, std::vector<Shift>& sums) const {
  const TrackStates a(runs_[0]->trace(), track.a, comparison_.origin_a);
  const TrackStates b(runs_[1]->trace(), track.b, comparison_.origin_b);
  ShiftSampler sampler(comparison_.length_a / static_cast<double>(kSamples - 1), kSamples);
  walk_columns(a, b, track.columns, sampler);
  std::vector<double> shifts = std::move(sampler).shifts();
  for (double& shift : shifts) shift = without_noise(shift);
  const bool is_first = &track == comparison_.tracks.data();
  for (std::size_t i = 0; i < kSamples; ++i) {
    sums[i].mean += shifts[i];
    sums[i].least = is_first ? shifts[i] : std::min(sums[i].least, shifts[i]);
    sums[i].greatest = is_first ? shifts[i] : std::max(sums[i].greatest, shifts[i]);
  }
}

void RunAlignment::mark_differences(const TrackComparison& track) {
  const std::array<const Track*, 2> tracks{&track.a, &track.b};
  const auto mark = [&](std::size_t slot, uint32_t row) {
    const ObjectRef state = state_of(*tracks[slot], row);
    marks_[slot].add(*tracks[slot], span_of(runs_[slot]->trace(), state));
  };
  if (!track.in_both()) {
    const std::size_t slot = track.a.container.valid() ? 0 : 1;
    for (uint32_t row = 0; row < tracks[slot]->size(); ++row) mark(slot, row);
    return;
  }
  for (const StateColumn& column : track.columns) {
    if (column.in_a() && column.in_b()) {
      const ValueId a = value_of(runs_[0]->trace(), state_of(track.a, column.a));
      const ValueId b = value_of(runs_[1]->trace(), state_of(track.b, column.b));
      if (is_match(a, b)) continue;
    }
    if (column.in_a()) mark(0, column.a);
    if (column.in_b()) mark(1, column.b);
  }
}

double RunAlignment::other_time(int slot, double time) const {
  const double step = comparison_.length_a / static_cast<double>(kSamples - 1);
  const auto last = static_cast<double>(kSamples - 1);
  if (!(step > 0)) return absolute(1 - slot, time - absolute(slot, 0));
  if (slot == 0) {
    // Next to the run time passes alike in both.
    const double since = time - comparison_.origin_a;
    const double at = std::clamp(since / step, 0.0, last);
    const auto low = std::min(static_cast<std::size_t>(at), kSamples - 2);
    const double share = at - static_cast<double>(low);
    const double other = others_[low] + (others_[low + 1] - others_[low]) * share;
    return absolute(1, other + (since - at * step));
  }
  const double since = time - comparison_.origin_b;
  if (since <= others_.front()) return absolute(0, since - others_.front());
  if (since >= others_.back()) return absolute(0, comparison_.length_a + since - others_.back());
  const auto above = std::upper_bound(others_.begin(), others_.end(), since);
  const auto low = static_cast<std::size_t>(above - others_.begin()) - 1;
  const double width = others_[low + 1] - others_[low];
  const double share = width > 0 ? (since - others_[low]) / width : 0;
  return absolute(0, step * (static_cast<double>(low) + share));
}

Shift RunAlignment::shift_at(double time) const {
  const double step = comparison_.length_a / static_cast<double>(kSamples - 1);
  if (!(step > 0)) return shifts_.front();
  const double at =
      std::clamp((time - comparison_.origin_a) / step, 0.0, static_cast<double>(kSamples - 1));
  const auto low = std::min(static_cast<std::size_t>(at), kSamples - 2);
  const double share = at - static_cast<double>(low);
  const auto between = [&](double Shift::*part) {
    return shifts_[low].*part + (shifts_[low + 1].*part - shifts_[low].*part) * share;
  };
  return {between(&Shift::mean), between(&Shift::least), between(&Shift::greatest)};
}

std::optional<uint32_t> RunAlignment::track_of(int slot, ContainerId container, TypeId type) const {
  for (uint32_t i = 0; i < comparison_.tracks.size(); ++i) {
    const TrackComparison& compared = comparison_.tracks[i];
    const Track& track = slot == 0 ? compared.a : compared.b;
    if (track.container == container && track.type == type) return i;
  }
  return {};
}

std::optional<uint32_t> RunAlignment::first_common_track() const {
  for (uint32_t i = 0; i < comparison_.tracks.size(); ++i) {
    if (comparison_.tracks[i].in_both()) return i;
  }
  return {};
}

std::vector<StatePair> RunAlignment::pairs(uint32_t track, TimeSpan shown,
                                           std::size_t cells) const {
  const TrackComparison& of = comparison_.tracks[track];
  const std::array<StateColumns, 2> states{runs_[0]->trace().states(), runs_[1]->trace().states()};
  const std::size_t count = of.columns.size();
  // Of the columns in both from one on, the first; they are in the order of their starts.
  const auto next_pair = [&](std::size_t at) {
    while (at < count && !(of.columns[at].in_a() && of.columns[at].in_b())) ++at;
    return at;
  };
  const auto start = [&](std::size_t at) { return states[0].start[of.a.first + of.columns[at].a]; };
  const double width = shown.length() / static_cast<double>(cells);
  std::vector<StatePair> found;
  std::size_t at = 0;
  for (std::size_t cell = 0; cell < cells && at < count; ++cell) {
    const double begin = shown.start + width * static_cast<double>(cell);
    std::size_t after = count;
    while (at < after) {
      const std::size_t middle = at + (after - at) / 2;
      const std::size_t pair = next_pair(middle);
      if (pair < count && start(pair) < begin) {
        at = middle + 1;
      } else {
        after = middle;
      }
    }
    at = next_pair(at);
    if (at == count || start(at) >= begin + width) continue;
    const uint64_t a = of.a.first + of.columns[at].a;
    const uint64_t b = of.b.first + of.columns[at].b;
    found.push_back({{states[0].start[a], states[1].start[b]},
                     {states[0].value[a], states[1].value[b]},
                     is_match(states[0].value[a], states[1].value[b])});
  }
  return found;
}

std::optional<ObjectRef> RunAlignment::partner(int slot, const ObjectRef& state) const {
  if (state.kind != TypeKind::state) return {};
  const auto number = track_of(slot, state.container, state.type);
  if (!number || !comparison_.tracks[*number].in_both()) return {};
  const TrackComparison& track = comparison_.tracks[*number];
  const uint64_t first = slot == 0 ? track.a.first : track.b.first;
  const auto row = static_cast<uint32_t>(state.row - first);
  for (const StateColumn& column : track.columns) {
    if ((slot == 0 ? column.a : column.b) != row) continue;
    if (!column.in_a() || !column.in_b()) return {};
    return slot == 0 ? state_of(track.b, column.b) : state_of(track.a, column.a);
  }
  return {};
}

ContainerId RunAlignment::container(int slot, uint32_t track) const {
  const TrackComparison& of = comparison_.tracks[track];
  return slot == 0 ? of.a.container : of.b.container;
}

}  // namespace paje::gui
