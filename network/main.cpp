// The program that `pj_measure network` becomes in each process that mpirun starts: it measures,
// and its first process writes. For `pj_measure storage` it gathers what processes have measured.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "network/collectives.hpp"
#include "network/communicator.hpp"
#include "network/gather_text.hpp"
#include "network/halo.hpp"
#include "network/options.hpp"
#include "network/output.hpp"
#include "network/point_to_point.hpp"

namespace {

using namespace paje::network;

constexpr int kTrouble = 2;

struct Measured {
  Outcome outcome;
  Places places;
  FoundThresholds thresholds;
  std::vector<HaloTime> halo;
};

// How far the clock of rank 0 was ahead, and when that was by the own clock.
struct ClockReading {
  double at = 0;
  double offset = 0;
};
ClockReading read_clock(const Communicator& world) {
  const double offset = clock_offset(world);
  return {now(), offset};
}

// As the clock of rank 0 shows, if clocks drift evenly.
void correct_clocks(const ClockReading& first, const ClockReading& last,
                    std::vector<Entry>& entries) {
  const double length = last.at - first.at;
  const double drift = length > 0 ? (last.offset - first.offset) / length : 0;
  for (Entry& entry : entries) {
    for (double* const time : {&entry.start, &entry.middle, &entry.end}) {
      *time += first.offset + drift * (*time - first.at);
    }
  }
}

Measured measure(const Communicator& world, const Options& options) {
  Measured all;
  all.places = find_places(world);
  const ClockReading first = read_clock(world);
  if (options.experiment == "lmo") {
    all.outcome = measure_point_to_point(world, {options.sizes, options.serial, options.precision});
  } else if (options.experiment == "collectives") {
    all.outcome = measure_collectives(world, {options.sizes, options.root, options.precision},
                                      all.thresholds);
  } else {
    all.outcome = measure_halo(
        world, all.places, {options.per_node, options.messages, options.sizes, options.precision},
        all.halo);
  }
  world.barrier();
  const ClockReading last = read_clock(world);
  correct_clocks(first, last, all.outcome.entries);
  all.outcome.entries = gather_entries(world, all.outcome.entries);
  // Counts are small enough to be exact as doubles.
  all.outcome.experiments =
      static_cast<uint64_t>(world.sum(static_cast<double>(all.outcome.experiments), 0));
  all.outcome.imprecise =
      static_cast<uint64_t>(world.sum(static_cast<double>(all.outcome.imprecise), 0));
  return all;
}

void print(const Options& options, const Measured& all, int processes) {
  fmt::print(stderr, "pj_measure: {}: {} experiments of {} processes\n", options.output,
             all.outcome.experiments, processes);
  if (all.outcome.imprecise > 0) {
    fmt::print(stderr,
               "pj_measure: warning: {} of them are not as precise as {:.3g} % after {} "
               "repetitions\n",
               all.outcome.imprecise, options.precision.relative * 100, options.precision.most);
  }
  if (options.experiment != "collectives" || options.root != 0) return;
  const auto size = [](double bytes) {
    return bytes > 0 ? fmt::format("after {} bytes", bytes) : "at no size";
  };
  fmt::print(stderr, "pj_measure: scatter leaps {}, gather escalates {}\n",
             size(all.thresholds.scatter_leap), size(all.thresholds.gather_escalates));
}

void write(const Options& options, const Measured& all) {
  if (!options.is_table) {
    write_trace(all.outcome.entries, all.places, options.output);
  } else if (options.experiment == "halo") {
    write_halo_table(all.halo, options.output);
  } else {
    write_table(all.outcome.entries, options.output);
  }
}

// What a run of this many processes cannot do; empty if there is nothing.
std::string trouble(const Options& options, int processes) {
  if (options.experiment == "lmo" && processes < 3) {
    return fmt::format("the LMO model needs 3 processes or more, mpirun started {}", processes);
  }
  if (processes < 2) return "a network needs 2 processes or more, mpirun started 1";
  if (options.root < 0 || options.root >= processes) {
    return fmt::format("--root: expected a rank from 0 to {}, found {}", processes - 1,
                       options.root);
  }
  return "";
}

int work(const Options& options) {
  const Communicator world(MPI_COMM_WORLD);
  if (options.experiment == "gather") return gather_text(world);
  const std::string reason = trouble(options, world.size());
  if (!reason.empty()) {
    if (world.rank() == 0) fmt::print(stderr, "pj_measure: {}\n", reason);
    return kTrouble;
  }
  const Measured all = measure(world, options);
  int status = 0;
  if (world.rank() == 0) {
    try {
      if (options.experiment == "halo" && all.halo.empty()) {
        throw std::runtime_error("no machine has as many processes as --per-node asks for");
      }
      write(options, all);
      print(options, all, world.size());
    } catch (const std::exception& error) {
      fmt::print(stderr, "pj_measure: {}\n", error.what());
      status = kTrouble;
    }
  }
  return world.share(status, 0);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = kTrouble;
  try {
    status = work(parse_options({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    fmt::print(stderr, "pj_measure: {}\n", error.what());
  }
  MPI_Finalize();
  return status;
}
