#include "model/model_file.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "common/json_error.hpp"
#include "common/tool.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

void read_model_text(const std::string& text, const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read) {
  const auto fail = [&](const std::string& what) {
    throw std::runtime_error(fmt::format("{}: {}", one_line(path), what));
  };
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || json.value("model", "") != kind) {
      fail(fmt::format("this is no model of kind {}", kind));
    }
    if (json.value("version", 0) != 1) fail("only version 1 of models can be read");
    read(json);
  } catch (const Json::parse_error& error) {
    fail("this is no JSON: " + json_trouble(error));
  } catch (const Json::exception& error) {
    fail("the model is damaged: " + json_trouble(error));
  } catch (const std::invalid_argument& error) {
    fail(std::string("the model is damaged: ") + error.what());
  }
}

void read_model_file(const std::string& path, const std::string& kind,
                     const std::function<void(const Json&)>& read) {
  read_model_text(file_text(path), path, kind, read);
}

}  // namespace paje::tools
