// What is odd about a trace, though it changes nothing of it: a line on standard error.
#pragma once

#include <string>

#include "paje/diagnostic.hpp"
#include "say.hpp"
#include "tool.hpp"

namespace paje::tools {

/// For ReadOptions::on_warning.
inline void tell_warning(const Diagnostic& warning) {
  constexpr std::string_view kError = ": error: ";
  std::string line = paje::one_line(warning);
  const std::size_t at = line.find(kError, warning.where.file.size());
  if (at != std::string::npos) line.replace(at, kError.size(), ": warning: ");
  say("{}\n", printable(line));
}

}  // namespace paje::tools
