#include "prediction/algorithm_steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "paje/selection.hpp"

namespace paje {

namespace {

using Steps = std::vector<AlgorithmStep>;
using Way = MessageWay;

enum class Shape : uint8_t {
  bcast,
  scatter,
  allgather,
  allreduce,
  reduce_scatter,
  alltoall,
  barrier
};

Shape shape_of(std::string_view value, CallKind kind) {
  constexpr std::array<std::pair<std::string_view, Shape>, 9> kShapes = {{
      {"*alltoall*", Shape::alltoall},
      {"*allgather*", Shape::allgather},
      {"*allreduce*", Shape::allreduce},
      {"*reduce*scatter*", Shape::reduce_scatter},
      {"*scatter*", Shape::scatter},
      {"*gather*", Shape::scatter},
      {"*b*cast*", Shape::bcast},
      {"*reduce*", Shape::bcast},
      {"*barrier*", Shape::barrier},
  }};
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const auto& [pattern, shape] : kShapes) {
    if (matches_glob(pattern, lower)) return shape;
  }
  if (kind == CallKind::barrier) return Shape::barrier;
  return kind == CallKind::all_to_all ? Shape::allreduce : Shape::bcast;
}

// For p members that contribute m bytes each.
Steps linear(Shape shape, uint32_t p, double m) {
  switch (shape) {
    case Shape::allreduce:
      return {{2 * (p - 1), m, Way::star}};
    case Shape::reduce_scatter:
      return {{p - 1, m, Way::star}, {p - 1, m / p, Way::star}};
    case Shape::barrier:
      return {{2 * (p - 1), 0, Way::star}};
    case Shape::allgather:
    case Shape::alltoall:
      return {{p - 1, m, Way::turns}};
    default:
      return {{p - 1, m, Way::star}};
  }
}

// A step after which both sides have the same data: in pairs if p is a power of 2.
AlgorithmStep exchange(uint32_t p, double bytes, uint32_t distance) {
  return {1, bytes, std::has_single_bit(p) ? Way::pairs : Way::shift, distance};
}

// One round of a logarithmic algorithm, at distance `d`: from the greatest power of 2 below p down
// to 1. In each round, twice as many members have the data, or each has half as much left to do.
AlgorithmStep round_at(Shape shape, uint32_t p, double m, uint32_t d) {
  const uint32_t have = std::min(d, p - d);
  const uint32_t halves = std::bit_ceil(p) / d;  // the data is in 2, 4, ... parts
  switch (shape) {
    case Shape::scatter:
      return {1, m * have, Way::tree, d};
    case Shape::allgather:
      return exchange(p, m * have, d);
    case Shape::allreduce:
      return exchange(p, m, d);
    case Shape::reduce_scatter:
      return exchange(p, m / halves, std::has_single_bit(p) ? d : (p + halves - 1) / halves);
    case Shape::alltoall:
      return {1, m * p / 2, Way::shift, d};
    case Shape::barrier:
      return {1, 0, Way::shift, d};
    default:
      return {1, m, Way::tree, d};
  }
}

Steps logarithmic(Shape shape, uint32_t p, double m) {
  Steps steps;
  for (uint32_t d = std::bit_ceil(p) / 2; d >= 1; d /= 2) steps.push_back(round_at(shape, p, m, d));
  return steps;
}

Steps ring(Shape shape, uint32_t p, double m) {
  switch (shape) {
    case Shape::allreduce:
      return {{2 * (p - 1), m / p, Way::shift, 1}};
    case Shape::reduce_scatter:
      return {{p - 1, m / p, Way::shift, 1}};
    case Shape::allgather:
      return {{p - 1, m, Way::shift, 1}};
    case Shape::alltoall:
      return {{p - 1, m, Way::turns}};
    case Shape::barrier:
      return {{2 * (p - 1), 0, Way::chain}};
    case Shape::scatter: {
      Steps steps;
      for (uint32_t rest = p - 1; rest >= 1; --rest) steps.push_back({1, m * rest, Way::chain});
      return steps;
    }
    default:
      return {{p - 1, m, Way::chain}};
  }
}

}  // namespace

Steps algorithm_steps(std::string_view value, CallKind kind, CollectiveAlgorithm algorithm,
                      uint32_t members, double bytes) {
  const Shape shape = shape_of(value, kind);
  switch (algorithm) {
    case CollectiveAlgorithm::linear:
      return linear(shape, members, bytes);
    case CollectiveAlgorithm::log:
      return logarithmic(shape, members, bytes);
    case CollectiveAlgorithm::ring:
      break;
  }
  return ring(shape, members, bytes);
}

}  // namespace paje
