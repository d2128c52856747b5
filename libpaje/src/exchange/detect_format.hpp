// Which format an input is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "paje/exchange.hpp"

namespace paje::exchange {

/// That many bytes show what an input is.
inline constexpr std::size_t kBytesToDetect = 10000;

/// What a folder is, if it is a trace.
std::optional<OtherFormat> format_of_folder(const std::string& path);
/// Detected by how the input begins; nothing for Pajé, and for what is unknown.
std::optional<OtherFormat> format_of_bytes(std::string_view begin);
/// Why an input that begins so is not of another format.
/// What to say of an input that only looks like one of them: a table without some of its columns,
/// or an index of actions whose first file is not there. Nothing for all others.
std::optional<TraceError> almost_other_format(std::string_view name, std::string_view begin);

TraceError no_other_format(std::string_view name, std::string_view begin);

}  // namespace paje::exchange
