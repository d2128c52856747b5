// Pages as they are in the file: a header, and bytes compressed by Zstandard.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "exchange/parquet/encodings.hpp"

namespace paje::parquet {

enum class PageType : int { data = 0, dictionary = 2 };

/// Appends a page of `count` values to `out`. Returns the size of header and bytes before
/// compression.
std::size_t append_page(PageType type, std::string_view raw, std::size_t count, Encoding encoding,
                        std::string& out);

}  // namespace paje::parquet
