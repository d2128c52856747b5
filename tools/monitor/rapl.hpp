// Power of processors and memory, from the energy counters that Linux shows (powercap).
#pragma once

#include <string>
#include <vector>

#include "monitor/samples.hpp"

namespace paje::tools {

class RaplSampler final : public Sampler {
 public:
  /// `folder` is /sys/class/powercap. Domains within others are left out, except for memory, which
  /// no other one counts.
  RaplSampler(const std::string& folder, Samples& samples);
  /// How many domains are sampled.
  [[nodiscard]] std::size_t size() const { return domains_.size(); }
  /// Why none is, or not all: no counters, or no right to read them. Empty if nothing is missing.
  [[nodiscard]] const std::string& missing() const { return missing_; }
  void sample(double time, Samples& samples) override;

 private:
  struct Domain {
    std::string counter;  // file of microjoules
    double range;         // where the counter starts again at 0
    std::size_t power;
    double before = -1;
    double before_time = 0;
  };
  void add(const std::string& folder, const std::string& name, Samples& samples);

  std::vector<Domain> domains_;
  std::string missing_;
};

}  // namespace paje::tools
