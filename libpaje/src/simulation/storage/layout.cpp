#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "paje/simulation/storage.hpp"

namespace paje {

std::vector<StripePiece> stripe_pieces(const Striping& striping, uint64_t offset, uint64_t bytes) {
  std::vector<StripePiece> pieces;
  while (bytes > 0) {
    const uint64_t unit = offset / striping.unit, inside = offset % striping.unit;
    const uint64_t here = std::min(bytes, striping.unit - inside);
    pieces.push_back({static_cast<uint32_t>((striping.first + unit) % striping.servers),
                      unit / striping.servers * striping.unit + inside, here});
    offset += here;
    bytes -= here;
  }
  return pieces;
}

uint64_t bytes_on_server(const Striping& striping, uint64_t file, uint32_t server) {
  const uint64_t units = file / striping.unit, rest = file % striping.unit;
  const uint64_t place =
      (server + striping.servers - striping.first % striping.servers) % striping.servers;
  const uint64_t last = units % striping.servers;
  return (units / striping.servers + (place < last ? 1 : 0)) * striping.unit +
         (place == last ? rest : 0);
}

double access_seconds(const DiskModel& disk, uint64_t head, uint64_t offset, uint64_t bytes,
                      bool is_write) {
  const auto size = static_cast<double>(bytes);
  if (disk.intervals.empty()) {
    const auto distance = static_cast<double>(offset > head ? offset - head : head - offset);
    const double seconds = disk.seconds_per_byte * distance + size / disk.bandwidth;
    if (std::isfinite(seconds)) return seconds;
    throw std::invalid_argument(
        fmt::format("disk: {:g} s a byte * {:.0f} bytes of distance + {} bytes / {:g} yields {:g} "
                    "s; expected a finite time",
                    disk.seconds_per_byte, distance, bytes, disk.bandwidth, seconds));
  }
  const auto found = std::find_if(disk.intervals.begin(), disk.intervals.end(),
                                  [&](const AccessInterval& one) { return bytes <= one.to; });
  const AccessInterval& of = found == disk.intervals.end() ? disk.intervals.back() : *found;
  const AccessLine& line = offset == head ? (is_write ? of.sequential_write : of.sequential_read)
                                          : (is_write ? of.random_write : of.random_read);
  const double seconds = line.a + line.b * size;
  if (std::isnan(line.a)) {
    throw std::invalid_argument(fmt::format("disk: its model says nothing of a {} {}",
                                            offset == head ? "sequential" : "random",
                                            is_write ? "write" : "read"));
  }
  if (seconds >= 0 && std::isfinite(seconds)) return seconds;
  throw std::invalid_argument(
      fmt::format("disk: the {} {} of sizes up to {}, {:g} + {:g} * bytes, yields {:g} s for {} "
                  "bytes; expected "
                  "a time from 0 on",
                  offset == head ? "sequential" : "random", is_write ? "write" : "read", of.to,
                  line.a, line.b, seconds, bytes));
}

}  // namespace paje
