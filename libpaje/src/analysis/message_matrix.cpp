#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "analysis/message_parts.hpp"
#include "paje/user_columns.hpp"

namespace paje {

namespace {

double known(std::span<const double> sizes, uint64_t row) {
  return sizes.empty() || std::isnan(sizes[row]) ? 0 : sizes[row];
}

}  // namespace

PairSums sum_pairs(const Trace& trace, std::span<const double> sizes) {
  const LinkColumns links = trace.links();
  PairSums sums;
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    const ContainerId from = links.start_container[row], to = links.end_container[row];
    if (!from.valid() || !to.valid()) continue;  // a half is missing
    PairSum& pair = sums[uint64_t{from.index} << 32U | to.index];
    ++pair.messages;
    pair.bytes.add(known(sizes, row));
  }
  return sums;
}

std::vector<ContainerPair> pairs_of(const PairSums& sums) {
  std::vector<ContainerPair> result;
  result.reserve(sums.size());
  for (const auto& [key, sum] : sums) {
    result.push_back({ContainerId{static_cast<uint32_t>(key >> 32U)},
                      ContainerId{static_cast<uint32_t>(key)}, sum.messages, sum.bytes.rounded()});
  }
  std::sort(result.begin(), result.end(), [](const ContainerPair& a, const ContainerPair& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  return result;
}

std::vector<ContainerPair> message_matrix(const Trace& trace, std::span<const double> sizes) {
  return pairs_of(sum_pairs(trace, sizes));
}

std::vector<ContainerTraffic> traffic_of(const std::vector<ContainerPair>& pairs,
                                         std::size_t containers) {
  std::vector<ContainerTraffic> all(containers);
  for (const ContainerPair& pair : pairs) {
    ContainerTraffic& from = all[pair.from.index];
    from.sent += pair.messages;
    from.bytes_sent += pair.bytes;
    ContainerTraffic& to = all[pair.to.index];
    to.received += pair.messages;
    to.bytes_received += pair.bytes;
  }
  for (uint32_t i = 0; i < all.size(); ++i) all[i].container = ContainerId{i};
  std::erase_if(all, [](const ContainerTraffic& one) { return one.sent + one.received == 0; });
  return all;
}

std::vector<ContainerTraffic> traffic_by_container(const Trace& trace,
                                                   std::span<const double> sizes) {
  return traffic_of(message_matrix(trace, sizes), trace.containers().size());
}

std::vector<double> link_sizes(const Trace& trace, std::string_view field) {
  const UserColumns columns(trace, TypeKind::link, std::string(field));
  const UserColumn* size = columns.size();
  if (size == nullptr) return {};
  std::vector<double> sizes(size->rows(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<uint64_t> rows = size->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) sizes[rows[place]] = size->number(place);
  return sizes;
}

}  // namespace paje
