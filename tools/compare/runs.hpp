// Both runs and how they compare: what reports and pictures are made from.
#pragma once

#include <string>

#include "compare/options.hpp"
#include "paje/comparison.hpp"

namespace paje::tools {

struct Runs {
  std::string name_a, name_b;
  Trace a, b;
  Comparison comparison;

  [[nodiscard]] const std::string& value_name(uint32_t value) const {
    return comparison.values[value].name;
  }
  [[nodiscard]] FlowStates states_a(const FlowComparison& flow) const {
    return {a, flow.a, comparison.origin_a};
  }
  [[nodiscard]] FlowStates states_b(const FlowComparison& flow) const {
    return {b, flow.b, comparison.origin_b};
  }
  [[nodiscard]] std::string_view name_in_a(const FlowComparison& flow, uint32_t row) const {
    return a[a.states().value[flow.a.first + row]].name.text;
  }
  [[nodiscard]] std::string_view name_in_b(const FlowComparison& flow, uint32_t row) const {
    return b[b.states().value[flow.b.first + row]].name.text;
  }
};

Runs compare_runs(const CompareOptions& options);

}  // namespace paje::tools
