#include "model/statistics/flame.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace paje::gui {

namespace {

class FlameMaker {
 public:
  FlameMaker(const Trace& trace, const StatisticsScope& scope) : trace_(trace), scope_(scope) {}

  void add(const Track& track) {
    // Of each depth that is open: the box of its state, or of the nearest shown one around it.
    std::vector<Open> open;
    const StateColumns states = trace_.states();
    trace_.for_each_overlapping(track, scope_.range.start, scope_.range.end, [&](uint64_t row) {
      const uint32_t depth = states.depth[row];
      open.resize(std::min<std::size_t>(depth, open.size()));
      const uint32_t around = open.empty() ? FlameBox::kNone : open.back().box;
      const double seconds = std::max(0.0, std::min(states.end[row], scope_.range.end) -
                                               std::max(states.start[row], scope_.range.start));
      // One that only touches the range has no part within it, unless it has no length at all.
      const bool only_touches = seconds == 0 && states.end[row] > states.start[row];
      if (only_touches || !scope_.has(states.value[row])) {
        open.push_back({around});
        return;
      }
      // Also where hidden states are between the two: their time is of what is around them.
      if (around != FlameBox::kNone) boxes_[around].exclusive -= seconds;
      const uint32_t box = box_for(around, states.value[row]);
      FlameBox& sum = boxes_[box];
      ++sum.count;
      sum.seconds += seconds;
      sum.exclusive += seconds;
      if (!sum.longest || seconds > longest_[box]) {
        sum.longest = ObjectRef{track.kind, track.container, track.type, row};
        longest_[box] = seconds;
      }
      open.push_back({box});
    });
  }

  // In the order of the graph, with places.
  Flame finish() {
    std::vector<std::vector<uint32_t>> children(boxes_.size() + 1);  // the last: outermost ones
    for (uint32_t i = 0; i < boxes_.size(); ++i) {
      const uint32_t parent = boxes_[i].parent;
      children[parent == FlameBox::kNone ? boxes_.size() : parent].push_back(i);
    }
    for (auto& siblings : children) {
      std::stable_sort(siblings.begin(), siblings.end(), [&](uint32_t a, uint32_t b) {
        return boxes_[a].seconds > boxes_[b].seconds;
      });
    }
    Flame flame;
    flame.boxes.reserve(boxes_.size());
    place(children[boxes_.size()], FlameBox::kNone, 0, flame);
    // One depth after the other, for trees may be too deep for a recursion.
    for (uint32_t i = 0; i < flame.boxes.size(); ++i) {
      place(children[old_[i]], i, flame.boxes[i].left, flame);
    }
    for (const FlameBox& box : flame.boxes) {
      flame.depths = std::max(flame.depths, box.depth + 1);
      if (box.parent == FlameBox::kNone) flame.seconds += box.seconds;
    }
    return flame;
  }

 private:
  struct Open {
    uint32_t box = FlameBox::kNone;
  };

  uint32_t box_for(uint32_t around, ValueId value) {
    const uint64_t key = uint64_t{around} << 32U | value.index;
    const auto [found, is_new] = by_path_.try_emplace(key, static_cast<uint32_t>(boxes_.size()));
    if (is_new) {
      boxes_.push_back({.value = value,
                        .parent = around,
                        .depth = around == FlameBox::kNone ? 0 : boxes_[around].depth + 1});
      longest_.push_back(0);
    }
    return found->second;
  }

  void place(const std::vector<uint32_t>& siblings, uint32_t parent, double left, Flame& flame) {
    for (const uint32_t i : siblings) {
      FlameBox box = boxes_[i];
      box.parent = parent;
      box.left = left;
      left += box.seconds;
      flame.boxes.push_back(box);
      old_.push_back(i);
    }
  }

  const Trace& trace_;
  const StatisticsScope& scope_;
  std::vector<FlameBox> boxes_;
  std::vector<double> longest_;
  std::unordered_map<uint64_t, uint32_t> by_path_;
  std::vector<uint32_t> old_;  // numbers of the boxes of the finished graph
};

}  // namespace

Flame flame_of(const Trace& trace, const StatisticsScope& scope,
               const std::function<void()>& check) {
  FlameMaker maker(trace, scope);
  for (const Track& track : trace.tracks()) {
    if (check) check();
    if (track.kind == TypeKind::state && scope.has(track.container)) maker.add(track);
  }
  return maker.finish();
}

std::string path_of(const Trace& trace, const Flame& flame, uint32_t box) {
  std::string path(trace[flame.boxes[box].value].name.text);
  for (uint32_t at = flame.boxes[box].parent; at != FlameBox::kNone; at = flame.boxes[at].parent) {
    path.insert(0, " / ").insert(0, trace[flame.boxes[at].value].name.text);
  }
  return path;
}

}  // namespace paje::gui
