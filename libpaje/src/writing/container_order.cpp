#include "writing/container_order.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace paje::writing {

ContainerOrder::ContainerOrder(const Trace& trace) {
  find_due_times(trace);
  find_deaths(trace);
}

void ContainerOrder::find_due_times(const Trace& trace) {
  const std::size_t count = trace.containers().size();
  due_.resize(count);
  for (std::size_t i = 0; i < count; ++i) due_[i] = trace.containers()[i].start;
  const auto is_due = [this](ContainerId id, double time) {
    due_[id.index] = std::min(due_[id.index], time);
  };
  const LinkColumns links = trace.links();
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::link) {
      is_due(track.container, trace.starts(track.kind)[track.first]);
      continue;
    }
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double first = std::min(links.start[row], links.end[row]);
      is_due(track.container, first);
      is_due(links.start_container[row], links.start[row]);
      is_due(links.end_container[row], links.end[row]);
    }
  }
  // What is created later may not have to wait.
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = count; i > 0; --i) {
    least = std::min(least, due_[i - 1]);
    due_[i - 1] = least;
  }
}

// The nearest container above one that is destroyed and that no container outlives so far. Ways
// past the others are shortened when they are walked.
ContainerId ContainerOrder::destroyed_above(ContainerId id) {
  ContainerId found = next_above_[id.index];
  while (found.valid() && outlived_by_[found.index].valid()) found = next_above_[found.index];
  for (ContainerId at = next_above_[id.index]; at != found;) {
    at = std::exchange(next_above_[at.index], found);
  }
  next_above_[id.index] = found;
  return found;
}

// Whatever is created below a container after one that outlives it does so, too.
void ContainerOrder::find_deaths(const Trace& trace) {
  const std::span<const Container> all = trace.containers();
  waits_.assign(all.size(), 0);
  held_.assign(all.size(), 0);
  dies_before_.resize(all.size());
  outlived_by_.resize(all.size());
  next_above_.resize(all.size());
  for (uint32_t i = 1; i < all.size(); ++i) {
    const ContainerId parent = all[i].parent;
    next_above_[i] = all[parent.index].destroyed ? parent : next_above_[parent.index];
  }
  for (uint32_t i = 1; i < all.size(); ++i) {
    const ContainerId id{i};
    ContainerId above = destroyed_above(id);
    while (above.valid() && (!all[i].destroyed || all[i].end > all[above.index].end)) {
      outlived_by_[above.index] = id;
      ++waits_[i];
      above = destroyed_above(id);
    }
    if (!above.valid() || !all[i].destroyed) continue;
    dies_before_[i] = above;
    ++held_[above.index];
  }
  next_above_ = {};
}

ContainerId ContainerOrder::awaken(ContainerId id) {
  const ContainerId waiting = outlived_by_[id.index];
  if (waiting.valid()) --waits_[waiting.index];
  return waiting;
}

}  // namespace paje::writing
