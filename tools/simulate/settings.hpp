// --set: values that a run, or each of many, has in the place of those in the files.
#pragma once

#include <string>
#include <vector>

#include "paje/simulation/simulate.hpp"

namespace paje::tools {

struct SettingValues {
  std::string name;
  std::vector<double> values;
};

/// `name=8,16,32`, `name=1..64:x2` (times 2 each), `name=0..100:+10`, and lists of these. Throws
/// std::invalid_argument.
SettingValues parse_setting(const std::string& text);

inline constexpr std::size_t kMostConfigurations = 1'000'000;

/// All combinations, the last setting changing fastest; one without settings if there are none.
/// Throws std::invalid_argument if there are more than kMostConfigurations.
std::vector<std::vector<Setting>> combine(const std::vector<SettingValues>& settings);

}  // namespace paje::tools
