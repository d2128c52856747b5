// Binary traces as chunks of decoded events.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "input/byte_blocks.hpp"
#include "input/byte_source.hpp"

namespace paje {

/// Whether an input that begins with these bytes is a binary trace. This many decide:
inline constexpr std::size_t kBinaryMagicBytes = 4;
[[nodiscard]] bool is_binary(std::string_view first_bytes);

/// `name` is what messages call the input.
std::unique_ptr<ByteSource> open_binary(std::string name, std::unique_ptr<ByteBlocks> blocks);

}  // namespace paje
