// The order of very many operations by their times, found on all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pod_vector.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// Each operation goes to a bucket of those of about its time, which is sorted within the cache.
/// Those of one time come to one bucket, in their order.
class OperationOrder {
 public:
  /// At most 2^32 operations, at least one. `threads` as in for_each_parallel().
  OperationOrder(const std::vector<Operation>& operations, unsigned threads);

  /// Numbers of operations by time, those of one time in the order they came in.
  PodVector<uint32_t> find();

 private:
  void choose_borders();
  void find_buckets(std::size_t piece);
  void count_places();
  void move_to_buckets(std::size_t piece);
  void sort_bucket(std::size_t bucket);
  [[nodiscard]] std::size_t begin_of(std::size_t piece) const;
  [[nodiscard]] bool is_in(double time, std::size_t bucket) const;

  const std::vector<Operation>& operations_;
  const unsigned threads_;
  std::vector<double> borders_;  // times between buckets
  PodVector<uint16_t> buckets_;  // of each operation
  PodVector<uint32_t> order_;
  // Where the operations of each piece go in each bucket. Pieces are what one thread looks at.
  std::vector<std::vector<std::size_t>> places_;
  std::vector<std::size_t> ends_;  // of buckets
};

}  // namespace paje::exchange
