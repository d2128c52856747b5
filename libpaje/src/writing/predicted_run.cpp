// The run as predicted: the same containers, types, values and objects at other times.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "paje/prediction.hpp"
#include "paje/user_columns.hpp"
#include "paje/writer.hpp"

namespace paje {

namespace {

constexpr uint32_t kNone = DependencyGraph::kNone;

// From measured to predicted times.
class NewTimes {
 public:
  NewTimes(const DependencyGraph& graph, const std::vector<double>& starts)
      : graph_(graph), starts_(starts), tracks_(graph.trace().containers().size(), kNone) {
    end_ = graph.start();
    for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
      tracks_[graph.tracks()[i].container.index] = i;
      end_ = std::max(end_, starts[graph.tracks()[i].last]);
    }
    // Containers come after those above them; what has no states is timed like what is above it.
    for (std::size_t i = 1; i < tracks_.size(); ++i) {
      if (tracks_[i] == kNone) tracks_[i] = tracks_[graph.trace().containers()[i].parent.index];
    }
  }

  [[nodiscard]] double of(ContainerId container, double time) const {
    if (time <= graph_.start() || graph_.length() <= 0) return time;
    const uint32_t number = tracks_[container.index];
    if (number == kNone) {
      return graph_.start() + (time - graph_.start()) / graph_.length() * (end_ - graph_.start());
    }
    const auto& track = graph_.tracks()[number];
    if (time <= graph_.start(track.first)) return time;
    if (time >= graph_.start(track.last)) {
      return starts_[track.last] + (time - graph_.start(track.last));
    }
    uint32_t low = track.first, high = track.last;  // starts before or at the time; after it
    while (high - low > 1) {
      const uint32_t middle = low + (high - low) / 2;
      (graph_.start(middle) <= time ? low : high) = middle;
    }
    return inside(low, time);
  }
  /// Of a piece that begins before or at the time and ends at it or later.
  [[nodiscard]] double inside(uint32_t piece, double time) const {
    const double length = graph_.length(piece);
    if (length <= 0) return starts_[piece];
    const double part = std::clamp((time - graph_.start(piece)) / length, 0.0, 1.0);
    return part == 1 ? starts_[piece + 1]
                     : starts_[piece] + part * (starts_[piece + 1] - starts_[piece]);
  }
  [[nodiscard]] double start(uint32_t piece) const { return starts_[piece]; }
  [[nodiscard]] double end() const { return end_; }

 private:
  const DependencyGraph& graph_;
  const std::vector<double>& starts_;
  std::vector<uint32_t> tracks_;  // by container
  double end_ = 0;
};

class PredictedRun {
 public:
  PredictedRun(const DependencyGraph& graph, const std::vector<double>& starts, TraceWriter& writer)
      : trace_(graph.trace()),
        graph_(graph),
        times_(graph, starts),
        sizes_(graph.trace(), TypeKind::link),
        writer_(writer) {}

  void write() {
    define_types();
    create_containers();
    for (const Track& track : trace_.tracks()) {
      if (track.kind == TypeKind::state) plan_states(track);
      if (track.kind == TypeKind::variable) plan_variables(track);
      if (track.kind == TypeKind::event) plan_events(track);
      if (track.kind == TypeKind::link) plan_links(track);
    }
    std::stable_sort(plan_.begin(), plan_.end(),
                     [](const Step& a, const Step& b) { return a.time < b.time; });
    for (const Step& step : plan_) step.write();
    destroy_containers();
    writer_.close();
  }

 private:
  struct Step {
    double time;
    std::function<void()> write;
  };

  void define_types() {
    types_.resize(trace_.types().size());
    // A link may start or end in a type that is defined after it.
    for (const bool links : {false, true}) {
      for (uint32_t i = 1; i < types_.size(); ++i) {
        if ((trace_.types()[i].kind == TypeKind::link) == links) types_[i] = define(i);
      }
    }
    for (const EntityValue& value : trace_.values()) {
      values_.push_back(writer_.value(types_[value.type.index], value.name.text, value.color));
    }
    if (sizes_.size() != nullptr) {
      fields_ =
          writer_.user_fields({{std::string(sizes_.size()->field()), FieldType::double_number}});
    }
  }

  TraceWriter::Type define(uint32_t i) {
    const Type& type = trace_.types()[i];
    const TraceWriter::Type parent = type_of(type.parent);
    switch (type.kind) {
      case TypeKind::container:
        return writer_.container_type(type.name.text, parent);
      case TypeKind::state:
        return writer_.state_type(type.name.text, parent);
      case TypeKind::event:
        return writer_.event_type(type.name.text, parent);
      case TypeKind::variable:
        return writer_.variable_type(type.name.text, parent, type.color);
      case TypeKind::link:
        break;
    }
    return writer_.link_type(type.name.text, parent, type_of(type.start_type),
                             type_of(type.end_type));
  }
  [[nodiscard]] TraceWriter::Type type_of(TypeId id) const {
    return id.index == 0 ? TraceWriter::kRootType : types_[id.index];
  }

  void create_containers() {
    containers_.push_back(TraceWriter::kRootContainer);
    for (uint32_t i = 1; i < trace_.containers().size(); ++i) {
      const Container& container = trace_.containers()[i];
      containers_.push_back(writer_.create_container(
          std::min(container.start, graph_.start()), types_[container.type.index],
          container.name.text, containers_[container.parent.index]));
    }
  }
  void destroy_containers() {
    const double end = std::max(times_.end(), plan_.empty() ? times_.end() : plan_.back().time);
    for (auto i = static_cast<uint32_t>(containers_.size()); i-- > 1;) {
      writer_.destroy_container(end, containers_[i]);
    }
  }

  // The piece that is the state, if it is one: from `piece` on, which goes past it.
  [[nodiscard]] bool find_piece(uint32_t last, uint64_t row, uint32_t& piece) const {
    const auto states = trace_.states();
    const std::string_view name = trace_[states.value[row]].name.text;
    uint32_t place = piece;
    while (place < last && graph_.start(place) <= states.start[row]) {
      if (graph_.start(place) == states.start[row] && graph_.end(place) == states.end[row] &&
          graph_.values()[graph_.value(place)].name == name) {
        piece = place + 1;
        return true;
      }
      ++place;
    }
    return false;
  }

  void plan_states(const Track& track) {
    const auto states = trace_.states();
    const uint32_t number = graph_.track_of(track.container);
    const bool is_replayed = number != kNone && graph_.tracks()[number].type == track.type;
    uint32_t piece = is_replayed ? graph_.tracks()[number].first : 0;
    const uint32_t last = is_replayed ? graph_.tracks()[number].last : 0;
    std::vector<double> open;  // ends of the states around
    for (uint64_t row = track.first; row < track.last; ++row) {
      double start = times_.of(track.container, states.start[row]);
      double end = times_.of(track.container, states.end[row]);
      if (find_piece(last, row, piece)) {
        start = times_.start(piece - 1);
        end = times_.start(piece);
      }
      while (open.size() > states.depth[row]) pop(track, open);
      if (!open.empty()) end = std::min(end, open.back());
      const auto value = values_[states.value[row].index];
      add(start, [this, start, track, value] {
        writer_.push_state(start, containers_[track.container.index], types_[track.type.index],
                           value);
      });
      open.push_back(std::max(start, end));
    }
    while (!open.empty()) pop(track, open);
  }
  void pop(const Track& track, std::vector<double>& open) {
    const double time = open.back();
    open.pop_back();
    add(time, [this, time, track] {
      writer_.pop_state(time, containers_[track.container.index], types_[track.type.index]);
    });
  }

  void plan_variables(const Track& track) {
    const auto variables = trace_.variables();
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double time = times_.of(track.container, variables.start[row]);
      add(time, [this, time, track, value = variables.value[row]] {
        writer_.set_variable(time, containers_[track.container.index], types_[track.type.index],
                             value);
      });
    }
  }
  void plan_events(const Track& track) {
    const auto events = trace_.events();
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double time = times_.of(track.container, events.time[row]);
      add(time, [this, time, track, value = values_[events.value[row].index]] {
        writer_.new_event(time, containers_[track.container.index], types_[track.type.index],
                          value);
      });
    }
  }

  void plan_links(const Track& track) {
    const auto links = trace_.links();
    if (messages_.empty()) {
      messages_.assign(links.start.size(), nullptr);
      for (const auto& message : graph_.messages()) messages_[message.link] = &message;
    }
    for (uint64_t row = track.first; row < track.last; ++row) {
      double start = times_.of(links.start_container[row], links.start[row]);
      double end = times_.of(links.end_container[row], links.end[row]);
      if (const auto* const message = messages_[row]) {
        start = times_.inside(message->source, links.start[row]);
        end = std::max(start, graph_.end(message->target) == links.end[row]
                                  ? times_.start(message->target + 1)
                                  : times_.inside(message->target, links.end[row]));
      }
      add(start, [this, start, track, row] { start_link(start, track, row); });
      add(end, [this, end, track, row] { end_link(end, track, row); });
    }
  }
  void start_link(double time, const Track& track, uint64_t row) {
    const auto links = trace_.links();
    const std::string key = fmt::format("{}", row);
    TraceWriter::With with;
    UserValue size{0.0};
    if (const UserColumn* const column = sizes_.size()) {
      const uint64_t place = column->place(row);
      if (place != UserColumn::kNoPlace) {
        size = column->number(place);
        with = {fields_, std::span<const UserValue>(&size, 1)};
      }
    }
    writer_.start_link(time, containers_[track.container.index], types_[track.type.index],
                       containers_[links.start_container[row].index], key,
                       values_[links.value[row].index], with);
  }
  void end_link(double time, const Track& track, uint64_t row) {
    const auto links = trace_.links();
    writer_.end_link(time, containers_[track.container.index], types_[track.type.index],
                     containers_[links.end_container[row].index], fmt::format("{}", row),
                     values_[links.value[row].index]);
  }

  template <class Write>
  void add(double time, Write&& write) {
    plan_.push_back({time, std::forward<Write>(write)});
  }

  const Trace& trace_;
  const DependencyGraph& graph_;
  NewTimes times_;
  UserColumns sizes_;
  TraceWriter& writer_;
  TraceWriter::Fields fields_;
  std::vector<TraceWriter::Type> types_;
  std::vector<TraceWriter::Value> values_;
  std::vector<TraceWriter::Container> containers_;
  std::vector<const DependencyGraph::Message*> messages_;  // by link
  std::vector<Step> plan_;
};

}  // namespace

void write_predicted(const DependencyGraph& graph, const std::vector<double>& starts,
                     TraceWriter& writer) {
  PredictedRun(graph, starts, writer).write();
}

}  // namespace paje
