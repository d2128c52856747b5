#include "compare/aligned_traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "common/tool.hpp"
#include "compare/trace_text.hpp"

namespace paje::tools {

namespace {

constexpr uint32_t kGapState = UINT32_MAX;
constexpr uint32_t kPop = UINT32_MAX - 1;

struct AlignedEvent {
  double time;
  uint32_t track;
  uint32_t row;  // a state that begins, or one of the above
};

// Turns the walk through one track into events of one of the runs.
class TrackEvents {
 public:
  TrackEvents(std::span<const uint32_t> depth, std::span<const double> starts,
              std::span<const double> ends, bool is_a, uint32_t track,
              std::vector<AlignedEvent>& events)
      : depth_(depth), starts_(starts), ends_(ends), is_a_(is_a), track_(track), events_(events) {}

  void pass(const WalkTime& from, const WalkTime& to) {
    time_ += std::max(to.a - from.a, to.b - from.b);
  }
  void enter(const StateColumn& column, const WalkTime&) {
    const uint32_t row = is_a_ ? column.a : column.b;
    if (row == StateColumn::kGap) {
      if (gaps_++ == 0) add(kGapState);
      return;
    }
    add(row);
    entered_ = row;
    entered_at_ = time_;
  }
  void leave(const StateColumn& column, const WalkTime&) {
    const uint32_t row = is_a_ ? column.a : column.b;
    if (row == StateColumn::kGap) {
      if (--gaps_ == 0) add(kPop);
      return;
    }
    if (entered_ == row) add_hidden(row);
    entered_ = StateColumn::kGap;
    add(kPop);
  }

 private:
  void add(uint32_t what) { events_.push_back({time_, track_, what}); }

  // States below one that was not gone into: as they lie in it.
  void add_hidden(uint32_t row) {
    std::vector<double> open;
    const auto at = [&](double time) {
      return std::min(time_, entered_at_ + (time - starts_[row]));
    };
    const auto close = [&](std::size_t depth) {
      for (; open.size() > depth; open.pop_back())
        events_.push_back({at(open.back()), track_, kPop});
    };
    for (uint32_t below = row + 1; below < depth_.size() && depth_[below] > depth_[row]; ++below) {
      close(depth_[below] - depth_[row] - 1);
      events_.push_back({at(starts_[below]), track_, below});
      open.push_back(ends_[below]);
    }
    close(0);
  }

  std::span<const uint32_t> depth_;
  std::span<const double> starts_, ends_;
  bool is_a_;
  uint32_t track_;
  std::vector<AlignedEvent>& events_;
  double time_ = 0;
  uint32_t gaps_ = 0;
  uint32_t entered_ = StateColumn::kGap;  // the state entered last, unless something came after
  double entered_at_ = 0;
};

class AlignedTrace {
 public:
  AlignedTrace(const Runs& runs, bool is_a)
      : runs_(runs), is_a_(is_a), trace_(is_a ? runs.a : runs.b) {}

  void write(const std::string& path) {
    OutputFile file(path);
    file.write(trace_header(fmt::format("{} aligned with {}", is_a_ ? runs_.name_a : runs_.name_b,
                                        is_a_ ? runs_.name_b : runs_.name_a)));
    collect();
    define(file);
    for (const AlignedEvent& event : events_) file.write(line(event));
    file.commit();
  }

 private:
  [[nodiscard]] const Track& own(const TrackComparison& track) const {
    return is_a_ ? track.a : track.b;
  }
  static std::string type_word(TypeId id) { return fmt::format("t{}", id.index); }
  static std::string container_word(ContainerId id) {
    return id == kRootContainer ? "0" : fmt::format("c{}", id.index);
  }

  void collect() {
    for (uint32_t number = 0; number < runs_.comparison.tracks.size(); ++number) {
      const TrackComparison& track = runs_.comparison.tracks[number];
      if (!own(track).container.valid()) continue;
      const TrackStates states = is_a_ ? runs_.states_a(track) : runs_.states_b(track);
      TrackEvents events(states.depth, states.start, states.end, is_a_, number, events_);
      if (track.in_both()) {
        walk_columns(runs_.states_a(track), runs_.states_b(track), track.columns, events);
        continue;
      }
      std::vector<StateColumn> columns(states.start.size());
      for (uint32_t row = 0; row < columns.size(); ++row)
        (is_a_ ? columns[row].a : columns[row].b) = row;
      is_a_ ? walk_columns(states, TrackStates(), columns, events)
            : walk_columns(TrackStates(), states, columns, events);
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [](const auto& x, const auto& y) { return x.time < y.time; });
  }

  void define_type(OutputFile& file, TypeId id, std::set<TypeId>& written) const {
    if (id == kRootType || !written.insert(id).second) return;
    const Type& type = trace_[id];
    define_type(file, type.parent, written);
    file.write(trace_line(type.kind == TypeKind::state ? TraceEvent::define_state_type
                                                       : TraceEvent::define_container_type,
                          type_word(id), type.parent == kRootType ? "0" : type_word(type.parent),
                          word(type.name.text)));
    if (type.kind != TypeKind::state) return;
    file.write(trace_line(TraceEvent::define_value, fmt::format("gap{}", id.index), type_word(id),
                          "gap", color_word({0.85F, 0.85F, 0.85F, 1})));
  }

  void define(OutputFile& file) const {
    std::set<TypeId> types;
    for (const TrackComparison& track : runs_.comparison.tracks) {
      if (own(track).container.valid()) define_type(file, own(track).type, types);
    }
    for (uint32_t i = 0; i < trace_.values().size(); ++i) {
      const EntityValue& value = trace_.values()[i];
      if (!types.contains(value.type)) continue;
      static constexpr float kGrey = 0.5F;
      file.write(trace_line(TraceEvent::define_value, fmt::format("v{}", i), type_word(value.type),
                            word(value.name.text),
                            color_word(value.color.value_or(Color{kGrey, kGrey, kGrey, 1}))));
    }
    std::set<ContainerId> containers;
    for (const TrackComparison& track : runs_.comparison.tracks) {
      create(file, own(track).container, containers);
    }
  }

  // Those above first.
  void create(OutputFile& file, ContainerId id, std::set<ContainerId>& written) const {
    if (!id.valid() || id == kRootContainer || !written.insert(id).second) return;
    const Container& container = trace_[id];
    create(file, container.parent, written);
    file.write(trace_line(TraceEvent::create_container, trace_time(0), container_word(id),
                          type_word(container.type), container_word(container.parent),
                          word(container.name.text)));
  }

  [[nodiscard]] std::string line(const AlignedEvent& event) const {
    const Track& states = own(runs_.comparison.tracks[event.track]);
    const std::string time = trace_time(event.time);
    const std::string type = type_word(states.type);
    const std::string container = container_word(states.container);
    if (event.row == kPop) return trace_line(TraceEvent::pop_state, time, type, container);
    if (event.row == kGapState) {
      return trace_line(TraceEvent::push_state, time, type, container,
                        fmt::format("gap{}", states.type.index));
    }
    const StateColumns columns = trace_.states();
    const uint64_t row = states.first + event.row;
    return trace_line(TraceEvent::push_state_of_run, time, type, container,
                      fmt::format("v{}", columns.value[row].index),
                      fmt::format("{}", columns.start[row]), fmt::format("{}", columns.end[row]));
  }

  const Runs& runs_;
  bool is_a_;
  const Trace& trace_;
  std::vector<AlignedEvent> events_;
};

}  // namespace

void write_aligned_traces(const Runs& runs, const std::string& folder) {
  std::filesystem::create_directories(folder);
  AlignedTrace(runs, true).write(folder + "/a.paje");
  AlignedTrace(runs, false).write(folder + "/b.paje");
}

}  // namespace paje::tools
