#include "exchange/unread_format.hpp"

#include <algorithm>
#include <cstdint>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

// A number in the encoding of protocol buffers, which ends with the first byte below 128.
std::optional<uint64_t> read_number(std::string_view bytes, std::size_t& at) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    number |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80U) return number;
  }
  return std::nullopt;
}

bool is_text(std::string_view bytes) {
  constexpr std::string_view kBlanks = "\t\n\v\f\r\x1b";
  return std::none_of(bytes.begin(), bytes.end(), [&](char c) {
    return static_cast<unsigned char>(c) < ' ' && kBlanks.find(c) == std::string_view::npos;
  });
}

// Nothing but packets: fields with the number 1, each with its length before it. The last one goes
// on after the bytes that are looked at. A text that begins with a newline has no control
// characters.
bool begins_like_perfetto(std::string_view begin) {
  constexpr char kPacket = '\x0a';
  std::size_t packets = 0;
  std::size_t at = 0;
  for (; at < begin.size(); ++packets) {
    if (begin[at++] != kPacket) return false;
    const std::optional<uint64_t> size = read_number(begin, at);
    if (!size) return at == begin.size() && packets > 0;
    if (*size > begin.size() - at) break;
    at += *size;
  }
  return packets > 0 && !is_text(begin);
}

}  // namespace

std::optional<TraceError> unread_format(std::string_view name, std::string_view begin) {
  const auto unread = [&](std::string_view title, std::string_view expected) {
    return bad_file(name, title, {}, expected);
  };
  if (begin.starts_with("NVIDIA Tegra Profiler Report")) {
    return unread("reports of Nsight Systems are not read",
                  "a table: nsys export --type sqlite writes a database, and sqlite3 makes "
                  "one of it (docs/formats.md, Nsight Systems)");
  }
  if (begin.starts_with("SQLite format 3")) {
    return unread("SQLite databases are not read",
                  "a table: of what pj_export wrote, sqlite3 -header -csv FILE 'SELECT * FROM "
                  "states' makes one; of Nsight Systems, see docs/formats.md");
  }
  if (begins_like_perfetto(begin)) {
    return unread("binary traces of Perfetto are not read",
                  "Chrome's JSON, which traceconv json FILE trace.json writes");
  }
  return std::nullopt;
}

}  // namespace paje::exchange
