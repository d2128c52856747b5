// The formats that can be imported, and how to detect which one an input is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paje::tools {

enum class ImportFormat : uint8_t { chrome, otf2, paraver, table };

/// `chrome`, as the option --from spells it.
std::string_view spelling(ImportFormat format);
std::optional<ImportFormat> import_format(std::string_view name);

/// Detected by the name, where that is enough to read the input: an anchor file of OTF2, or a
/// folder.
std::optional<ImportFormat> format_of_path(const std::string& path);
/// Detected by how the input begins. Throws BadTrace if by nothing, or if that is Pajé.
ImportFormat format_of_bytes(std::string_view name, std::string_view bytes);

}  // namespace paje::tools
