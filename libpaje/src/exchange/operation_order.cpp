#include "exchange/operation_order.hpp"

#include <algorithm>
#include <utility>

#include "exchange/stable_sort.hpp"
#include "paje/parallel.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kPieces = 64;
constexpr std::size_t kBucket = 4096;        // operations, if borders are well chosen
constexpr std::size_t kMostBuckets = 65536;  // so that a number has 16 bits
constexpr std::size_t kSamples = 8;          // of a bucket

}  // namespace

OperationOrder::OperationOrder(const std::vector<Operation>& operations, unsigned threads)
    : operations_(operations), threads_(threads) {}

PodVector<uint32_t> OperationOrder::find() {
  choose_borders();
  buckets_.resize_uninitialized(operations_.size());
  order_.resize_uninitialized(operations_.size());
  places_.assign(kPieces, std::vector<std::size_t>(borders_.size() + 1));
  for_each_parallel(threads_, kPieces, [&](std::size_t i) { find_buckets(i); });
  count_places();
  for_each_parallel(threads_, kPieces, [&](std::size_t i) { move_to_buckets(i); });
  for_each_parallel(threads_, ends_.size(), [&](std::size_t i) { sort_bucket(i); });
  return std::move(order_);
}

void OperationOrder::choose_borders() {
  const std::size_t buckets = std::min(kMostBuckets, operations_.size() / kBucket + 1);
  const std::size_t count = buckets * kSamples;
  std::vector<double> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] = operations_[i * operations_.size() / count].time;
  }
  std::sort(samples.begin(), samples.end());
  for (std::size_t i = kSamples; i < count; i += kSamples) borders_.push_back(samples[i]);
}

std::size_t OperationOrder::begin_of(std::size_t piece) const {
  return piece * operations_.size() / kPieces;
}

// Whether a time is at or after the border before a bucket, and before the one after it.
bool OperationOrder::is_in(double time, std::size_t bucket) const {
  return (bucket == 0 || time >= borders_[bucket - 1]) &&
         (bucket == borders_.size() || time < borders_[bucket]);
}

void OperationOrder::find_buckets(std::size_t piece) {
  std::vector<std::size_t>& counts = places_[piece];
  std::size_t bucket = 0;  // mostly that of the one before
  for (std::size_t i = begin_of(piece); i < begin_of(piece + 1); ++i) {
    const double time = operations_[i].time;
    if (!is_in(time, bucket)) {
      const auto border = std::upper_bound(borders_.begin(), borders_.end(), time);
      bucket = static_cast<std::size_t>(border - borders_.begin());
    }
    buckets_[i] = static_cast<uint16_t>(bucket);
    ++counts[bucket];
  }
}

// Bucket by bucket, and in it piece by piece.
void OperationOrder::count_places() {
  std::size_t place = 0;
  for (std::size_t bucket = 0; bucket <= borders_.size(); ++bucket) {
    for (std::vector<std::size_t>& places : places_) {
      place += std::exchange(places[bucket], place);
    }
    ends_.push_back(place);
  }
}

void OperationOrder::move_to_buckets(std::size_t piece) {
  std::vector<std::size_t>& places = places_[piece];
  for (std::size_t i = begin_of(piece); i < begin_of(piece + 1); ++i) {
    order_[places[buckets_[i]]++] = static_cast<uint32_t>(i);
  }
}

void OperationOrder::sort_bucket(std::size_t bucket) {
  struct Timed {
    double time;
    uint32_t number;
  };
  uint32_t* const begin = order_.begin() + (bucket == 0 ? 0 : ends_[bucket - 1]);
  uint32_t* const end = order_.begin() + ends_[bucket];
  std::vector<Timed> timed;
  timed.reserve(static_cast<std::size_t>(end - begin));
  for (const uint32_t* at = begin; at != end; ++at) timed.push_back({operations_[*at].time, *at});
  stable_sort_runs(timed.begin(), timed.end(),
                   [](const Timed& a, const Timed& b) { return a.time < b.time; });
  std::transform(timed.begin(), timed.end(), begin, [](const Timed& one) { return one.number; });
}

}  // namespace paje::exchange
