// GPUs of NVIDIA, by the library of their driver, which is loaded if it is there.
#pragma once

#include <memory>
#include <string>

#include "monitor/samples.hpp"

namespace paje::tools {

class NvmlSampler final : public Sampler {
 public:
  /// Adds a device for each GPU.
  explicit NvmlSampler(Samples& samples);
  ~NvmlSampler() override;
  [[nodiscard]] std::size_t size() const;
  /// Why there is none; empty if there are some.
  [[nodiscard]] const std::string& missing() const { return missing_; }
  void sample(double time, Samples& samples) override;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string missing_;
};

}  // namespace paje::tools
