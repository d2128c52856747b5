#include "analysis/find_periods.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "analysis/equal_places.hpp"

namespace paje {

namespace {

constexpr double kShareOfBest = 0.98;  // relative to the best score: as good as the best
constexpr double kLeastLevel = 0.5;    // least score of a nested loop
constexpr double kBetterLevel = 0.02;  // it must also exceed all shorter ones by this

// The values of a track, numbered by first appearance, so that tracks that do the same with
// different names have equal sequences. Stored as bytes if there are at most 256 values.
struct Sequence {
  std::vector<uint8_t> bytes;
  std::vector<uint32_t> words;
  std::vector<uint32_t> equal;  // by period - 1: number of places equal to the one a period later

  [[nodiscard]] std::size_t size() const { return bytes.size() + words.size(); }
  [[nodiscard]] std::string_view key() const {
    if (words.empty()) return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint32_t)};
  }
};

Sequence make_sequence(const DependencyGraph& graph, const DependencyGraph::Track& track) {
  Sequence sequence;
  std::vector<uint32_t> numbers(graph.values().size(), DependencyGraph::kNone);
  uint32_t next = 0;
  sequence.bytes.reserve(track.size());
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    const uint32_t value = graph.value(piece);
    if (value == 0) continue;
    uint32_t& number = numbers[value];
    if (number == DependencyGraph::kNone) number = next++;
    if (next == 257 && sequence.words.empty()) {
      sequence.words.assign(sequence.bytes.begin(), sequence.bytes.end());
      sequence.bytes.clear();
    }
    if (next > 256) {
      sequence.words.push_back(number);
    } else {
      sequence.bytes.push_back(static_cast<uint8_t>(number));
    }
  }
  return sequence;
}

void count_equal(std::vector<Sequence*>& sequences, uint32_t longest, ThreadPool& pool) {
  struct Part {
    Sequence* sequence;
    uint32_t first;  // index in `equal`
    uint32_t count;
  };
  constexpr uint32_t kPart = 128;
  std::vector<Part> parts;
  for (Sequence* sequence : sequences) {
    const auto periods =
        static_cast<uint32_t>(std::min<std::size_t>(sequence->size() / 2, longest));
    sequence->equal.resize(periods);
    for (uint32_t first = 0; first < periods; first += kPart) {
      parts.push_back({sequence, first, std::min(kPart, periods - first)});
    }
  }
  pool.for_each(parts.size(), [&](std::size_t i) {
    const Part& part = parts[i];
    const auto counts = std::span(part.sequence->equal).subspan(part.first, part.count);
    if (part.sequence->words.empty()) {
      count_equal_places(std::span<const uint8_t>(part.sequence->bytes), part.first + 1, counts);
    } else {
      count_equal_places(std::span<const uint32_t>(part.sequence->words), part.first + 1, counts);
    }
  });
}

double score(const Sequence& sequence, uint32_t period) {
  return static_cast<double>(sequence.equal[period - 1]) /
         static_cast<double>(sequence.size() - period);
}

std::vector<PeriodLevel> find_levels(const Sequence& sequence) {
  std::vector<PeriodLevel> levels;
  const auto periods = static_cast<uint32_t>(sequence.equal.size());
  double best = 0;
  for (uint32_t period = 1; period <= periods; ++period) {
    const double mine = score(sequence, period);
    const bool is_peak = period == periods || mine >= score(sequence, period + 1);
    if (is_peak && mine >= kLeastLevel && mine > best + kBetterLevel) {
      levels.push_back({period, mine});
    }
    best = std::max(best, mine);
  }
  return levels;
}

uint32_t best_period(const Sequence& sequence) {
  double best = 0;
  const auto periods = static_cast<uint32_t>(sequence.equal.size());
  for (uint32_t period = 1; period <= periods; ++period) {
    best = std::max(best, score(sequence, period));
  }
  if (best == 0) return 0;
  uint32_t period = 1;
  while (score(sequence, period) < kShareOfBest * best) ++period;
  return period;
}

uint32_t choose_period(const Sequence& sequence, const TrackIterations& found,
                       const IterationOptions& options) {
  if (options.period > 0) {
    return options.period <= sequence.size() / 2 ? options.period : 0;
  }
  if (options.level == 0 || found.levels.empty()) return best_period(sequence);
  return found.levels[std::min<std::size_t>(options.level, found.levels.size()) - 1].period;
}

// Whether a run of equal places is a loop, and not chance. Among n independent places with this
// probability of being equal, the longest run is about log(n * (1 - score)) / -log(score).
bool is_loop(const TrackIterations& found, std::size_t run, std::size_t n) {
  constexpr uint32_t kLeastCount = 3;
  constexpr double kSureScore = 0.9;
  constexpr double kTimesChance = 1.5;
  if (found.count < kLeastCount || found.score < kLeastLevel) return false;
  if (found.score >= kSureScore) return true;
  const double by_chance =
      std::log(static_cast<double>(n) * (1 - found.score)) / -std::log(found.score);
  return static_cast<double>(run) >= kTimesChance * by_chance;
}

// Returns the length of the run in places.
template <class T>
std::size_t find_longest_run(const std::vector<T>& values, TrackIterations& found) {
  const std::size_t period = found.period;
  std::size_t first = 0, best = 0, equal = 0;
  for (std::size_t i = 0; i + period < values.size(); ++i) {
    const bool is_equal = values[i] == values[i + period];
    const std::size_t run = is_equal ? i + 1 - first : 0;
    if (!is_equal) first = i + 1;
    equal += is_equal ? 1 : 0;
    if (run > best) {
      best = run;
      found.first_place = static_cast<uint32_t>(first);
    }
  }
  found.count = best == 0 ? 0 : static_cast<uint32_t>((best + period) / period);
  found.score = static_cast<double>(equal) / static_cast<double>(values.size() - period);
  return best;
}

TrackIterations examine(const Sequence& sequence, const IterationOptions& options) {
  TrackIterations found;
  found.levels = find_levels(sequence);
  found.period = choose_period(sequence, found, options);
  if (found.period == 0) return found;
  const std::size_t run = sequence.words.empty() ? find_longest_run(sequence.bytes, found)
                                                 : find_longest_run(sequence.words, found);
  const bool is_asked_for = options.period > 0 || options.level > 0;
  if (found.count == 0 || (!is_asked_for && !is_loop(found, run, sequence.size() - found.period))) {
    TrackIterations none;
    none.levels = std::move(found.levels);
    return none;
  }
  return found;
}

}  // namespace

std::vector<TrackIterations> find_periods(const DependencyGraph& graph,
                                          const IterationOptions& options, ThreadPool& pool) {
  std::vector<Sequence> sequences(graph.tracks().size());
  pool.for_each(sequences.size(),
                [&](std::size_t i) { sequences[i] = make_sequence(graph, graph.tracks()[i]); });
  std::unordered_map<std::string_view, std::size_t> numbers[2];  // by bytes, and by words
  std::vector<Sequence*> distinct;
  std::vector<std::size_t> number_of_track;
  for (Sequence& sequence : sequences) {
    auto& known = numbers[sequence.words.empty() ? 0 : 1];
    const auto [entry, is_new] = known.emplace(sequence.key(), distinct.size());
    if (is_new) distinct.push_back(&sequence);
    number_of_track.push_back(entry->second);
  }
  count_equal(distinct, options.longest_period, pool);
  std::vector<TrackIterations> found(distinct.size());
  pool.for_each(found.size(), [&](std::size_t i) { found[i] = examine(*distinct[i], options); });
  std::vector<TrackIterations> result;
  result.reserve(sequences.size());
  for (const std::size_t number : number_of_track) result.push_back(found[number]);
  return result;
}

}  // namespace paje
