#include "formats/archive/plain_blocks.hpp"

#include <algorithm>

#include "formats/archive/decimals.hpp"

namespace paje::archive {

namespace {

enum VariablePiece : std::size_t { head, durations, starts, value_head, values };
enum EventPiece : std::size_t { event_head, event_times, event_values };

// What a number is a difference to. `after` is another column: ends, for starts.
enum class From : uint8_t { nothing, previous, after };

uint64_t base_of(From way, std::size_t row, std::span<const uint64_t> numbers,
                 std::span<const uint64_t> lengths) {
  if (row == 0 || way == From::nothing) return 0;
  return numbers[row - 1] + (way == From::after ? lengths[row - 1] : 0);
}

// Writes numbers as differences to those before; if there are lengths, also to the end of those
// before.
void write_plain_column(std::span<const uint64_t> numbers, std::span<const uint64_t> lengths,
                        Choice& choice, PieceWriter& out) {
  const auto make = [&](uint8_t way, std::span<uint64_t> differences) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      differences[i] = zigzag(numbers[i] - base_of(static_cast<From>(way), i, numbers, lengths));
    }
  };
  write_chosen(numbers.size(), lengths.empty() ? 2 : 3, make, choice, out);
  out.end_piece();
}

void read_column(ByteReader from, std::span<const uint64_t> lengths, std::span<uint64_t> numbers) {
  const auto way = from.number<uint8_t>();
  if (way > 2 || (way == 2 && lengths.empty())) {
    from.fail("way " + std::to_string(way) + " of writing a column", "a smaller one");
  }
  read_integers(from, numbers);
  from.end();
  // A loop for each way, without a choice in it.
  const auto add_bases = [&]<From kWay>() {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = unzigzag(numbers[i]) + base_of(kWay, i, numbers, lengths);
    }
  };
  switch (static_cast<From>(way)) {
    case From::nothing:
      return add_bases.operator()<From::nothing>();
    case From::previous:
      return add_bases.operator()<From::previous>();
    case From::after:
      return add_bases.operator()<From::after>();
  }
}

std::vector<uint64_t> write_head(std::span<const double> numbers, PieceWriter& out) {
  const DecimalScale scale = DecimalScale::fitting(numbers);
  std::vector<uint64_t> ticks(numbers.size());
  scale.to_integers(numbers, ticks);
  scale.write(out.raw());
  out.end_piece();
  return ticks;
}

DecimalScale read_head(ByteReader from, std::size_t count) {
  DecimalScale scale = DecimalScale::read(from, count);
  from.end();
  return scale;
}

}  // namespace

void VariableRows::resize(std::size_t rows) {
  start.resize(rows);
  end.resize(rows);
  value.resize(rows);
}

void EventRows::resize(std::size_t rows) {
  time.resize(rows);
  value.resize(rows);
}

void write_variables(const VariableRows& rows, VariableChoices& choices, PieceWriter& out) {
  const std::size_t count = rows.size();
  std::vector<double> times = rows.start;
  times.insert(times.end(), rows.end.begin(), rows.end.end());
  const std::vector<uint64_t> ticks = write_head(times, out);
  std::vector<uint64_t> lengths(count);
  for (std::size_t i = 0; i < count; ++i) lengths[i] = ticks[count + i] - ticks[i];
  write_plain_column(lengths, {}, choices.duration, out);
  write_plain_column(std::span(ticks).first(count), lengths, choices.start, out);
  write_plain_column(write_head(rows.value, out), {}, choices.value, out);
}

void read_variables(PieceReader& from, std::size_t count, VariableRows& rows) {
  rows.resize(count);
  const DecimalScale scale = read_head(from.numbers(head, count), 2 * count);
  const std::span<uint64_t> ticks = from.scratch().ticks.first(count);
  const std::span<uint64_t> lengths = from.scratch().numbers.first(count);
  read_column(from.numbers(durations, count), {}, lengths);
  read_column(from.numbers(starts, count), lengths, ticks);
  scale.to_doubles(ticks, 0, rows.start);
  for (std::size_t i = 0; i < count; ++i) ticks[i] += lengths[i];
  scale.to_doubles(ticks, count, rows.end);
  const DecimalScale of_values = read_head(from.numbers(value_head, count), count);
  read_column(from.numbers(values, count), {}, lengths);
  of_values.to_doubles(lengths, 0, rows.value);
}

void write_events(const EventRows& rows, EventChoices& choices, PieceWriter& out) {
  write_plain_column(write_head(rows.time, out), {}, choices.time, out);
  std::vector<uint32_t> indices(rows.size());
  uint32_t different = 0;
  write_dictionary(rows.value, indices, different, out.raw());
  out.end_piece();
}

void read_events(PieceReader& from, std::size_t count, EventRows& rows) {
  rows.resize(count);
  const DecimalScale scale = read_head(from.numbers(event_head, count), count);
  const std::span<uint64_t> ticks = from.scratch().ticks.first(count);
  read_column(from.numbers(event_times, count), {}, ticks);
  scale.to_doubles(ticks, 0, rows.time);
  ByteReader piece = from.numbers(event_values, count);
  const std::span<uint32_t> indices = from.scratch().indices.first(count);
  const std::vector<uint32_t> different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.value[i] = different[indices[i]];
}

}  // namespace paje::archive
