// What a monitor measures, as it comes: numbers of variables of devices.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace paje::tools {

/// A machine, or a device in it.
struct MonitoredDevice {
  std::string name;
  std::string source;  ///< how its variables are known: measured by ..., modelled by ...
  bool is_machine = false;
};

struct MonitoredVariable {
  std::size_t device;
  std::string name;
  std::vector<std::pair<double, double>> samples;  ///< time in seconds, value
};

class Samples {
 public:
  std::size_t add_device(MonitoredDevice device) {
    devices_.push_back(std::move(device));
    return devices_.size() - 1;
  }
  std::size_t add_variable(std::size_t device, std::string name) {
    variables_.push_back({device, std::move(name), {}});
    return variables_.size() - 1;
  }
  void add(std::size_t variable, double time, double value) {
    variables_[variable].samples.emplace_back(time, value);
  }
  [[nodiscard]] const std::vector<MonitoredDevice>& devices() const { return devices_; }
  [[nodiscard]] std::vector<MonitoredVariable>& variables() { return variables_; }
  [[nodiscard]] const std::vector<MonitoredVariable>& variables() const { return variables_; }

 private:
  std::vector<MonitoredDevice> devices_;
  std::vector<MonitoredVariable> variables_;
};

/// Something that is read again and again.
class Sampler {
 public:
  Sampler() = default;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  virtual ~Sampler() = default;
  /// Reads it now; `time` is now.
  virtual void sample(double time, Samples& samples) = 0;
};

}  // namespace paje::tools
