#include "network/collectives.hpp"

#include <algorithm>

#include "paje/models/size_segments.hpp"

namespace paje::network {

namespace {

// As many sizes below a threshold are measured precisely.
constexpr int64_t kSizesBelow = 8;

class Measuring {
 public:
  Measuring(const Communicator& world, const Collectives& wanted) : world_(world), wanted_(wanted) {
    const auto most = static_cast<std::size_t>(wanted.sizes.back());
    own_.resize(most);
    const bool is_root = world.rank() == wanted.root;
    all_.resize(is_root ? most * static_cast<std::size_t>(world.size()) : 0);
  }

  // Few repetitions say where times leap.
  Outcome measure(FoundThresholds& found) {
    found.scatter_leap = threshold(Kind::scatter);
    found.gather_escalates = threshold(Kind::gather);
    below(Kind::scatter, found.scatter_leap);
    below(Kind::gather, found.gather_escalates);
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] bool is_root() const { return world_.rank() == wanted_.root; }

  double threshold(Kind kind) {
    Precision few = wanted_.precision;
    few.most = few.least;
    std::vector<SizeTime> points;
    for (const int64_t size : wanted_.sizes) {
      points.push_back({static_cast<double>(size), repeat(kind, size, few).mean()});
    }
    const auto place = kind == Kind::scatter ? find_leap(points) : find_escalation(points);
    const int at = world_.share(place ? static_cast<int>(*place) : -1, wanted_.root);
    return at < 0 ? 0 : static_cast<double>(wanted_.sizes[static_cast<std::size_t>(at)]);
  }

  void below(Kind kind, double threshold) {
    const int64_t most = threshold > 0 ? static_cast<int64_t>(threshold) : wanted_.sizes.back();
    for (int64_t i = 1; i <= kSizesBelow; ++i) {
      const int64_t size = most * i / kSizesBelow;
      if (size < 1) continue;
      const Repeated repeated = repeat(kind, size, wanted_.precision);
      if (is_root()) outcome_.count(repeated.is_precise());
    }
  }

  // The longest time of a process counts for the number of repetitions; the first one does not.
  Repeated repeat(Kind kind, int64_t bytes, const Precision& precision) {
    Repeated repeated(precision);
    Entry entry{.kind = kind, .rank = world_.rank(), .root = wanted_.root};
    entry.experiment = next_++;
    entry.bytes = bytes;
    for (int32_t repetition = -1;; ++repetition) {
      once(entry);
      const double longest = world_.greatest(entry.end - entry.start, wanted_.root);
      if (repetition < 0) continue;
      entry.repetition = repetition;
      outcome_.entries.push_back(entry);
      repeated.add(longest);
      if (world_.share(repeated.is_enough() ? 1 : 0, wanted_.root) != 0) return repeated;
    }
  }

  void once(Entry& entry) {
    const int count = static_cast<int>(entry.bytes);
    world_.barrier();
    entry.start = now();
    if (entry.kind == Kind::scatter) {
      MPI_Scatter(all_.data(), count, MPI_BYTE, own_.data(), count, MPI_BYTE, entry.root,
                  world_.handle());
    } else {
      MPI_Gather(own_.data(), count, MPI_BYTE, all_.data(), count, MPI_BYTE, entry.root,
                 world_.handle());
    }
    entry.middle = entry.end = now();
  }

  const Communicator& world_;
  const Collectives& wanted_;
  std::vector<char> own_, all_;
  Outcome outcome_;
  int32_t next_ = 0;
};

}  // namespace

Outcome measure_collectives(const Communicator& world, const Collectives& wanted,
                            FoundThresholds& found) {
  return Measuring(world, wanted).measure(found);
}

}  // namespace paje::network
