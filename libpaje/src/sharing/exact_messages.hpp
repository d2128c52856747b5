// Exact sums as messages.
#pragma once

#include <string>

#include "paje/exact_sum.hpp"
#include "paje/state_sums.hpp"
#include "sharing/messages.hpp"

namespace paje {

inline void put_sum(const ExactSum& sum, std::string& message) {
  const std::vector<double> parts =
      sum.is_finite() ? sum.parts() : std::vector<double>{sum.rounded()};
  put_varint(message, parts.size());
  for (const double part : parts) put(message, part);
}

inline ExactSum take_sum(MessageReader& from) {
  ExactSum sum;
  for (uint64_t left = from.varint(); left != 0; --left) sum.add(from.number<double>());
  return sum;
}

inline void put_states(const StateSum& sum, std::string& message) {
  put_varint(message, sum.count);
  if (sum.count == 0) return;
  put_sum(sum.inclusive, message);
  put_sum(sum.inside, message);
  put(message, sum.shortest);
  put(message, sum.longest);
}

inline StateSum take_states(MessageReader& from) {
  StateSum sum;
  sum.count = from.varint();
  if (sum.count == 0) return sum;
  sum.inclusive = take_sum(from);
  sum.inside = take_sum(from);
  sum.shortest = from.number<double>();
  sum.longest = from.number<double>();
  return sum;
}

}  // namespace paje
