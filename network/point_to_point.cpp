#include "network/point_to_point.hpp"

#include <algorithm>

#include "network/schedule.hpp"

namespace paje::network {

namespace {

constexpr int kControlTag = 4, kDataTag = 5;
enum Control : char { kStop, kRepeat };

class Measuring {
 public:
  Measuring(const Communicator& world, const PointToPoint& wanted)
      : world_(world), wanted_(wanted) {
    int64_t most = 0;
    for (const int64_t size : wanted.sizes) most = std::max(most, size);
    buffer_.resize(static_cast<std::size_t>(most));
  }

  Outcome measure() {
    const std::vector<Round> pairs = pair_rounds(world_.size(), wanted_.serial);
    const std::vector<Round> triples = triple_rounds(world_.size(), wanted_.serial);
    run(pairs, Kind::round_trip, 0);
    for (const int64_t size : wanted_.sizes) run(pairs, Kind::round_trip, size);
    for (const int64_t size : wanted_.sizes) run(triples, Kind::one_to_two, size);
    return std::move(outcome_);
  }

 private:
  void run(const std::vector<Round>& rounds, Kind kind, int64_t bytes) {
    for (const Round& round : rounds) {
      for (const Group& group : round) {
        Entry entry{.kind = kind, .rank = world_.rank(), .root = group[0], .first = group[1]};
        entry.second = group[2];
        entry.experiment = next_++;
        entry.bytes = bytes;
        if (group[0] == world_.rank()) {
          lead(entry);
        } else if (group[1] == world_.rank() || group[2] == world_.rank()) {
          follow(entry);
        }
      }
      world_.barrier();
    }
  }

  // The first repetition, -1, sets up connections and does not count. The others say that they are
  // ready before each, so that they wait for the message.
  void lead(Entry entry) {
    Repeated repeated(wanted_.precision);
    for (int32_t repetition = -1; repetition <= 0 || !repeated.is_enough(); ++repetition) {
      tell(entry, kRepeat);
      once_as_root(entry);
      if (repetition < 0) continue;
      entry.repetition = repetition;
      repeated.add(entry.end - entry.start);
      outcome_.entries.push_back(entry);
    }
    tell(entry, kStop);
    outcome_.count(repeated.is_precise());
  }

  void tell(const Entry& entry, Control what) {
    for (const int32_t other : {entry.first, entry.second}) {
      if (other >= 0) world_.send(other, &what, sizeof what, kControlTag);
    }
    if (what == kStop) return;
    for (const int32_t other : {entry.first, entry.second}) {
      if (other >= 0) world_.receive(other, nullptr, 0, kControlTag);
    }
  }

  void once_as_root(Entry& entry) {
    const auto bytes = static_cast<std::size_t>(entry.bytes);
    entry.start = now();
    world_.send(entry.first, buffer_.data(), bytes, kDataTag);
    if (entry.second >= 0) world_.send(entry.second, buffer_.data(), bytes, kDataTag);
    world_.receive(entry.first, nullptr, 0, kDataTag);
    entry.middle = entry.end = now();
    if (entry.second < 0) return;
    world_.receive(entry.second, nullptr, 0, kDataTag);
    entry.end = now();
  }

  void follow(Entry entry) {
    for (int32_t repetition = -1;; ++repetition) {
      char what = kStop;
      world_.receive(entry.root, &what, sizeof what, kControlTag);
      if (what == kStop) return;
      world_.send(entry.root, nullptr, 0, kControlTag);
      entry.start = now();
      world_.receive(entry.root, buffer_.data(), static_cast<std::size_t>(entry.bytes), kDataTag);
      entry.middle = now();
      world_.send(entry.root, nullptr, 0, kDataTag);
      entry.end = now();
      if (repetition < 0) continue;
      entry.repetition = repetition;
      outcome_.entries.push_back(entry);
    }
  }

  const Communicator& world_;
  const PointToPoint& wanted_;
  std::vector<char> buffer_;
  Outcome outcome_;
  int32_t next_ = 0;
};

}  // namespace

Outcome measure_point_to_point(const Communicator& world, const PointToPoint& wanted) {
  return Measuring(world, wanted).measure();
}

}  // namespace paje::network
