// The run as it would be at other frequencies: work is stretched, and what is between it takes what
// is left of each iteration. Of a table, which has no times, each iteration is work and waiting.
#include <algorithm>

#include "common/tool.hpp"
#include "energy/loads.hpp"
#include "energy/trace_copy.hpp"

namespace paje::tools {

namespace {

// Straight lines between places; before the first one and after the last one a shift.
class TimeLine {
 public:
  void add(double old_time, double new_time) {
    old_.push_back(old_time);
    new_.push_back(new_.empty() ? new_time : std::max(new_time, new_.back()));
  }
  [[nodiscard]] double at(double time) const {
    if (old_.empty()) return time;
    if (time <= old_.front()) return time + (new_.front() - old_.front());
    if (time >= old_.back()) return time + (new_.back() - old_.back());
    const auto after = std::upper_bound(old_.begin(), old_.end(), time) - old_.begin();
    const auto i = static_cast<std::size_t>(after) - 1;
    const double part = (time - old_[i]) / (old_[i + 1] - old_[i]);
    return new_[i] + part * (new_[i + 1] - new_[i]);
  }
  [[nodiscard]] double last() const { return new_.back(); }

 private:
  std::vector<double> old_, new_;
};

class WhatIf {
 public:
  WhatIf(const Loads& loads, const LoadedRun& run, const EnergyOptions& options,
         const FrequencyLevels& levels, const FrequencyPlan& plan)
      : loads_(loads),
        tracks_(loads.tracks),
        run_(run),
        graph_(*run.graph),
        options_(options),
        levels_(levels),
        plan_(plan),
        unit_(per_second(run_.unit)) {
    all_.add(tracks_.edges[0], tracks_.edges[0]);
    for (std::size_t i = 0; i < loads.iterations(); ++i) {
      all_.add(tracks_.edges[i + 1], all_.last() + plan.lengths[i] * unit_);
    }
    for (std::size_t i = 0; i < loads.iterations(); ++i) factors_.push_back(factors_of(i));
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) lines_.push_back(line_of(i));
  }

  void write(const std::function<void(std::string_view)>& sink) {
    TraceWriter writer(sink);
    TraceCopy copy(run_.trace, writer, [&](ContainerId container, double time) {
      const uint32_t track = graph_.track_of(container);
      return track == DependencyGraph::kNone ? all_.at(time) : lines_[track].at(time);
    });
    add_variables(copy);
    copy.write();
  }

 private:
  // How many times as long the work of each processor takes in an iteration.
  [[nodiscard]] std::vector<double> factors_of(std::size_t iteration) const {
    std::vector<double> factors(loads_.processors.size(), 1);
    if (iteration < options_.plan.from_iteration) return factors;
    const std::vector<double> before = loads_.on_processors(iteration, loads_.place);
    const std::vector<double> after = loads_.on_processors(iteration, plan_.places);
    for (std::size_t p = 0; p < factors.size(); ++p) {
      const double moved = before[p] > 0 ? after[p] / before[p] : 1;
      factors[p] = moved * levels_.stretch(plan_.levels[p]);
    }
    return factors;
  }

  struct Span {
    double start, end;
    bool is_useful;
  };

  [[nodiscard]] TimeLine line_of(uint32_t number) const {
    const auto& track = graph_.tracks()[number];
    const std::vector<double>& edges = tracks_.edges_of(number);
    TimeLine line;
    double now = edges[0];
    line.add(now, now);
    uint32_t piece = track.first;
    for (std::size_t i = 0; i < loads_.iterations(); ++i) {
      std::vector<Span> spans;
      while (piece < track.last && graph_.end(piece) <= edges[i]) ++piece;
      for (; piece < track.last && graph_.start(piece) < edges[i + 1]; ++piece) {
        spans.push_back({std::max(edges[i], graph_.start(piece)),
                         std::min(edges[i + 1], graph_.end(piece)), graph_.is_useful(piece)});
        if (graph_.end(piece) > edges[i + 1]) break;
      }
      const double change = plan_.lengths[i] * unit_ - (tracks_.edges[i + 1] - tracks_.edges[i]);
      const double length = std::max(0.0, edges[i + 1] - edges[i] + change);
      add_spans(spans, factors_[i][tracks_.processor[number]], now, length, line);
      now += length;
      line.add(edges[i + 1], now);
    }
    return line;
  }

  // Work takes `factor` times as long, all else what is left of `length`.
  static void add_spans(const std::vector<Span>& spans, double factor, double now, double length,
                        TimeLine& line) {
    double work = 0, other = 0;
    for (const Span& span : spans) (span.is_useful ? work : other) += span.end - span.start;
    const double stretch = work * factor > length ? length / work : factor;
    const double rest = other > 0 ? std::max(0.0, length - work * stretch) / other : 0;
    for (const Span& span : spans) {
      now += (span.end - span.start) * (span.is_useful ? stretch : rest);
      line.add(span.end, now);
    }
  }

  // Frequency and power of each processor, and the power of all.
  void add_variables(TraceCopy& copy) {
    std::vector<bool> is_done(loads_.processors.size());
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
      const uint32_t processor = tracks_.processor[i];
      if (is_done[processor]) continue;
      is_done[processor] = true;
      const ContainerId container = loads_.containers[processor];
      const double start = std::max(all_.at(run_.trace[container].start), 0.0);
      set(copy, start, container, 0);
      const double change = all_.at(tracks_.edges[options_.plan.from_iteration]);
      set(copy, std::max(start, change), container, plan_.levels[processor]);
    }
    copy.sum_up("power");
  }
  void set(TraceCopy& copy, double time, ContainerId container, uint32_t level) const {
    copy.set_variable(time, container, "freq", levels_.gigahertz[level]);
    copy.set_variable(time, container, "power", levels_.watts[level]);
  }

  const Loads& loads_;
  const LoadedTracks& tracks_;
  const LoadedRun& run_;
  const DependencyGraph& graph_;
  const EnergyOptions& options_;
  const FrequencyLevels& levels_;
  const FrequencyPlan& plan_;
  double unit_;
  TimeLine all_;                              // of what is in no track
  std::vector<std::vector<double>> factors_;  // by iteration and processor
  std::vector<TimeLine> lines_;               // of tracks
};

// Processors in their domains, each working and then waiting in each iteration.
void write_table(const Loads& loads, const EnergyOptions& options, const FrequencyLevels& levels,
                 const FrequencyPlan& plan, const std::function<void(std::string_view)>& sink) {
  TraceWriter writer(sink);
  const auto domain_type = writer.container_type("Domain");
  const auto type = writer.container_type("Processor", domain_type);
  const auto state = writer.state_type("State", type);
  const auto frequency = writer.variable_type("freq", type);
  const auto power = writer.variable_type("power", type);
  std::vector<TraceWriter::Container> domains, all;
  for (const std::string& name : loads.domains) {
    domains.push_back(writer.create_container(0, domain_type, name));
  }
  for (std::size_t p = 0; p < loads.processors.size(); ++p) {
    all.push_back(writer.create_container(0, type, loads.processors[p], domains[loads.domain[p]]));
  }
  double now = 0;
  for (std::size_t i = 0; i < loads.iterations(); ++i) {
    const bool is_changed = i >= options.plan.from_iteration;
    const auto work = loads.on_processors(i, is_changed ? plan.places : loads.place);
    std::vector<std::pair<double, std::size_t>> ends;
    for (std::size_t p = 0; p < all.size(); ++p) {
      const std::size_t level = is_changed ? plan.levels[p] : 0;
      if (i == 0 || i == options.plan.from_iteration) {
        writer.set_variable(now, all[p], frequency, levels.gigahertz[level]);
        writer.set_variable(now, all[p], power, levels.watts[level]);
      }
      const double seconds = std::min(plan.lengths[i], work[p] * levels.stretch(level));
      if (seconds > 0) writer.set_state(now, all[p], state, "work");
      ends.emplace_back(now + seconds, p);
    }
    std::sort(ends.begin(), ends.end());
    for (const auto& [end, p] : ends) writer.set_state(end, all[p], state, "wait");
    now += plan.lengths[i];
  }
  for (const auto& domain : domains) writer.destroy_container(now, domain);
  writer.close();
}

}  // namespace

void write_what_if(const ReadLoads& read, const EnergyOptions& options,
                   const FrequencyLevels& levels, const FrequencyPlan& plan) {
  OutputFile file(options.trace);
  const auto sink = [&](std::string_view text) { file.write(text); };
  if (read.run) {
    WhatIf(read.loads, *read.run, options, levels, plan).write(sink);
  } else {
    write_table(read.loads, options, levels, plan, sink);
  }
  file.commit();
}

}  // namespace paje::tools
