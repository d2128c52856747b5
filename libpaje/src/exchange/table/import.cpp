// A table as pj_dump prints it, back as the trace whose table it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

#include "exchange/importer.hpp"
#include "exchange/slices.hpp"
#include "exchange/table/times.hpp"
#include "exchange/table/tracks.hpp"

namespace paje::exchange {

namespace {

using Objects = std::vector<TableObject>;

constexpr double kEarliest = -std::numeric_limits<double>::infinity();

// Whether states are in the order they began in, those around others first.
bool in_order_of_begins(const Objects& states) {
  std::vector<double> ends;  // of what is open
  double last = kEarliest;
  for (const TableObject& state : states) {
    if (state.depth > ends.size() || state.start < last) return false;
    last = state.start;
    for (; ends.size() > state.depth; ends.pop_back()) {
      if (ends.back() > state.start) return false;
    }
    if (!ends.empty() && state.end > ends.back()) return false;
    ends.push_back(state.end);
  }
  return true;
}

// States that are in the order they ended in, each after those in it, in order of their starts;
// nothing if they are otherwise.
std::optional<Objects> from_order_of_ends(const Objects& states) {
  // Backwards, a state comes before those in it, the last of them first.
  Objects result(states.rbegin(), states.rend());
  std::vector<std::vector<std::size_t>> children(states.size() + 1);
  std::vector<std::size_t> path;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i].depth > path.size()) return std::nullopt;
    path.resize(result[i].depth);
    children[path.empty() ? result.size() : path.back()].push_back(i);
    path.push_back(i);
  }
  Objects ordered;
  std::vector<std::size_t> stack = children.back();
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    stack.pop_back();
    ordered.push_back(result[at]);
    stack.insert(stack.end(), children[at].begin(), children[at].end());
  }
  if (!in_order_of_begins(ordered)) return std::nullopt;
  return ordered;
}

class TableImport {
 public:
  TableImport(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        trace_(trace),
        containers_(source, trace),
        tracks_(source, trace, containers_),
        unit_(tracks_.time_unit()),
        times_(lifetimes(containers_, trace, tracks_.all(), unit_, source.losses)) {}

  void run() {
    rank_as_in_table(trace_, tracks_.all());
    if (containers_.has_rows()) create();
    for (TableTrack& track : tracks_.all()) {
      add(track);
      track.objects = {};
    }
    if (containers_.has_rows()) {
      destroy();
    } else {
      trace_.create_all_containers();
      end_variables();
    }
    reach_end();
  }

 private:
  void create() {
    for (const ContainerIndex index : containers_.parents_first()) {
      const Lifetime& time = times_[index];
      if (index != kRoot) trace_.create(std::min(time.start, time.first), time.start, index);
    }
  }

  void destroy() {
    const std::vector<ContainerIndex>& order = containers_.parents_first();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      const Lifetime& time = times_[*at];
      if (*at != kRoot) trace_.destroy(std::max(time.end, time.last), time.end, *at);
    }
  }

  // The run may go on after all that the table has: something has to happen when it ends.
  void reach_end() {
    const TableContainer& root = containers_.all()[kRoot];
    if (!ends_after(root, times_[kRoot].last)) return;
    const TypeIndex type = trace_.add_type({ImportedKind::state, kRoot, "State"});
    trace_.reset_state(root.end, type, kRoot);
  }

  // The last value of a variable holds until its container ends, and no row says when that is.
  void end_variables() {
    std::set<ContainerIndex> with_variables;
    for (const TableTrack& track : tracks_.all()) {
      if (track.nature == RowNature::variable) with_variables.insert(track.container);
    }
    const std::vector<ContainerIndex>& order = containers_.parents_first();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      const double last = times_[*at].last;
      if (*at == kRoot || !with_variables.contains(*at) || !std::isfinite(last)) continue;
      trace_.destroy(last, last, *at);
    }
  }

  void add(TableTrack& track) {
    switch (track.nature) {
      case RowNature::state:
        return add_states(track);
      case RowNature::variable:
        return add_variable(track);
      case RowNature::event:
        for (const TableObject& event : track.objects) {
          trace_.event(time_in(track, event.start), track.type, track.container, event.value,
                       event.fields);
        }
        return;
      case RowNature::link:
        return add_links(track);
      case RowNature::container:
        return;
    }
  }

  void add_states(TableTrack& track) {
    if (!in_order_of_begins(track.objects)) {
      std::optional<Objects> ordered = from_order_of_ends(track.objects);
      if (!ordered) return add_unordered_states(track);
      track.objects = std::move(*ordered);
    }
    std::vector<double> ends;
    const auto close = [&](std::size_t depth) {
      for (; ends.size() > depth; ends.pop_back()) {
        trace_.pop(time_in(track, ends.back()), track.type, track.container);
      }
    };
    for (const TableObject& state : track.objects) {
      close(state.depth);
      trace_.push(time_in(track, state.start), track.type, track.container, state.value,
                  state.fields);
      ends.push_back(state.end);
    }
    close(0);
  }

  void add_unordered_states(const TableTrack& track) {
    source_.losses.add("depths of states that are in no order (they nest by their times)",
                       track.objects.size());
    std::vector<Slice> slices;
    for (const TableObject& state : track.objects) {
      slices.push_back({time_in(track, state.start), time_in(track, state.end), state.value});
      slices.back().fields = state.fields;
    }
    SliceRows& rows = rows_.try_emplace(track.type_name, trace_, track.type_name).first->second;
    rows.set_first(trace_.types()[track.type].parent, track.type);
    add_slices(trace_, source_.losses, rows, track.container, slices);
  }

  void add_variable(TableTrack& track) {
    std::stable_sort(track.objects.begin(), track.objects.end(),
                     [](const TableObject& a, const TableObject& b) { return a.start < b.start; });
    double last = kEarliest;
    for (std::size_t i = 0; i < track.objects.size(); ++i) {
      const TableObject& piece = track.objects[i];
      double time = time_in(track, piece.start);
      // A value set at the time of the one before would take its place.
      if (time <= last) time = std::nextafter(last, -kEarliest);
      last = time;
      trace_.set_variable(time, track.type, track.container, piece.number, piece.fields);
      const bool is_last = i + 1 == track.objects.size();
      const Lifetime& time_there = times_[track.container];
      const double end = std::isfinite(time_there.end) ? time_there.end : time_there.last;
      const double until = is_last ? end : track.objects[i + 1].start;
      if (!is_last && piece.end - until > 2 * unit_) {
        source_.losses.add("ends of variables after the next value (they last until then)");
      }
      if (until - piece.end > 2 * unit_ && std::isfinite(until)) {
        source_.losses.add("ends of variables before the next value (they last until then)");
      }
    }
  }

  void add_links(TableTrack& track) {
    const auto completed = [](const TableObject& link) { return std::max(link.start, link.end); };
    if (!std::ranges::is_sorted(track.objects, {}, completed)) {
      source_.losses.add("links in another order (they come in the order of their ends)",
                         track.objects.size());
      std::ranges::stable_sort(track.objects, {}, completed);
    }
    std::unordered_set<WordIndex> used;
    double arrival = kEarliest;  // rows are in the order in which links became complete
    for (const TableObject& link : track.objects) {
      ImportedLink made{track.type, track.container, link.from, link.to, link.value, link.key};
      made.fields = link.fields;
      while (!used.insert(made.key).second) {
        made.key = trace_.word(fmt::format("{}'{}", trace_.word_text(link.key), used.size()));
        source_.losses.add("keys of links that were used before (with ' and a number after them)");
      }
      arrival = trace_.link(time_in(track, link.start), time_in(track, link.end), made, arrival);
    }
  }

  [[nodiscard]] double time_in(const TableTrack& track, double time) const {
    return times_[track.container].clamp(time);
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  TableContainers containers_;
  TableTracks tracks_;
  double unit_;
  std::vector<Lifetime> times_;
  std::map<std::string, SliceRows> rows_;  // by name of type
};

}  // namespace

void import_table(const ImportSource& source, ImportedTrace& trace) {
  TableImport(source, trace).run();
}

}  // namespace paje::exchange
