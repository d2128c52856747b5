// What is wrong with a JSON text, as messages say it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "common/tool.hpp"

namespace paje::tools {

/// What the library says after its own number of the error, in one line.
inline std::string json_trouble(const nlohmann::json::exception& error) {
  const std::string_view what = error.what();
  const std::size_t end = what.find("] ");
  return one_line(end == std::string_view::npos ? what : what.substr(end + 2));
}

}  // namespace paje::tools
