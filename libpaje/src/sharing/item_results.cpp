// What a process found in an item of a set of files, as a message to the others.
#include "sharing/definition_messages.hpp"
#include "sharing/file_set.hpp"

namespace paje {

void put_result(const ItemResult& result, std::string& message) {
  put_varint(message, result.item);
  put_varint(message, result.pieces.size());
  for (const SharedPiece& piece : result.pieces) {
    put_varint(message, piece.bytes);
    put_varint(message, piece.lines);
    put_varint(message, piece.events);
    put(message, piece.names_part);
  }
  put_varint(message, result.parts.size());
  for (const ItemResult::Part& part : result.parts) {
    put_varint(message, part.piece);
    put_varint(message, part.line);
    put_text(message, part.name);
  }
  put(message, result.failed);
  put(message, result.opens_with_definitions);
  put_varint(message, result.opening);
  put_definitions(result.definitions, message);
  for (const uint32_t piece : result.defined_in) put_varint(message, piece);
  put_text(message, result.structure);
}

ItemResult take_result(MessageReader& from) {
  ItemResult result;
  result.item = static_cast<uint32_t>(from.varint());
  result.pieces.resize(from.varint());
  for (SharedPiece& piece : result.pieces) {
    piece.bytes = static_cast<uint32_t>(from.varint());
    piece.lines = static_cast<uint32_t>(from.varint());
    piece.events = static_cast<uint32_t>(from.varint());
    piece.names_part = from.number<bool>();
  }
  result.parts.resize(from.varint());
  for (ItemResult::Part& part : result.parts) {
    part.piece = static_cast<uint32_t>(from.varint());
    part.line = static_cast<uint32_t>(from.varint());
    part.name = from.text();
  }
  result.failed = from.number<bool>();
  result.opens_with_definitions = from.number<bool>();
  result.opening = static_cast<uint32_t>(from.varint());
  result.definitions = take_definitions(from);
  result.defined_in.resize(result.definitions.size());
  for (uint32_t& piece : result.defined_in) piece = static_cast<uint32_t>(from.varint());
  result.structure = from.text();
  return result;
}

}  // namespace paje
