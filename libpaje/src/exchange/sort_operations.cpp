#include "exchange/sort_operations.hpp"

#include <algorithm>
#include <limits>

#include "exchange/operation_order.hpp"
#include "exchange/stable_sort.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kMany = 65536;

// No function: sorting is to have it inline.
constexpr auto is_earlier = [](const Operation& a, const Operation& b) { return a.time < b.time; };

// Calls late(operation) for each that comes after one of a later time, in_order(operation) for the
// others.
template <class Operations, class InOrder, class Late>
void split(Operations& operations, const InOrder& in_order, const Late& late) {
  double latest = -std::numeric_limits<double>::infinity();
  for (auto& operation : operations) {
    if (operation.time < latest) {
      late(operation);
    } else {
      latest = operation.time;
      in_order(operation);
    }
  }
}

}  // namespace

// One that is late comes after all of its time that are in order: those that come in after it are
// later still than what made it late.
PodVector<uint32_t> sort_operations(std::vector<Operation>& operations, unsigned threads) {
  std::size_t count = 0;
  split(
      operations, [](const Operation&) {}, [&](const Operation&) { ++count; });
  if (count == 0) return {};
  if (count > operations.size() / 2) {
    if (operations.size() >= kMany && operations.size() <= UINT32_MAX) {
      return OperationOrder(operations, threads).find();
    }
    stable_sort_by(operations, threads, is_earlier);
    return {};
  }
  std::vector<Operation> late;
  late.reserve(count);
  std::size_t kept = 0;
  split(
      operations, [&](const Operation& operation) { operations[kept++] = operation; },
      [&](const Operation& operation) { late.push_back(operation); });
  stable_sort_by(late, threads, is_earlier);
  for (std::size_t at = operations.size(); count > 0;) {
    const bool is_late = kept == 0 || !is_earlier(late[count - 1], operations[kept - 1]);
    operations[--at] = is_late ? late[--count] : operations[--kept];
  }
  return {};
}

}  // namespace paje::exchange
