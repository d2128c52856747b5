// The few calls of MPI that experiments are made of.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "network/entries.hpp"

namespace paje::network {

/// Errors of MPI end the program, as MPI does by default.
class Communicator {
 public:
  explicit Communicator(MPI_Comm comm);
  [[nodiscard]] MPI_Comm handle() const { return comm_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  void send(int to, const void* bytes, std::size_t count, int tag) const;
  void receive(int from, void* bytes, std::size_t count, int tag) const;
  void barrier() const;
  /// At all, what the root has.
  [[nodiscard]] int share(int number, int root) const;
  [[nodiscard]] double greatest(double number, int root) const;  ///< at the root
  [[nodiscard]] double sum(double number, int root) const;       ///< at the root

 private:
  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
};

/// Seconds of a clock that all processes of a machine share; MPI_Wtime() may count from the
/// start of each. In a simulation by SimGrid they share the simulated one.
inline double now() {
#ifdef SMPI_H
  return MPI_Wtime();
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

/// All have it.
Places find_places(const Communicator& world);

/// By how much the clock of rank 0 is ahead of this one, now; found by ping-pong with each process
/// in turn. 0 if that explains the times of the shortest round trip, as it does on the machine of
/// rank 0.
double clock_offset(const Communicator& world);

/// The entries of all, at rank 0, by rank.
std::vector<Entry> gather_entries(const Communicator& world, const std::vector<Entry>& own);

}  // namespace paje::network
