#include "chunk_decoder.hpp"

namespace paje {

std::unique_ptr<ChunkDecoder> decode_chunk(const Chunk& chunk, bool old_field_names) {
  return chunk.binary != nullptr ? decode_binary(*chunk.binary)
                                 : decode_text(chunk.text, old_field_names);
}

bool opens_with_definitions(const Chunk& chunk) {
  if (chunk.binary != nullptr) return true;
  const std::string_view text = chunk.text;
  std::size_t at = text.find_first_not_of(" \t\r\n");
  while (at != std::string_view::npos && text[at] == '#') {
    at = text.find_first_not_of(" \t\r\n", text.find('\n', at));
  }
  return at != std::string_view::npos && text[at] == '%';
}

}  // namespace paje
