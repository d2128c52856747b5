// Models as files of JSON.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace paje::tools {

using Json = nlohmann::ordered_json;

/// Passes what the file holds to `read`. Throws std::runtime_error that begins with the path if
/// that is no JSON, no model of the kind, or `read` finds a member missing or of another type.
void read_model_file(const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read);
/// The same of a text that is there.
void read_model_text(const std::string& text, const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read);

}  // namespace paje::tools
