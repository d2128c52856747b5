#include "sharing/parquet/chunk_messages.hpp"

namespace paje::parquet {

namespace {

void put_bound(const std::optional<std::string>& bound, std::string& message) {
  put(message, static_cast<uint8_t>(bound.has_value()));
  if (bound) put_text(message, *bound);
}

std::optional<std::string> take_bound(MessageReader& from) {
  if (from.number<uint8_t>() == 0) return std::nullopt;
  return std::string(from.text());
}

void put_bounds(const Bounds& bounds, std::string& message) {
  put_bound(bounds.least, message);
  put_bound(bounds.greatest, message);
}

Bounds take_bounds(MessageReader& from) {
  Bounds bounds;
  bounds.least = take_bound(from);
  bounds.greatest = take_bound(from);
  return bounds;
}

}  // namespace

void put_chunk(const Chunk& chunk, std::string& message) {
  put(message, static_cast<uint8_t>(chunk.dictionary.has_value()));
  if (chunk.dictionary) put_varint(message, *chunk.dictionary);
  put_varint(message, chunk.raw_size);
  put_varint(message, chunk.nulls);
  put_varint(message, chunk.rows);
  put_bounds(chunk.bounds, message);
  put_varint(message, chunk.pages.size());
  for (const Page& page : chunk.pages) {
    put_varint(message, page.offset);
    put_varint(message, page.size);
    put_varint(message, page.first_row);
    put_varint(message, page.nulls);
    put(message, static_cast<uint8_t>(page.is_empty));
    put_bounds(page.bounds, message);
  }
}

Chunk take_chunk(MessageReader& from) {
  Chunk chunk;
  if (from.number<uint8_t>() != 0) chunk.dictionary = from.varint();
  chunk.raw_size = from.varint();
  chunk.nulls = from.varint();
  chunk.rows = from.varint();
  chunk.bounds = take_bounds(from);
  chunk.pages.resize(from.varint());
  for (Page& page : chunk.pages) {
    page.offset = from.varint();
    page.size = from.varint();
    page.first_row = from.varint();
    page.nulls = from.varint();
    page.is_empty = from.number<uint8_t>() != 0;
    page.bounds = take_bounds(from);
  }
  return chunk;
}

}  // namespace paje::parquet
