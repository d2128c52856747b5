// Reads models that are JSON, and says what is wrong with them.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/tool.hpp"

namespace paje::tools {

/// What the library says after its own number of the error, in one line.
inline std::string json_trouble(const nlohmann::json::exception& error) {
  const std::string_view what = error.what();
  const std::size_t end = what.find("] ");
  return one_line(end == std::string_view::npos ? what : what.substr(end + 2));
}

/// read(json), where `text` is what the file `path` holds. Throws std::runtime_error that begins
/// with the path if that is no JSON, lacks a member or has one of another type, or if read() throws
/// std::invalid_argument.
template <class Json, class Read>
auto read_json_model(const std::string& text, const std::string& path, Read&& read) {
  const auto error = [&](const std::string& what) {
    return std::runtime_error(fmt::format("{}: {}", one_line(path), what));
  };
  try {
    return read(Json::parse(text));
  } catch (const nlohmann::json::parse_error& problem) {
    throw error("this is no JSON: " + json_trouble(problem));
  } catch (const nlohmann::json::exception& problem) {
    throw error("the model is damaged: " + json_trouble(problem));
  } catch (const std::invalid_argument& problem) {
    throw error(std::string("the model is damaged: ") + problem.what());
  }
}

}  // namespace paje::tools
