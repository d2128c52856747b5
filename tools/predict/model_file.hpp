// A calibration of a network as a file of JSON.
#pragma once

#include <string>
#include <string_view>

#include "paje/prediction.hpp"

namespace paje::tools {

std::string model_text(const NetworkCalibration& model);
/// Throws std::runtime_error if `text` is no such file; the message says where and why.
NetworkCalibration parse_model(std::string_view text, const std::string& path);

}  // namespace paje::tools
