#include "network/halo.hpp"

#include <algorithm>
#include <map>

namespace paje::network {

namespace {

constexpr int kForwardTag = 6, kBackwardTag = 7;

// The processes that measure, and my neighbours; -1 if this one does not.
struct Ring {
  int nodes = 0;
  int members = 0;
  int next = -1;
  int before = -1;
};

// Ranks by machine, the first `per_node` of each that has as many.
std::map<int, std::vector<int>> members_of(const Places& places, int per_node) {
  std::map<int, std::vector<int>> members;
  for (std::size_t rank = 0; rank < places.machine.size(); ++rank) {
    if (places.local[rank] < per_node) {
      members[places.machine[rank]].push_back(static_cast<int>(rank));
    }
  }
  std::erase_if(members, [&](const auto& one) {
    return one.second.size() < static_cast<std::size_t>(per_node);
  });
  return members;
}

Ring ring_of(const Places& places, int per_node, int rank) {
  const auto members = members_of(places, per_node);
  Ring ring{static_cast<int>(members.size()), static_cast<int>(members.size()) * per_node};
  if (ring.members < 2) return ring;
  std::vector<int> line;  // those that write to each other
  const int machine = places.machine[static_cast<std::size_t>(rank)];
  const int local = places.local[static_cast<std::size_t>(rank)];
  if (!members.contains(machine) || local >= per_node) return ring;
  for (const auto& [of, ranks] : members) {
    if (members.size() == 1) line = ranks;
    if (members.size() > 1) line.push_back(ranks[static_cast<std::size_t>(local)]);
  }
  const auto at =
      static_cast<std::size_t>(std::find(line.begin(), line.end(), rank) - line.begin());
  ring.next = line[(at + 1) % line.size()];
  ring.before = line[(at + line.size() - 1) % line.size()];
  return ring;
}

class HaloMeasuring {
 public:
  HaloMeasuring(const Communicator& world, const Places& places, const Halo& wanted)
      : world_(world), places_(places), wanted_(wanted) {}

  Outcome measure(std::vector<HaloTime>& times) {
    for (const int per_node : wanted_.per_node) {
      const Ring ring = ring_of(places_, per_node, world_.rank());
      if (ring.members < 2) continue;
      for (const int messages : wanted_.messages) {
        for (const int64_t bytes : wanted_.sizes) {
          times.push_back({ring.nodes, per_node, messages, bytes, 0});
          times.back().time = repeat(ring, times.back());
        }
      }
    }
    return std::move(outcome_);
  }

 private:
  double repeat(const Ring& ring, const HaloTime& of) {
    Repeated repeated(wanted_.precision);
    Entry entry{.kind = Kind::halo, .rank = world_.rank(), .first = ring.next};
    entry.second = ring.before;
    entry.experiment = next_++;
    entry.messages = of.messages;
    entry.per_node = of.per_node;
    entry.bytes = of.bytes;
    buffer_.resize(static_cast<std::size_t>(of.bytes) * static_cast<std::size_t>(of.messages) * 2);
    for (int32_t repetition = -1;; ++repetition) {
      world_.barrier();
      entry.start = now();
      if (ring.next >= 0) exchange(ring, of);
      entry.middle = entry.end = now();
      const double sum = world_.sum(ring.next < 0 ? 0 : entry.end - entry.start, 0);
      if (repetition < 0) continue;
      entry.repetition = repetition;
      if (ring.next >= 0) outcome_.entries.push_back(entry);
      repeated.add(sum / ring.members);
      if (world_.share(repeated.is_enough() ? 1 : 0, 0) != 0) break;
    }
    if (world_.rank() == 0) outcome_.count(repeated.is_precise());
    return repeated.mean();
  }

  // Even messages go to the next one, odd ones to the one before.
  void exchange(const Ring& ring, const HaloTime& of) {
    const auto size = static_cast<std::size_t>(of.bytes);
    std::vector<MPI_Request> requests(static_cast<std::size_t>(of.messages) * 2);
    const auto half = requests.size() / 2;
    const int count = static_cast<int>(of.bytes);
    for (std::size_t i = 0; i < half; ++i) {
      const bool forward = i % 2 == 0;
      MPI_Irecv(buffer_.data() + i * size, count, MPI_BYTE, forward ? ring.before : ring.next,
                forward ? kForwardTag : kBackwardTag, world_.handle(), &requests[i]);
    }
    for (std::size_t i = 0; i < half; ++i) {
      const bool forward = i % 2 == 0;
      MPI_Isend(buffer_.data() + (half + i) * size, count, MPI_BYTE,
                forward ? ring.next : ring.before, forward ? kForwardTag : kBackwardTag,
                world_.handle(), &requests[half + i]);
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  const Communicator& world_;
  const Places& places_;
  const Halo& wanted_;
  std::vector<char> buffer_;
  Outcome outcome_;
  int32_t next_ = 0;
};

}  // namespace

Outcome measure_halo(const Communicator& world, const Places& places, const Halo& wanted,
                     std::vector<HaloTime>& times) {
  return HaloMeasuring(world, places, wanted).measure(times);
}

}  // namespace paje::network
