// A model of power as a JSON file, with what it was fitted on.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "paje/models/power.hpp"

namespace paje::tools {

/// No number of a model is farther from 0.
inline constexpr double kMostCoefficient = 1e100;

struct PowerModelFile {
  PowerModel model;
  unsigned components = 0;
  double condition = 1;
  double explained = 0;
  PowerAccuracy accuracy;   ///< on the samples of the fit
  std::string fingerprint;  ///< of these samples
};

/// Other samples have another one, except by a chance of one in 2^64.
std::string fingerprint_of(std::span<const PowerSample> samples);

std::string model_json(const PowerModelFile& file);
/// Throws std::system_error if it cannot be read, std::runtime_error if it is not such a model. The
/// file is an input from now on.
PowerModelFile read_model(const std::string& path);

}  // namespace paje::tools
