#include "formats/archive/link_block.hpp"

#include <algorithm>
#include <numeric>

#include "formats/archive/decimals.hpp"

namespace paje::archive {

namespace {

enum Piece : std::size_t { head, targets, sources, ends, durations, values, keys };

// The ways of a column: in which order of rows it is, and whether its numbers are differences to
// the row before.
constexpr uint8_t kLinkWays = 4;
constexpr bool is_by_target(uint8_t way) { return (way & 1U) != 0; }
constexpr bool is_difference(uint8_t way) { return (way & 2U) != 0; }

// Orders of rows for the numbers in keys.
constexpr uint8_t kKeyOrders = 4;
enum KeyOrder : uint8_t { by_pair = 1, by_source, by_target, by_start };

// Rows by a key of each; those of the same key as they come.
template <class KeyOf>
std::vector<uint32_t> rows_by(std::size_t count, KeyOf&& key_of) {
  std::vector<uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint32_t a, uint32_t b) { return key_of(a) < key_of(b); });
  return rows;
}

// Rows by numbers below `different`.
std::vector<uint32_t> rows_by_number(std::span<const uint32_t> numbers, std::size_t different) {
  std::vector<uint32_t> first(different + 1);
  for (const uint32_t number : numbers) ++first[number + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<uint32_t> rows(numbers.size());
  for (uint32_t row = 0; row < numbers.size(); ++row) rows[first[numbers[row]]++] = row;
  return rows;
}

RowOrders key_orders(const LinkRows& rows) {
  const std::size_t count = rows.size();
  return {kKeyOrders, [&rows, count](uint8_t order) {
            switch (order) {
              case by_pair:
                return rows_by(count, [&](uint32_t row) {
                  return uint64_t{rows.source[row]} << 32U | rows.target[row];
                });
              case by_source:
                return rows_by(count, [&](uint32_t row) { return rows.source[row]; });
              case by_target:
                return rows_by(count, [&](uint32_t row) { return rows.target[row]; });
              default:
                // Not by their ticks: those of numbers that are no decimals are others.
                return rows_by(count, [&](uint32_t row) {
                  return static_cast<int64_t>(ordered_bits(rows.start[row]));
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

void read_column(ByteReader& from, std::span<const uint32_t> by_target,
                 std::span<uint64_t> of_row) {
  const auto way = from.number<uint8_t>();
  if (way >= kLinkWays) {
    from.fail("way " + std::to_string(way) + " of writing a column", "one below 4");
  }
  std::vector<uint64_t> numbers(of_row.size());
  read_integers(from, numbers);
  uint64_t last = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const uint64_t number = unzigzag(numbers[i]) + (is_difference(way) ? last : 0);
    of_row[is_by_target(way) ? by_target[i] : i] = number;
    last = number;
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

void read_sources(ByteReader from, std::span<const uint32_t> by_target_rows,
                  std::span<uint32_t> numbers) {
  std::vector<uint32_t> all(from.count_up_to(numbers.size(), "different numbers"));
  uint64_t last = 0;
  for (uint32_t& number : all) {
    last += from.count_up_to(UINT32_MAX, "more");
    if (last > UINT32_MAX) from.fail("a number of more than 32 bits", "a smaller one");
    number = static_cast<uint32_t>(last);
  }
  std::vector<uint64_t> indices(numbers.size());
  read_column(from, by_target_rows, indices);
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
  const std::vector<uint32_t> by_target_rows = rows_by_number(indices, different);
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
  ByteReader piece = from.numbers(head, count);
  const DecimalScale scale = DecimalScale::read(piece, 2 * count);
  piece.end();
  piece = from.numbers(targets, count);
  std::vector<uint32_t> indices(count);
  std::vector<uint32_t> different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.target[i] = different[indices[i]];
  const std::vector<uint32_t> by_target_rows = rows_by_number(indices, different.size());
  read_sources(from.numbers(sources, count), by_target_rows, rows.source);

  std::vector<uint64_t> ticks(2 * count);
  const auto start_ticks = std::span(ticks).first(count);
  const auto end_ticks = std::span(ticks).last(count);
  piece = from.numbers(ends, count);
  read_column(piece, by_target_rows, end_ticks);
  piece.end();
  piece = from.numbers(durations, count);
  read_column(piece, by_target_rows, start_ticks);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) start_ticks[i] = end_ticks[i] - start_ticks[i];
  std::vector<double> times(2 * count);
  scale.to_doubles(ticks, times);
  std::copy_n(times.begin(), count, rows.start.begin());
  std::copy_n(times.begin() + static_cast<std::ptrdiff_t>(count), count, rows.end.begin());

  piece = from.numbers(values, count);
  different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.value[i] = different[indices[i]];
}

TextList read_link_keys(PieceReader& from, const LinkRows& rows) {
  RowOrders orders = key_orders(rows);
  ByteReader piece = from.texts(keys);
  TextList texts = read_texts(piece, rows.size(), orders);
  piece.end();
  return texts;
}

}  // namespace paje::archive
