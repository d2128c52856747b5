// The checksum of pieces and sections.
#pragma once

#include <cstdint>
#include <string_view>

namespace paje::archive {

/// CRC-32C (Castagnoli), as iSCSI has it (RFC 3720, appendix B.4).
[[nodiscard]] uint32_t crc32c(std::string_view bytes);

}  // namespace paje::archive
