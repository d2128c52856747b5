// The run as predicted: the same containers, types, values and objects at other times.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/prediction.hpp"
#include "paje/writer.hpp"
#include "writing/kept_fields.hpp"

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
      const double end = start(track.last), measured = graph_.start(track.last);
      return end == measured ? time : end + (time - measured);
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
    const double from = start(piece), to = start(piece + 1);
    if (length <= 0) return from;
    if (from == graph_.start(piece) && to == graph_.end(piece)) return std::clamp(time, from, to);
    const double part = std::clamp((time - graph_.start(piece)) / length, 0.0, 1.0);
    return part == 1 ? to : from + part * (to - from);
  }
  // What does not move keeps its measured time, without errors of rounding.
  [[nodiscard]] double start(uint32_t piece) const {
    constexpr double kPart = 1e-3;  // of what is seen as one time
    const double moved = std::abs(starts_[piece] - graph_.start(piece));
    return moved <= kPart * graph_.resolution() ? graph_.start(piece) : starts_[piece];
  }
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
        containers_(graph.trace().containers().size(), TraceWriter::kRootContainer),
        lives_(graph.trace().containers().size()),
        writer_(writer) {
    for (const TypeKind kind : {TypeKind::container, TypeKind::state, TypeKind::variable,
                                TypeKind::event, TypeKind::link}) {
      fields_.emplace_back(graph.trace(), kind, writer);
    }
  }

  void write() {
    define_types();
    for (const Track& track : trace_.tracks()) {
      if (track.kind == TypeKind::state) plan_states(track);
      if (track.kind == TypeKind::variable) plan_variables(track);
      if (track.kind == TypeKind::event) plan_events(track);
      if (track.kind == TypeKind::link) plan_links(track);
    }
    plan_containers();
    std::stable_sort(plan_.begin(), plan_.end(), [](const Step& a, const Step& b) {
      return std::pair(a.time, a.order) < std::pair(b.time, b.order);
    });
    for (const Step& step : plan_) step.write();
    writer_.close();
  }

 private:
  enum class Order : uint8_t { creation, object, destruction };
  struct Step {
    double time;
    Order order;
    std::function<void()> write;
  };
  struct Life {
    double start = std::numeric_limits<double>::infinity();
    double end = -std::numeric_limits<double>::infinity();
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

  // A container lives as long as measured, moved like what is in it, and no shorter than that.
  void plan_containers() {
    const auto all = trace_.containers();
    for (auto i = static_cast<uint32_t>(all.size()); i-- > 1;) {
      Life& life = lives_[i];
      life.start = std::min(life.start, times_.of({i}, all[i].start));
      life.end = std::max(life.end, all[i].destroyed ? times_.of({i}, all[i].end) : times_.end());
      Life& parent = lives_[all[i].parent.index];
      parent.start = std::min(parent.start, life.start);
      parent.end = std::max(parent.end, life.end);
    }
    for (uint32_t i = 1; i < all.size(); ++i) {
      add(lives_[i].start, Order::creation, [this, i] { create(i); });
    }
    for (auto i = static_cast<uint32_t>(all.size()); i-- > 1;) {
      add(lives_[i].end, Order::destruction,
          [this, i] { writer_.destroy_container(lives_[i].end, containers_[i]); });
    }
  }
  void create(uint32_t i) {
    const Container& container = trace_.containers()[i];
    containers_[i] = writer_.create_container(
        lives_[i].start, types_[container.type.index], container.name.text,
        containers_[container.parent.index], fields(TypeKind::container, i));
  }
  TraceWriter::With fields(TypeKind kind, uint64_t row) {
    return fields_[static_cast<std::size_t>(kind)].of(row);
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
      add(start, track.container, [this, start, track, value, row] {
        writer_.push_state(start, containers_[track.container.index], types_[track.type.index],
                           value, fields(TypeKind::state, row));
      });
      open.push_back(std::max(start, end));
    }
    while (!open.empty()) pop(track, open);
  }
  void pop(const Track& track, std::vector<double>& open) {
    const double time = open.back();
    open.pop_back();
    add(time, track.container, [this, time, track] {
      writer_.pop_state(time, containers_[track.container.index], types_[track.type.index]);
    });
  }

  void plan_variables(const Track& track) {
    const auto variables = trace_.variables();
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double time = times_.of(track.container, variables.start[row]);
      add(time, track.container, [this, time, track, row, value = variables.value[row]] {
        writer_.set_variable(time, containers_[track.container.index], types_[track.type.index],
                             value, fields(TypeKind::variable, row));
      });
    }
  }
  void plan_events(const Track& track) {
    const auto events = trace_.events();
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double time = times_.of(track.container, events.time[row]);
      add(time, track.container, [this, time, track, row] {
        writer_.new_event(time, containers_[track.container.index], types_[track.type.index],
                          values_[trace_.events().value[row].index], fields(TypeKind::event, row));
      });
    }
  }

  void plan_links(const Track& track) {
    const auto links = trace_.links();
    if (messages_.empty()) {
      messages_.assign(links.start.size(), nullptr);
      for (const auto& message : graph_.messages()) messages_[message.link] = &message;
    }
    const bool is_kept = has_own_keys(track);
    for (uint64_t row = track.first; row < track.last; ++row) {
      double start = times_.of(links.start_container[row], links.start[row]);
      double end = times_.of(links.end_container[row], links.end[row]);
      if (const auto* const message = messages_[row]) {
        start = times_.inside(message->source, links.start[row]);
        end = std::max(start, graph_.end(message->target) == links.end[row]
                                  ? times_.start(message->target + 1)
                                  : times_.inside(message->target, links.end[row]));
      }
      lives(links.start_container[row], start);
      lives(links.end_container[row], end);
      add(start, track.container,
          [this, start, track, row, is_kept] { start_link(start, track, row, is_kept); });
      add(end, track.container,
          [this, end, track, row, is_kept] { end_link(end, track, row, is_kept); });
    }
  }
  // A key that is used again later could be used twice at the same time when links move.
  [[nodiscard]] bool has_own_keys(const Track& track) const {
    std::set<std::string_view> keys;
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (!keys.insert(trace_.link_key(row).text).second) return false;
    }
    return true;
  }
  [[nodiscard]] std::string key(uint64_t row, bool is_kept) const {
    return is_kept ? std::string(trace_.link_key(row).text) : fmt::format("{}", row);
  }
  void start_link(double time, const Track& track, uint64_t row, bool is_kept) {
    const auto links = trace_.links();
    writer_.start_link(time, containers_[track.container.index], types_[track.type.index],
                       containers_[links.start_container[row].index], key(row, is_kept),
                       values_[links.value[row].index], fields(TypeKind::link, row));
  }
  void end_link(double time, const Track& track, uint64_t row, bool is_kept) {
    const auto links = trace_.links();
    writer_.end_link(time, containers_[track.container.index], types_[track.type.index],
                     containers_[links.end_container[row].index], key(row, is_kept),
                     values_[links.value[row].index]);
  }

  void lives(ContainerId container, double time) {
    Life& life = lives_[container.index];
    life.start = std::min(life.start, time);
    life.end = std::max(life.end, time);
  }
  template <class Write>
  void add(double time, Order order, Write&& write) {
    plan_.push_back({time, order, std::forward<Write>(write)});
  }
  template <class Write>
  void add(double time, ContainerId container, Write&& write) {
    lives(container, time);
    add(time, Order::object, std::forward<Write>(write));
  }

  const Trace& trace_;
  const DependencyGraph& graph_;
  NewTimes times_;
  std::vector<TraceWriter::Container> containers_;
  std::vector<Life> lives_;  // by container
  TraceWriter& writer_;
  std::vector<writing::KeptFields> fields_;  // by kind
  std::vector<TraceWriter::Type> types_;
  std::vector<TraceWriter::Value> values_;
  std::vector<const DependencyGraph::Message*> messages_;  // by link
  std::vector<Step> plan_;
};

}  // namespace

void write_predicted(const DependencyGraph& graph, const std::vector<double>& starts,
                     TraceWriter& writer) {
  PredictedRun(graph, starts, writer).write();
}

}  // namespace paje
