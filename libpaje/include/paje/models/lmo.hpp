// Point-to-point communication on heterogeneous machines: the LMO model, T(i -> j, M) = C_i + t_i M
// + C_j + t_j M + M / beta_ij. Its parameters are estimated from round trips and from one-to-two
// messages. After A. Lastovetsky, V. Rychkov and M. O'Flynn, "A Software Tool for Accurate
// Estimation of Parameters of Heterogeneous Communication Models".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// `out` bytes from one process to another, and `back` bytes in return. Times are in seconds.
struct RoundTrip {
  uint32_t from = 0;
  uint32_t to = 0;
  double out = 0;
  double back = 0;
  double time = 0;
};

/// The root sends `bytes` to the first process, then to the second, and waits for an empty message
/// from each.
struct OneToTwo {
  uint32_t root = 0;
  uint32_t first = 0;
  uint32_t second = 0;
  double bytes = 0;
  double time = 0;
};

struct PAJE_EXPORT LmoModel {
  std::vector<double> startup;   ///< C_i: seconds per message at each process
  std::vector<double> per_byte;  ///< t_i: seconds per byte at each process
  std::vector<double> links;  ///< 1 / beta_ij: seconds per byte between two processes, row by row

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(startup.size()); }
  [[nodiscard]] double link(uint32_t i, uint32_t j) const { return links[i * startup.size() + j]; }
  [[nodiscard]] double time(uint32_t from, uint32_t to, double bytes) const;
  /// The predicted times of the two experiments.
  [[nodiscard]] double time(const RoundTrip& experiment) const;
  [[nodiscard]] double time(const OneToTwo& experiment) const;
};

enum class LmoMethod : uint8_t {
  average,  ///< the paper's: each parameter is the mean of its estimates from single experiments
  least_squares,  ///< minimises relative errors of all experiments; no parameter is below 0
};

struct LmoFit {
  LmoModel model;
  /// Parameters that noise made negative and that were set to 0: `C 3`, `t 1`, `1/beta 0 2`.
  std::vector<std::string> clipped;
};

/// Experiments may be repeated. Throws std::invalid_argument unless there are at least three
/// processes (two show only C_0 + C_1), each pair has an empty round trip and one with bytes, and
/// each process is the root of one-to-two experiments with the same size as the round trips.
/// O(experiments); least squares O(processes^6).
PAJE_EXPORT LmoFit fit_lmo(uint32_t processes, std::span<const RoundTrip> round_trips,
                           std::span<const OneToTwo> one_to_twos,
                           LmoMethod method = LmoMethod::average);

}  // namespace paje
