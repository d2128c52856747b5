#include "equals/value_names.hpp"

#include <string>
#include <unordered_map>

namespace paje::tools {

ValueNames::ValueNames(const Traces& traces, bool ignore_case) {
  std::unordered_map<std::string, uint32_t> numbers;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const EntityValue& value : traces[side]->values()) {
      const auto next = static_cast<uint32_t>(numbers.size());
      const auto found = numbers.try_emplace(folded(value.name.text, ignore_case), next).first;
      numbers_[side].push_back(found->second);
    }
  }
}

}  // namespace paje::tools
