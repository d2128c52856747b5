#include "base/blanks.hpp"
#include "input/chunk_decoder.hpp"

namespace paje {

std::unique_ptr<ChunkDecoder> decode_chunk(const Chunk& chunk, bool old_field_names) {
  return chunk.binary != nullptr ? decode_binary(*chunk.binary)
                                 : decode_text(chunk.text, old_field_names);
}

namespace {

// What the first line says that is not a comment; empty if there is none.
std::string_view first_line_of(std::string_view text) {
  std::size_t at = text.find_first_not_of(kBlanksAndNewline);
  while (at != std::string_view::npos && text[at] == '#') {
    at = text.find_first_not_of(kBlanksAndNewline, text.find('\n', at));
  }
  if (at == std::string_view::npos) return {};
  return text.substr(at, text.find('\n', at) - at);
}

}  // namespace

bool opens_with_definitions(const Chunk& chunk) {
  return chunk.binary != nullptr || first_line_of(chunk.text).starts_with('%');
}

}  // namespace paje
