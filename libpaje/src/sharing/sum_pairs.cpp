// Pairs of all processes: counts are added up.
#include "models/pair_counter.hpp"
#include "paje/sharing.hpp"
#include "sharing/messages.hpp"

namespace paje {

PairTable count_pairs_together(const SharedTrace& share, const PairOptions& options,
                               Exchange& exchange) {
  PairCounter counts = count_numbered_pairs(share.trace, options);
  std::string mine;
  if (exchange.rank() != 0) {
    for (const PairCounter::Pair& pair : counts.pairs()) {
      put_varint(mine, pair.from);
      put_varint(mine, pair.to);
      put_varint(mine, pair.count);
    }
  }
  for (const std::string& message : exchange.gather(std::move(mine))) {
    for (auto from = read_message(message); has_more(from);) {
      const auto first = static_cast<uint32_t>(from.varint());
      const auto second = static_cast<uint32_t>(from.varint());
      counts.add(first, second, from.varint());
    }
  }
  return exchange.rank() == 0 ? table_of_pairs(share.trace, counts, options) : PairTable();
}

}  // namespace paje
