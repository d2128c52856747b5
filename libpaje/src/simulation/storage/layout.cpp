#include <algorithm>
#include <cmath>

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
    const uint64_t distance = offset > head ? offset - head : head - offset;
    return disk.seconds_per_byte * static_cast<double>(distance) + size / disk.bandwidth;
  }
  const auto found = std::find_if(disk.intervals.begin(), disk.intervals.end(),
                                  [&](const AccessInterval& one) { return bytes <= one.to; });
  const AccessInterval& of = found == disk.intervals.end() ? disk.intervals.back() : *found;
  const AccessLine& line = offset == head ? (is_write ? of.sequential_write : of.sequential_read)
                                          : (is_write ? of.random_write : of.random_read);
  return std::max(0.0, line.a + line.b * size);
}

}  // namespace paje
