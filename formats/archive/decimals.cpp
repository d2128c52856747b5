#include "formats/archive/decimals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace paje::archive {

namespace {

constexpr std::array<double, DecimalScale::kMostDigits + 1> kPowers = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
// Whole numbers below are doubles without loss.
constexpr double kMostTicks = 9e15;

// Whether the number is a whole number of ticks, and dividing that gives back its bits. Division is
// correctly rounded, so every decimal text of 15 digits fits.
bool fits(double number, double power) {
  const double scaled = number * power;
  if (!(std::fabs(scaled) < kMostTicks)) return false;
  // Through an integer, which has no -0.
  const auto ticks = static_cast<double>(std::llrint(scaled));
  return std::bit_cast<uint64_t>(ticks / power) == std::bit_cast<uint64_t>(number);
}

// With more, ordered bits are shorter.
constexpr std::size_t most_exceptions(std::size_t numbers) { return numbers / 8; }

int digits_of(std::span<const double> numbers) {
  std::size_t digits = 0, misfits = 0;
  for (const double number : numbers) {
    if (fits(number, kPowers[digits])) continue;
    std::size_t more = digits + 1;
    while (more <= DecimalScale::kMostDigits && !fits(number, kPowers[more])) ++more;
    if (more <= DecimalScale::kMostDigits) {
      digits = more;
    } else if (++misfits > most_exceptions(numbers.size())) {
      return DecimalScale::kBits;
    }
  }
  return static_cast<int>(digits);
}

}  // namespace

DecimalScale DecimalScale::fitting(std::span<const double> numbers) {
  DecimalScale scale;
  scale.digits_ = digits_of(numbers);
  if (scale.digits_ == kBits) return scale;
  const double power = kPowers[static_cast<std::size_t>(scale.digits_)];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!fits(numbers[i], power)) scale.exceptions_.push_back({i, numbers[i]});
  }
  if (scale.exceptions_.size() > most_exceptions(numbers.size())) return DecimalScale();
  return scale;
}

void DecimalScale::to_integers(std::span<const double> numbers,
                               std::span<uint64_t> integers) const {
  if (digits_ == kBits) {
    for (std::size_t i = 0; i < numbers.size(); ++i) integers[i] = ordered_bits(numbers[i]);
    return;
  }
  const double power = kPowers[static_cast<std::size_t>(digits_)];
  auto exception = exceptions_.begin();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (exception != exceptions_.end() && exception->position == i) {
      integers[i] = i == 0 ? 0 : integers[i - 1];
      ++exception;
    } else {
      integers[i] = static_cast<uint64_t>(std::llrint(numbers[i] * power));
    }
  }
}

void DecimalScale::to_doubles(std::span<const uint64_t> integers, std::size_t first,
                              std::span<double> numbers) const {
  if (digits_ == kBits) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = from_ordered_bits(integers[i]);
    return;
  }
  const double power = kPowers[static_cast<std::size_t>(digits_)];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<double>(static_cast<int64_t>(integers[i])) / power;
  }
  const auto begin =
      std::partition_point(exceptions_.begin(), exceptions_.end(),
                           [&](const Exception& exception) { return exception.position < first; });
  for (auto exception = begin; exception != exceptions_.end(); ++exception) {
    const uint64_t position = exception->position - first;
    if (position >= numbers.size()) break;
    numbers[position] = exception->number;
  }
}

void DecimalScale::write(std::string& out) const {
  put(out, static_cast<int8_t>(digits_));
  put_varint(out, exceptions_.size());
  uint64_t last = 0;
  for (const Exception& exception : exceptions_) {
    put_varint(out, exception.position - last);
    last = exception.position;
  }
  for (const Exception& exception : exceptions_) put(out, exception.number);
}

DecimalScale DecimalScale::read(ByteReader& from, uint64_t count) {
  DecimalScale scale;
  const auto digits = from.number<int8_t>();
  scale.digits_ = static_cast<int>(digits);
  if (scale.digits_ < kBits || scale.digits_ > kMostDigits) {
    from.fail(std::to_string(int{scale.digits_}) + " digits after the point", "-1 to 15");
  }
  const uint64_t most = scale.digits_ == kBits ? 0 : most_exceptions(count);
  scale.exceptions_.resize(from.count_up_to(most, "exceptions"));
  uint64_t last = 0;
  for (Exception& exception : scale.exceptions_) {
    const uint64_t more = from.varint();
    if (more >= count - last || (more == 0 && &exception != scale.exceptions_.data())) {
      from.fail("an exception beyond the rows", "a later one of " + std::to_string(count));
    }
    exception.position = last += more;
  }
  for (Exception& exception : scale.exceptions_) exception.number = from.number<double>();
  return scale;
}

}  // namespace paje::archive
