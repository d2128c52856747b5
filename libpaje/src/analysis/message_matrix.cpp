#include <algorithm>
#include <string>
#include <unordered_map>

#include "paje/communication.hpp"
#include "paje/user_columns.hpp"

namespace paje {

std::vector<ContainerPair> message_matrix(const Trace& trace, std::span<const double> sizes) {
  const LinkColumns links = trace.links();
  std::unordered_map<uint64_t, ContainerPair> pairs;
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    const ContainerId from = links.start_container[row], to = links.end_container[row];
    if (!from.valid() || !to.valid()) continue;  // a half is missing
    ContainerPair& pair = pairs[uint64_t{from.index} << 32U | to.index];
    pair.from = from;
    pair.to = to;
    ++pair.messages;
    if (!sizes.empty()) pair.bytes += sizes[row];
  }
  std::vector<ContainerPair> result;
  result.reserve(pairs.size());
  for (const auto& [key, pair] : pairs) result.push_back(pair);
  std::sort(result.begin(), result.end(), [](const ContainerPair& a, const ContainerPair& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  return result;
}

std::vector<double> link_sizes(const Trace& trace, std::string_view field) {
  const UserColumns columns(trace, TypeKind::link, std::string(field));
  const UserColumn* size = columns.size();
  if (size == nullptr) return {};
  std::vector<double> sizes(size->rows(), 0);
  const std::vector<uint64_t> rows = size->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) sizes[rows[place]] = size->number(place);
  return sizes;
}

}  // namespace paje
