#include "formats/archive/link_block.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "formats/archive/decimals.hpp"

namespace paje::archive {

namespace {

struct LinkPieces {
  enum Number : std::size_t { head, targets, sources, ends, durations, values, keys };
};

// The ways of a column: in which order of rows it is, and whether its numbers are differences to
// the row before.
constexpr uint8_t kLinkWays = 4;
constexpr bool is_by_target(uint8_t way) { return (way & 1U) != 0; }
constexpr bool is_difference(uint8_t way) { return (way & 2U) != 0; }

// Orders of rows for the numbers in keys.
constexpr uint8_t kKeyOrders = 4;
enum KeyOrder : uint8_t { by_pair = 1, by_source, by_target, by_start };

// Rows by a key of each; those of the same key as they come. A radix sort by the digits in which
// keys differ, the low ones first.
template <class KeyOf>
std::vector<uint32_t> rows_by(std::size_t count, KeyOf&& key_of) {
  constexpr unsigned kDigitBits = 11;
  struct Entry {
    uint64_t key;
    uint32_t row;
  };
  std::vector<Entry> entries(count), moved(count);
  uint64_t differing = 0;
  for (uint32_t row = 0; row < count; ++row) {
    entries[row] = {key_of(row), row};
    differing |= entries[row].key ^ entries[0].key;
  }
  for (unsigned shift = 0; shift < 64 && differing >> shift != 0; shift += kDigitBits) {
    const auto digit = [&](uint64_t key) { return key >> shift & ((1U << kDigitBits) - 1); };
    if (digit(differing) == 0) continue;
    std::array<uint32_t, (1U << kDigitBits) + 1> first{};
    for (const Entry& entry : entries) ++first[digit(entry.key) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (const Entry& entry : entries) moved[first[digit(entry.key)]++] = entry;
    entries.swap(moved);
  }
  std::vector<uint32_t> rows(count);
  for (std::size_t i = 0; i < count; ++i) rows[i] = entries[i].row;
  return rows;
}

std::vector<uint32_t> rows_by_pair(std::span<const uint32_t> first,
                                   std::span<const uint32_t> second) {
  // As few bits as they take, so that they have few digits.
  uint32_t all = 0;
  for (const uint32_t number : second) all |= number;
  const auto bits = static_cast<unsigned>(std::bit_width(all));
  return rows_by(first.size(),
                 [&](uint32_t row) { return uint64_t{first[row]} << bits | second[row]; });
}

// Rows by numbers below `different`.
void rows_by_number(std::span<const uint32_t> numbers, std::size_t different,
                    std::span<uint32_t> rows) {
  std::vector<uint32_t> first(different + 1);
  for (const uint32_t number : numbers) ++first[number + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  for (uint32_t row = 0; row < numbers.size(); ++row) rows[first[numbers[row]]++] = row;
}

RowOrders key_orders(const LinkRows& rows) {
  const std::size_t count = rows.size();
  return {kKeyOrders, [&rows, count](uint8_t order) {
            switch (order) {
              case by_pair:
                return rows_by_pair(rows.source, rows.target);
              case by_source:
                return rows_by(count, [&](uint32_t row) { return uint64_t{rows.source[row]}; });
              case by_target:
                return rows_by(count, [&](uint32_t row) { return uint64_t{rows.target[row]}; });
              default:
                // Not by their ticks: those of numbers that are no decimals are others.
                return rows_by(count, [&](uint32_t row) {
                  return ordered_bits(rows.start[row]) ^ uint64_t { 1 } << 63U;  // signed order
                });
            }
          }};
}

// Writes numbers that are known by row.
void write_column(std::span<const uint64_t> of_row, std::span<const uint32_t> by_target,
                  Choice& choice, PieceWriter& out) {
  const auto make = [&](uint8_t way, std::span<uint64_t> numbers) {
    uint64_t last = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const uint64_t number = of_row[is_by_target(way) ? by_target[i] : i];
      numbers[i] = zigzag(is_difference(way) ? number - last : number);
      last = number;
    }
  };
  write_chosen(of_row.size(), kLinkWays, make, choice, out);
  out.end_piece();
}

void read_column(ByteReader& from, std::span<const uint32_t> by_target, std::span<uint64_t> numbers,
                 std::span<uint64_t> of_row) {
  const auto way = from.number<uint8_t>();
  if (way >= kLinkWays) {
    from.fail("way " + std::to_string(way) + " of writing a column", "one below 4");
  }
  read_integers(from, numbers);
  // A loop for each way, without a choice in it.
  const auto put = [&]<uint8_t kWay>() {
    uint64_t last = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const uint64_t number = unzigzag(numbers[i]) + (is_difference(kWay) ? last : 0);
      of_row[is_by_target(kWay) ? by_target[i] : i] = number;
      last = number;
    }
  };
  switch (way) {
    case 0:
      return put.operator()<0>();
    case 1:
      return put.operator()<1>();
    case 2:
      return put.operator()<2>();
    default:
      return put.operator()<3>();
  }
}

// The numbers that differ, then a column of their indices by row.
void write_sources(std::span<const uint32_t> numbers, std::span<const uint32_t> by_target_rows,
                   Choice& choice, PieceWriter& out) {
  std::vector<uint32_t> all(numbers.begin(), numbers.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  put_varint(out.raw(), all.size());
  uint32_t last = 0;
  for (const uint32_t number : all) {
    put_varint(out.raw(), number - last);
    last = number;
  }
  std::vector<uint64_t> indices(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto found = std::lower_bound(all.begin(), all.end(), numbers[i]);
    indices[i] = static_cast<uint64_t>(found - all.begin());
  }
  write_column(indices, by_target_rows, choice, out);
}

void read_sources(ByteReader from, std::span<const uint32_t> by_target_rows, ReadScratch& scratch,
                  std::span<uint32_t> numbers) {
  std::vector<uint32_t> all(from.count_up_to(numbers.size(), "different numbers"));
  uint64_t last = 0;
  for (uint32_t& number : all) {
    last += from.count_up_to(UINT32_MAX, "more");
    if (last > UINT32_MAX) from.fail("a number of more than 32 bits", "a smaller one");
    number = static_cast<uint32_t>(last);
  }
  const std::span<uint64_t> indices = scratch.ticks.first(numbers.size());
  read_column(from, by_target_rows, scratch.numbers.first(numbers.size()), indices);
  from.end();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= all.size()) {
      from.fail("number " + std::to_string(indices[i]), "one of " + std::to_string(all.size()));
    }
    numbers[i] = all[indices[i]];
  }
}

}  // namespace

void LinkRows::resize(std::size_t rows) {
  start.resize(rows);
  end.resize(rows);
  value.resize(rows);
  source.resize(rows);
  target.resize(rows);
}

void write_links(const LinkRows& rows, LinkChoices& choices, PieceWriter& out) {
  const std::size_t count = rows.size();
  std::vector<double> times = rows.start;
  times.insert(times.end(), rows.end.begin(), rows.end.end());
  const DecimalScale scale = DecimalScale::fitting(times);
  std::vector<uint64_t> ticks(times.size());
  scale.to_integers(times, ticks);
  scale.write(out.raw());
  out.end_piece();

  std::vector<uint32_t> indices(count);
  uint32_t different = 0;
  write_dictionary(rows.target, indices, different, out.raw());
  out.end_piece();
  std::vector<uint32_t> by_target_rows(count);
  rows_by_number(indices, different, by_target_rows);
  write_sources(rows.source, by_target_rows, choices.source, out);

  const auto end_ticks = std::span<const uint64_t>(ticks).subspan(count);
  write_column(end_ticks, by_target_rows, choices.end, out);
  std::vector<uint64_t> lengths(count);
  for (std::size_t i = 0; i < count; ++i) lengths[i] = end_ticks[i] - ticks[i];
  write_column(lengths, by_target_rows, choices.duration, out);

  write_dictionary(rows.value, indices, different, out.raw());
  out.end_piece();
  RowOrders orders = key_orders(rows);
  write_texts(rows.key, orders, out);
  out.end_piece();
}

void read_links(PieceReader& from, std::size_t count, LinkRows& rows) {
  rows.resize(count);
  ReadScratch& scratch = from.scratch();
  ByteReader piece = from.numbers(LinkPieces::head, count);
  const DecimalScale scale = DecimalScale::read(piece, 2 * count);
  piece.end();
  piece = from.numbers(LinkPieces::targets, count);
  const std::span<uint32_t> indices = scratch.indices.first(count);
  std::vector<uint32_t> different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.target[i] = different[indices[i]];
  const std::span<uint32_t> by_target_rows = scratch.by_target.first(count);
  rows_by_number(indices, different.size(), by_target_rows);
  read_sources(from.numbers(LinkPieces::sources, count), by_target_rows, scratch, rows.source);

  const std::span<uint64_t> ticks = scratch.ticks.first(count);
  const std::span<uint64_t> numbers = scratch.numbers.first(count);
  const std::span<uint64_t> lengths = scratch.lengths.first(count);
  piece = from.numbers(LinkPieces::ends, count);
  read_column(piece, by_target_rows, numbers, ticks);
  piece.end();
  piece = from.numbers(LinkPieces::durations, count);
  read_column(piece, by_target_rows, numbers, lengths);
  piece.end();
  scale.to_doubles(ticks, count, rows.end);
  for (std::size_t i = 0; i < count; ++i) ticks[i] -= lengths[i];
  scale.to_doubles(ticks, 0, rows.start);

  piece = from.numbers(LinkPieces::values, count);
  different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.value[i] = different[indices[i]];
}

TextList read_link_keys(PieceReader& from, const LinkRows& rows) {
  RowOrders orders = key_orders(rows);
  ByteReader piece = from.texts(LinkPieces::keys);
  TextList texts = read_texts(piece, rows.size(), orders);
  piece.end();
  return texts;
}

}  // namespace paje::archive
