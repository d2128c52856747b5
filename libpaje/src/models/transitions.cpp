// Counts pairs in a trace. Threads process tracks, or blocks of links, and count separately; so
// sums do not depend on which thread counts what.
#include "paje/models/transitions.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "base/thread_pool.hpp"
#include "models/pair_counter.hpp"

namespace paje {

namespace {

// Numbers names, from 0.
class Names {
 public:
  uint32_t number_of(std::string_view name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return found->second;
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return names_; }

 private:
  std::unordered_map<std::string_view, uint32_t> numbers_;
  std::vector<std::string> names_;
};

// The previous states of a track, by depth, with the same enclosing state.
class StatesBefore {
 public:
  explicit StatesBefore(uint32_t within) : within_(within) {}

  void clear() { depth_ = 0; }
  void go_to(uint32_t depth) {
    if (levels_.size() <= depth) levels_.resize(depth + std::size_t{1});
    for (; depth_ <= depth; ++depth_) levels_[depth_].clear();
    depth_ = depth + 1;
  }
  [[nodiscard]] std::span<const uint32_t> here() const { return levels_[depth_ - 1]; }
  void add(uint32_t value) {
    auto& level = levels_[depth_ - 1];
    if (level.size() == within_) level.erase(level.begin());
    level.push_back(value);
  }
  /// The enclosing state, `steps` levels further out; null if there is none.
  [[nodiscard]] const uint32_t* around(uint32_t steps) const {
    if (steps >= depth_) return nullptr;
    const auto& level = levels_[depth_ - 1 - steps];
    return level.empty() ? nullptr : &level.back();
  }
  [[nodiscard]] uint32_t depth() const { return depth_; }

 private:
  uint32_t within_;
  uint32_t depth_ = 0;  // number of valid levels
  std::vector<std::vector<uint32_t>> levels_;
};

void count_track(const Trace& trace, const Track& track, const std::vector<uint32_t>& numbers,
                 const PairOptions& options, PairCounter& counts) {
  const StateColumns states = trace.states();
  StatesBefore before(options.of == PairKind::calls ? 1 : options.within);
  for (uint64_t row = track.first; row < track.last; ++row) {
    const uint32_t value = numbers[states.value[row].index];
    before.go_to(states.depth[row]);
    if (options.of == PairKind::states) {
      for (const uint32_t other : before.here()) counts.add(other, value);
    } else {
      const uint32_t most = std::min(options.within, before.depth() - 1);
      for (uint32_t steps = 1; steps <= most; ++steps) {
        if (const uint32_t* outer = before.around(steps)) counts.add(*outer, value);
      }
    }
    before.add(value);
  }
}

// Calls work(i, counts) for each i below `count`, and returns the sum of all counts.
template <class Work>
PairCounter count_on_threads(unsigned threads, std::size_t count, Work&& work) {
  ThreadPool pool(threads);
  std::vector<PairCounter> parts(
      std::max<std::size_t>(1, std::min<std::size_t>(pool.threads(), count)));
  std::atomic<std::size_t> next = 0;
  pool.for_each(parts.size(), [&](std::size_t part) {
    for (std::size_t i = next++; i < count; i = next++) work(i, parts[part]);
  });
  PairCounter all = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (const auto& pair : parts[i].pairs()) all.add(pair.from, pair.to, pair.count);
    parts[i] = {};
  }
  return all;
}

// A number for each value, by its name: equal for all traces with the same names.
std::vector<uint32_t> numbers_of_states(const Trace& trace, Names& names) {
  std::vector<uint32_t> numbers;
  for (const EntityValue& value : trace.values()) {
    const bool is_state = trace[value.type].kind == TypeKind::state;
    numbers.push_back(is_state ? names.number_of(value.name.text) : 0);
  }
  return numbers;
}

PairCounter count_states(const Trace& trace, const PairOptions& options) {
  Names names;
  const std::vector<uint32_t> numbers = numbers_of_states(trace, names);
  std::vector<Track> tracks;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state) tracks.push_back(track);
  }
  // Large tracks first, so that no thread is left with one at the end.
  std::sort(tracks.begin(), tracks.end(),
            [](const Track& a, const Track& b) { return a.size() > b.size(); });
  return count_on_threads(options.threads, tracks.size(), [&](std::size_t i, PairCounter& part) {
    count_track(trace, tracks[i], numbers, options, part);
  });
}

// Names of containers with links; paths for all of them if two have the same name.
std::vector<std::string> container_names(const Trace& trace, const PairCounter& counts) {
  std::vector<bool> is_used(trace.containers().size());
  for (const auto& pair : counts.pairs()) is_used[pair.from] = is_used[pair.to] = true;
  std::vector<std::string> names(is_used.size());
  Names different;
  std::size_t used = 0;
  for (uint32_t i = 0; i < names.size(); ++i) {
    if (!is_used[i]) continue;
    ++used;
    names[i] = trace[ContainerId{i}].name.text;
    different.number_of(trace[ContainerId{i}].name.text);
  }
  if (different.all().size() == used) return names;
  for (uint32_t i = 0; i < names.size(); ++i) {
    if (is_used[i]) names[i] = container_path(trace, ContainerId{i});
  }
  return names;
}

PairCounter count_links(const Trace& trace, const PairOptions& options) {
  constexpr uint64_t kBlock = 1 << 16;
  const LinkColumns links = trace.links();
  const uint64_t rows = links.start.size();
  return count_on_threads(
      options.threads, (rows + kBlock - 1) / kBlock, [&](std::size_t block, PairCounter& part) {
        const uint64_t end = std::min(rows, (block + 1) * kBlock);
        for (uint64_t row = block * kBlock; row < end; ++row) {
          const ContainerId from = links.start_container[row], to = links.end_container[row];
          if (from.valid() && to.valid()) part.add(from.index, to.index);
        }
      });
}

}  // namespace

PairCounter count_numbered_pairs(const Trace& trace, const PairOptions& options) {
  return options.of == PairKind::links ? count_links(trace, options) : count_states(trace, options);
}

PairTable table_of_pairs(const Trace& trace, const PairCounter& counts,
                         const PairOptions& options) {
  if (options.of == PairKind::links) {
    return make_pair_table(counts, container_names(trace, counts), options.min_count);
  }
  Names names;
  (void)numbers_of_states(trace, names);
  return make_pair_table(counts, names.all(), options.min_count);
}

PairTable count_pairs(const Trace& trace, const PairOptions& options) {
  return table_of_pairs(trace, count_numbered_pairs(trace, options), options);
}

}  // namespace paje
