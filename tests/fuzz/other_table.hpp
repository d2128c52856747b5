// What targets read of other formats.
#pragma once

#include <string>
#include <string_view>

#include "fuzz.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"

namespace paje::fuzz {

/// The table of a trace of another format, or its error. What readers make has to be right: a rule
/// of Pajé that is broken fails.
inline std::string table_of_other(const Input& input, const ReadOptions& options) {
  TableOptions table;
  table.threads = options.threads;
  table.user_fields = true;
  try {
    std::string text;
    write_table(read_trace(input, options), table, [&](std::string_view piece) { text += piece; });
    return text;
  } catch (const TraceError& error) {
    const Rule rule = error.diagnostic().rule;
    check(rule == Rule::other_format || rule == Rule::damaged_compression,
          "the events that are made break no rule");
    return error.what();
  }
}

}  // namespace paje::fuzz
