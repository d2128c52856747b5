#include "sql/ordered_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace paje::tools {

namespace {

double place_of(double share, std::size_t count) { return share * static_cast<double>(count - 1); }

std::size_t index_of(double share, std::size_t count) {
  return static_cast<std::size_t>(place_of(share, count));
}

double between(double low, double high, double part) {
  if (part == 0 || low == high) return low;
  if (std::isinf(low) || std::isinf(high)) return low + high;
  return low + (high - low) * part;
}

}  // namespace

void OrderedNumbers::add(double number) {
  if (has_halves_) return add_to_halves(number);
  numbers_.push_back(number);
}

void OrderedNumbers::add_to_halves(double number) {
  if (!low_.empty() && number < *low_.rbegin()) {
    low_.insert(number);
  } else {
    high_.insert(number);
  }
  balance();
}

void OrderedNumbers::remove(double number) {
  if (!has_halves_) make_halves();
  auto found = low_.find(number);
  if (found != low_.end()) {
    low_.erase(found);
  } else if (found = high_.find(number); found != high_.end()) {
    high_.erase(found);
  }
  balance();
}

void OrderedNumbers::make_halves() {
  std::sort(numbers_.begin(), numbers_.end());
  has_halves_ = true;
  if (numbers_.empty()) return;
  const auto middle = static_cast<std::ptrdiff_t>(index_of(share_, numbers_.size()) + 1);
  low_.insert(numbers_.begin(), numbers_.begin() + middle);
  high_.insert(numbers_.begin() + middle, numbers_.end());
  numbers_ = {};
}

void OrderedNumbers::balance() {
  const std::size_t count = low_.size() + high_.size();
  const std::size_t wanted = count == 0 ? 0 : index_of(share_, count) + 1;
  while (low_.size() < wanted) low_.insert(low_.end(), high_.extract(high_.begin()).value());
  while (low_.size() > wanted)
    high_.insert(high_.begin(), low_.extract(std::prev(low_.end())).value());
}

double OrderedNumbers::at_share_of_window() {
  if (!has_halves_) make_halves();
  const double low = *low_.rbegin();
  const double high = high_.empty() ? low : *high_.begin();
  const double place = place_of(share_, low_.size() + high_.size());
  return between(low, high, place - std::floor(place));
}

double OrderedNumbers::at_share_at_end() {
  if (has_halves_) return at_share_of_window();
  const double place = place_of(share_, numbers_.size());
  const auto at = numbers_.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(numbers_.begin(), at, numbers_.end());
  const double high = at + 1 == numbers_.end() ? *at : *std::min_element(at + 1, numbers_.end());
  return between(*at, high, place - std::floor(place));
}

}  // namespace paje::tools
