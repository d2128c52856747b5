// When an experiment was repeated often enough.
#pragma once

#include <cstdint>
#include <vector>

namespace paje::network {

struct Precision {
  double confidence = 0.95;
  double relative = 0.025;  ///< of the mean: half the interval that holds it
  uint32_t least = 5;       ///< repetitions
  uint32_t most = 100;
};

/// Times of repetitions.
class Repeated {
 public:
  explicit Repeated(const Precision& wanted) : wanted_(wanted) {}

  void add(double time);
  [[nodiscard]] bool is_precise() const;
  /// It is precise, or there are as many as there may be.
  [[nodiscard]] bool is_enough() const;
  [[nodiscard]] double mean() const { return mean_; }

 private:
  Precision wanted_;
  double count_ = 0, mean_ = 0, squares_ = 0;
};

}  // namespace paje::network
