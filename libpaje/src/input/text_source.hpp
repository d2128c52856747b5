// Text as chunks: cut where it is, or read block by block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "input/byte_source.hpp"
#include "input/byte_stream.hpp"
#include "input/whole_bytes.hpp"

namespace paje {

/// Text that is in memory as a whole, after its first `skipped` bytes.
std::unique_ptr<ByteSource> whole_text(WholeBytes bytes, std::size_t skipped);

/// Text that comes block by block. `begin` is what was read of it before; of that, the first
/// `skipped` bytes are left out. `size` is the whole input's, if that is known.
std::unique_ptr<ByteSource> stream_text(std::unique_ptr<ByteStream> stream,
                                        std::optional<uint64_t> size, std::string begin,
                                        std::size_t skipped);

}  // namespace paje
