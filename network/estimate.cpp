// The estimation inside a program: experiments on a communicator of its own, a fit at rank 0.
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>

#include "network/point_to_point.hpp"
#include "paje/lmo.h"
#include "paje/models/lmo.hpp"

#define PAJE_LMO_EXPORT __attribute__((visibility("default")))

namespace {

using namespace paje::network;

bool take(const paje_lmo_options& from, PointToPoint& wanted) {
  Precision& precision = wanted.precision;
  if (from.confidence != 0) precision.confidence = from.confidence;
  if (from.precision != 0) precision.relative = from.precision;
  if (from.bytes != 0) wanted.sizes = {static_cast<int64_t>(from.bytes)};
  wanted.serial = from.serial != 0;
  if (from.most_repetitions < 0 || from.bytes > (std::size_t{1} << 30)) return false;
  if (from.most_repetitions > 0) precision.most = static_cast<uint32_t>(from.most_repetitions);
  precision.least = std::min(precision.least, precision.most);
  return precision.confidence > 0 && precision.confidence < 1 && precision.relative > 0;
}

// Rows of C, t and 1/beta, in this order.
std::vector<double> fit(const std::vector<Entry>& entries, int processes) {
  std::vector<paje::RoundTrip> trips;
  std::vector<paje::OneToTwo> to_two;
  for (const Entry& entry : entries) {
    if (entry.rank != entry.root) continue;
    const auto root = static_cast<uint32_t>(entry.root), first = static_cast<uint32_t>(entry.first);
    const auto bytes = static_cast<double>(entry.bytes);
    const double time = entry.end - entry.start;
    if (entry.second < 0) {
      trips.push_back({root, first, bytes, 0, time});
    } else {
      to_two.push_back({root, first, static_cast<uint32_t>(entry.second), bytes, time});
    }
  }
  const paje::LmoModel model = fit_lmo(static_cast<uint32_t>(processes), trips, to_two).model;
  std::vector<double> all = model.startup;
  all.insert(all.end(), model.per_byte.begin(), model.per_byte.end());
  all.insert(all.end(), model.links.begin(), model.links.end());
  return all;
}

int estimate(MPI_Comm comm, const PointToPoint& wanted, std::vector<double>& numbers) {
  const Communicator world(comm);
  const Outcome outcome = measure_point_to_point(world, wanted);
  const std::vector<Entry> entries = gather_entries(world, outcome.entries);
  int error = PAJE_LMO_DONE;
  if (world.rank() == 0) {
    try {
      numbers = fit(entries, world.size());
    } catch (const std::invalid_argument&) {
      error = PAJE_LMO_NOT_FITTED;
    }
  }
  error = world.share(error, 0);
  const auto n = static_cast<std::size_t>(world.size());
  numbers.resize(n * (n + 2));
  MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, 0, comm);
  return error;
}

int give(const std::vector<double>& numbers, int processes, paje_lmo* model) {
  const auto n = static_cast<std::size_t>(processes);
  // One block, which paje_lmo_free() frees by its beginning.
  auto* const block = static_cast<double*>(std::malloc(numbers.size() * sizeof(double)));
  if (block == nullptr) return PAJE_LMO_NO_MEMORY;
  std::copy(numbers.begin(), numbers.end(), block);
  *model = {processes, block, block + n, block + 2 * n};
  return PAJE_LMO_DONE;
}

}  // namespace

extern "C" {

PAJE_LMO_EXPORT int paje_lmo_estimate(MPI_Comm comm, const paje_lmo_options* options,
                                      paje_lmo* model) {
  *model = {};
  int processes = 0;
  MPI_Comm_size(comm, &processes);
  if (processes < 3) return PAJE_LMO_FEW_PROCESSES;
  try {
    PointToPoint wanted;
    if (options != nullptr && !take(*options, wanted)) return PAJE_LMO_BAD_OPTION;
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &own);
    std::vector<double> numbers;
    const int error = estimate(own, wanted, numbers);
    MPI_Comm_free(&own);
    return error != PAJE_LMO_DONE ? error : give(numbers, processes, model);
  } catch (const std::bad_alloc&) {
    return PAJE_LMO_NO_MEMORY;
  } catch (const std::exception&) {
    return PAJE_LMO_NOT_FITTED;
  }
}

PAJE_LMO_EXPORT double paje_lmo_time(const paje_lmo* model, int from, int to, double bytes) {
  const double link = model->links[from * model->processes + to];
  return model->startup[from] + model->startup[to] +
         bytes * (model->per_byte[from] + model->per_byte[to] + link);
}

PAJE_LMO_EXPORT const char* paje_lmo_text(int error) {
  switch (error) {
    case PAJE_LMO_DONE:
      return "done";
    case PAJE_LMO_FEW_PROCESSES:
      return "the LMO model needs three processes or more";
    case PAJE_LMO_BAD_OPTION:
      return "an option is out of range";
    case PAJE_LMO_NOT_FITTED:
      return "the times that were measured have no meaning";
    case PAJE_LMO_NO_MEMORY:
      return "there is not enough memory";
    default:
      return "no such error";
  }
}

PAJE_LMO_EXPORT void paje_lmo_free(paje_lmo* model) {
  std::free(model->startup);
  *model = {};
}

}  // extern "C"
