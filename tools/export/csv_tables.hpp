// The objects of a trace as CSV: one table for each nature, with a header and numbers that read
// back as the same.
#pragma once

#include <functional>
#include <string_view>

#include "paje/trace.hpp"

namespace paje::tools {

using TextSink = std::function<void(std::string_view)>;

/// The table of one nature, RFC 4180, formatted on `threads` threads (0: all cores). The columns
/// are those of pj_query's views of the same objects; after them, those of UserColumns with that
/// `size_field`. Throws as it does.
void write_csv_table(const Trace& trace, TypeKind kind, std::string_view size_field,
                     unsigned threads, const TextSink& sink);

}  // namespace paje::tools
