// What is wrong with a trace of another format, reported as for Pajé: place, found, expected.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "paje/diagnostic.hpp"

namespace paje::exchange {

/// `file: byte 123: error: title: found 'x', expected y`; long `found` is cut.
TraceError bad_byte(std::string_view file, uint64_t byte, std::string_view title,
                    std::string_view found, std::string_view expected);
/// `file:12: error: ...`
TraceError bad_text_line(std::string_view file, uint64_t line, std::string_view title,
                         std::string_view found, std::string_view expected);
/// `file:12:5: error: ...`, of the byte `at` of `text`: its line and column, both from 1.
TraceError bad_place(std::string_view file, std::string_view text, uint64_t at,
                     std::string_view title, std::string_view found, std::string_view expected);
/// `file: error: ...`, of the file as a whole.
TraceError bad_file(std::string_view file, std::string_view title, std::string_view found,
                    std::string_view expected);
/// `line 12, column 5`
std::string place_in(std::string_view text, uint64_t at);

}  // namespace paje::exchange
