#include "model/model_file.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "common/json_model.hpp"
#include "common/tool.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

void read_model_text(const std::string& text, const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read) {
  const auto refuse = [&](const std::string& what) {
    throw std::runtime_error(fmt::format("{}: {}", one_line(path), what));
  };
  read_json_model<Json>(text, path, [&](const Json& json) {
    if (!json.is_object() || json.value("model", "") != kind) {
      refuse(fmt::format("this is no model of kind {}", kind));
    }
    if (json.value("version", 0) != 1) refuse("only version 1 of models can be read");
    read(json);
  });
}

void read_model_file(const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read) {
  read_model_text(file_text(path), path, kind, read);
}

}  // namespace paje::tools
