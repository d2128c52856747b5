#include "formats/archive/integers.hpp"

#include <algorithm>
#include <bit>

namespace paje::archive {

namespace {

// The first byte of a column: how many planes, or this.
constexpr uint8_t kVarint = 9;

template <class Number>
uint8_t planes_of(std::span<const Number> numbers) {
  Number all = 0;
  for (const Number number : numbers) all |= number;
  return static_cast<uint8_t>((std::bit_width(all) + 7) / 8);
}

template <class Number>
void write_planes(std::span<const Number> numbers, std::string& out) {
  const uint8_t planes = planes_of(numbers);
  put(out, planes);
  const std::size_t first = out.size();
  out.resize(first + planes * numbers.size());
  for (unsigned plane = 0; plane < planes; ++plane) {
    char* to = out.data() + first + plane * numbers.size();
    for (const Number number : numbers) *to++ = static_cast<char>(number >> 8 * plane);
  }
}

template <unsigned kPlanes, class Number>
void join_planes(const unsigned char* from, std::span<Number> numbers) {
  const std::size_t count = numbers.size();
  for (std::size_t i = 0; i < count; ++i) {
    Number number = 0;
    for (unsigned plane = 0; plane < kPlanes; ++plane) {
      number |= static_cast<Number>(Number{from[plane * count + i]} << 8 * plane);
    }
    numbers[i] = number;
  }
}

template <class Number>
void read_planes(ByteReader& from, unsigned planes, std::span<Number> numbers) {
  if (planes > sizeof(Number)) {
    from.fail("numbers of " + std::to_string(planes) + " bytes",
              "at most " + std::to_string(sizeof(Number)));
  }
  const auto* bytes =
      reinterpret_cast<const unsigned char*>(from.take(planes * numbers.size()).data());
  // A loop for each width, which the compiler makes vector instructions of.
  switch (planes) {
    case 0:
      return std::fill(numbers.begin(), numbers.end(), Number{0});
    case 1:
      return join_planes<1>(bytes, numbers);
    case 2:
      return join_planes<2>(bytes, numbers);
    case 3:
      return join_planes<3>(bytes, numbers);
    case 4:
      return join_planes<4>(bytes, numbers);
    default:
      break;
  }
  if constexpr (sizeof(Number) == 8) {
    switch (planes) {
      case 5:
        return join_planes<5>(bytes, numbers);
      case 6:
        return join_planes<6>(bytes, numbers);
      case 7:
        return join_planes<7>(bytes, numbers);
      default:
        return join_planes<8>(bytes, numbers);
    }
  }
}

}  // namespace

void write_integers(std::span<const uint64_t> numbers, Coder coder, std::string& out) {
  if (coder == Coder::planes) return write_planes(numbers, out);
  put(out, kVarint);
  for (const uint64_t number : numbers) put_varint(out, number);
}

void read_integers(ByteReader& from, std::span<uint64_t> numbers) {
  const auto form = from.number<uint8_t>();
  if (form != kVarint) return read_planes(from, form, numbers);
  for (uint64_t& number : numbers) number = from.varint();
}

void write_integers(std::span<const uint32_t> numbers, std::string& out) {
  write_planes(numbers, out);
}

void read_integers(ByteReader& from, std::span<uint32_t> numbers) {
  read_planes(from, from.number<uint8_t>(), numbers);
}

void write_differences(std::span<const uint64_t> numbers, std::string& out) {
  std::vector<uint64_t> differences;
  differences.reserve(numbers.size());
  uint64_t last = 0;
  for (const uint64_t number : numbers) {
    differences.push_back(zigzag(number - last));
    last = number;
  }
  write_integers(differences, Coder::planes, out);
}

std::vector<uint64_t> read_differences(ByteReader& from, std::size_t count) {
  std::vector<uint64_t> numbers(count);
  read_integers(from, numbers);
  uint64_t last = 0;
  for (uint64_t& number : numbers) number = last += unzigzag(number);
  return numbers;
}

}  // namespace paje::archive
