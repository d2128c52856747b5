// Expected values of an independent implementation, from tests/data.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace paje::testing {

inline nlohmann::json golden_model(const std::string& name) {
  std::ifstream file(std::string(PAJE_TEST_DATA) + "/golden-models/" + name);
  if (!file) throw std::runtime_error("no golden values " + name);
  return nlohmann::json::parse(file);
}

/// Equal except for `tolerance` of the expected value.
inline void expect_close(double wanted, double got, const std::string& what,
                         double tolerance = 1e-9) {
  EXPECT_NEAR(wanted, got, tolerance * std::max(std::abs(wanted), 1e-12)) << what;
}

}  // namespace paje::testing
