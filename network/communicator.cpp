#include "network/communicator.hpp"

#include <algorithm>
#include <array>

namespace paje::network {

namespace {

constexpr int kClockTag = 1, kCountTag = 2, kEntriesTag = 3;
constexpr int kPings = 20;
// What one message of entries holds at most.
constexpr std::size_t kMostEntries = 1 << 20;

}  // namespace

Communicator::Communicator(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &size_);
}

void Communicator::send(int to, const void* bytes, std::size_t count, int tag) const {
  MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, tag, comm_);
}

void Communicator::receive(int from, void* bytes, std::size_t count, int tag) const {
  MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, tag, comm_, MPI_STATUS_IGNORE);
}

void Communicator::barrier() const { MPI_Barrier(comm_); }

int Communicator::share(int number, int root) const {
  MPI_Bcast(&number, 1, MPI_INT, root, comm_);
  return number;
}

double Communicator::greatest(double number, int root) const {
  double result = 0;
  MPI_Reduce(&number, &result, 1, MPI_DOUBLE, MPI_MAX, root, comm_);
  return result;
}

double Communicator::sum(double number, int root) const {
  double result = 0;
  MPI_Reduce(&number, &result, 1, MPI_DOUBLE, MPI_SUM, root, comm_);
  return result;
}

Places find_places(const Communicator& world) {
  using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
  Name own{};
  int length = 0;
  MPI_Get_processor_name(own.data(), &length);
  std::vector<Name> all(static_cast<std::size_t>(world.size()));
  MPI_Allgather(own.data(), sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR, world.handle());
  Places places;
  std::vector<int> counts;
  for (const Name& name : all) {
    const std::string text(name.begin(), std::find(name.begin(), name.end(), '\0'));
    const auto found = std::find(places.machines.begin(), places.machines.end(), text);
    const auto at = static_cast<std::size_t>(found - places.machines.begin());
    if (found == places.machines.end()) {
      places.machines.push_back(text);
      counts.push_back(0);
    }
    places.machine.push_back(static_cast<int>(at));
    places.local.push_back(counts[at]++);
  }
  return places;
}

// Half the shortest round trip is what the answer took.
double clock_offset(const Communicator& world) {
  double offset = 0;
  for (int other = 1; other < world.size(); ++other) {
    if (world.rank() != 0 && world.rank() != other) continue;
    double shortest = 0;
    for (int i = 0; i < kPings; ++i) {
      double time = 0;
      if (world.rank() == 0) {
        world.receive(other, nullptr, 0, kClockTag);
        time = now();
        world.send(other, &time, sizeof time, kClockTag);
        continue;
      }
      const double start = now();
      world.send(0, nullptr, 0, kClockTag);
      world.receive(0, &time, sizeof time, kClockTag);
      const double end = now();
      if (i > 0 && end - start >= shortest) continue;
      shortest = end - start;
      offset = start <= time && time <= end ? 0 : time - (start + end) / 2;
    }
  }
  return offset;
}

std::vector<Entry> gather_entries(const Communicator& world, const std::vector<Entry>& own) {
  if (world.rank() != 0) {
    const uint64_t count = own.size();
    world.send(0, &count, sizeof count, kCountTag);
    for (std::size_t at = 0; at < count; at += kMostEntries) {
      const std::size_t some = std::min(kMostEntries, own.size() - at);
      world.send(0, own.data() + at, some * sizeof(Entry), kEntriesTag);
    }
    return {};
  }
  std::vector<Entry> all = own;
  for (int rank = 1; rank < world.size(); ++rank) {
    uint64_t count = 0;
    world.receive(rank, &count, sizeof count, kCountTag);
    const std::size_t first = all.size();
    all.resize(first + count);
    for (std::size_t at = 0; at < count; at += kMostEntries) {
      const std::size_t some = std::min<std::size_t>(kMostEntries, count - at);
      world.receive(rank, all.data() + first + at, some * sizeof(Entry), kEntriesTag);
    }
  }
  return all;
}

}  // namespace paje::network
