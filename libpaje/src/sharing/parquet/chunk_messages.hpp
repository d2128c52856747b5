// What a file says of a chunk, as a message.
#pragma once

#include <cstdint>
#include <string>

#include "exchange/parquet/column.hpp"
#include "sharing/messages.hpp"

namespace paje::parquet {

/// Without its bytes.
void put_chunk(const Chunk& chunk, std::string& message);
Chunk take_chunk(MessageReader& from);

}  // namespace paje::parquet
