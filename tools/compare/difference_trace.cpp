#include "compare/difference_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/tool.hpp"
#include "compare/trace_text.hpp"
#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

enum class What : uint8_t { push_a, push_b, pop_a, pop_b, shift, start_link, end_link };

struct Event {
  double time;
  uint32_t track;  // a region, for links
  uint32_t row;
  What what;
  double shift = 0;
};

// The shift at every place to which both have come.
struct ShiftEvents {
  std::vector<Event>& events;
  uint32_t track;
  double last = 0;

  void pass(const WalkTime&, const WalkTime&) {}
  void enter(const StateColumn& column, const WalkTime& now) { add(column, now); }
  void leave(const StateColumn& column, const WalkTime& now) { add(column, now); }

  void add(const StateColumn& column, const WalkTime& now) {
    if (!column.in_a() || !column.in_b() || now.shift() == last) return;
    last = now.shift();
    events.push_back({now.a, track, 0, What::shift, last});
  }
};

class DifferenceTrace {
 public:
  explicit DifferenceTrace(const Runs& runs) : runs_(runs), comparison_(runs.comparison) {}

  void write(const std::string& path) {
    OutputFile file(path);
    file.write(trace_header(fmt::format("{} and {} side by side", runs_.name_a, runs_.name_b)));
    define_types(file);
    collect();
    for (const Event& event : events_) file.write(line(event));
    file.commit();
  }

 private:
  void define_types(OutputFile& file) {
    file.write(trace_line(TraceEvent::define_container_type, "F", "0", "Track"));
    file.write(trace_line(TraceEvent::define_container_type, "R", "F", "Run"));
    file.write(trace_line(TraceEvent::define_state_type, "S", "R", "State"));
    file.write(
        trace_line(TraceEvent::define_variable_type, "V", "F", "shift", color_word({0, 0, 0, 1})));
    file.write(trace_line(TraceEvent::define_link_type, "L", "0", "R", "R", "Region"));
    file.write(
        trace_line(TraceEvent::define_value, "region", "L", "region", color_word({0, 0, 0, 1})));
    for (uint32_t i = 1; i < comparison_.values.size(); ++i) {
      file.write(trace_line(TraceEvent::define_value, fmt::format("v{}", i), "S",
                            word(comparison_.values[i].name), color_word(palette_color(i - 1))));
    }
    const std::string start = trace_time(comparison_.origin_a);
    for (uint32_t i = 0; i < comparison_.tracks.size(); ++i) {
      const TrackComparison& track = comparison_.tracks[i];
      file.write(trace_line(TraceEvent::create_container, start, fmt::format("f{}", i), "F", "0",
                            word(track.path)));
      if (track.a.container.valid()) create_run(file, start, i, 'a', runs_.name_a);
      if (track.b.container.valid()) create_run(file, start, i, 'b', runs_.name_b);
      if (track.in_both()) {
        file.write(trace_line(TraceEvent::set_variable, start, "V", fmt::format("f{}", i), "0"));
      }
    }
  }

  static void create_run(OutputFile& file, const std::string& start, uint32_t track, char run,
                         const std::string& name) {
    file.write(trace_line(TraceEvent::create_container, start, fmt::format("f{}{}", track, run),
                          "R", fmt::format("f{}", track),
                          word(fmt::format("{} {}", run == 'a' ? 'A' : 'B', name))));
  }

  void collect() {
    for (uint32_t i = 0; i < comparison_.tracks.size(); ++i) {
      const TrackComparison& track = comparison_.tracks[i];
      if (track.a.container.valid())
        add_states(runs_.states_a(track), i, What::push_a, What::pop_a);
      if (track.b.container.valid())
        add_states(runs_.states_b(track), i, What::push_b, What::pop_b);
      if (track.in_both()) {
        walk_columns(runs_.states_a(track), runs_.states_b(track), track.columns,
                     ShiftEvents{events_, i});
      }
    }
    for (uint32_t i = 0; i < comparison_.regions.size(); ++i) {
      const Region& region = comparison_.regions[i];
      events_.push_back({region.start_a, i, 0, What::start_link});
      events_.push_back({region.start_b, i, 0, What::end_link});
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& x, const Event& y) { return x.time < y.time; });
  }

  void add_states(const TrackStates& states, uint32_t track, What push, What pop) {
    std::vector<double> open;
    const auto close = [&](std::size_t depth) {
      for (; open.size() > depth; open.pop_back()) events_.push_back({open.back(), track, 0, pop});
    };
    for (uint32_t row = 0; row < states.start.size(); ++row) {
      close(states.depth[row]);
      events_.push_back({states.start_of(row), track, row, push});
      open.push_back(states.end_of(row));
    }
    close(0);
  }

  static std::string value_word(const Trace& trace, const std::vector<uint32_t>& numbers,
                                const Track& track, uint32_t row) {
    return fmt::format("v{}", numbers[trace.states().value[track.first + row].index]);
  }

  [[nodiscard]] std::string line(const Event& event) const {
    const std::string time = trace_time(comparison_.origin_a + event.time);
    const auto run = [](uint32_t track, char of) { return fmt::format("f{}{}", track, of); };
    switch (event.what) {
      case What::push_a: {
        const TrackComparison& track = comparison_.tracks[event.track];
        return trace_line(TraceEvent::push_state, time, "S", run(event.track, 'a'),
                          value_word(runs_.a, comparison_.numbers_a, track.a, event.row));
      }
      case What::push_b: {
        const TrackComparison& track = comparison_.tracks[event.track];
        return trace_line(TraceEvent::push_state, time, "S", run(event.track, 'b'),
                          value_word(runs_.b, comparison_.numbers_b, track.b, event.row));
      }
      case What::pop_a:
        return trace_line(TraceEvent::pop_state, time, "S", run(event.track, 'a'));
      case What::pop_b:
        return trace_line(TraceEvent::pop_state, time, "S", run(event.track, 'b'));
      case What::shift:
        return trace_line(TraceEvent::set_variable, time, "V", fmt::format("f{}", event.track),
                          fmt::format("{:.9f}", event.shift));
      case What::start_link:
        return trace_line(TraceEvent::start_link, time, "L", "0",
                          run(comparison_.regions[event.track].track, 'a'), "region",
                          fmt::format("r{}", event.track));
      case What::end_link:
        return trace_line(TraceEvent::end_link, time, "L", "0",
                          run(comparison_.regions[event.track].track, 'b'), "region",
                          fmt::format("r{}", event.track));
    }
    return {};
  }

  const Runs& runs_;
  const Comparison& comparison_;
  std::vector<Event> events_;
};

}  // namespace

void write_difference_trace(const Runs& runs, const std::string& path) {
  DifferenceTrace(runs).write(path);
}

}  // namespace paje::tools
