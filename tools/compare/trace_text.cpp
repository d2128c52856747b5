#include "compare/trace_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace paje::tools {

namespace {

struct Definition {
  std::string_view event;
  std::vector<std::string_view> fields;
};

// In the order of TraceEvent.
const std::vector<Definition>& definitions() {
  static const std::vector<Definition> all = {
      {"PajeDefineContainerType", {"Alias string", "Type string", "Name string"}},
      {"PajeDefineStateType", {"Alias string", "Type string", "Name string"}},
      {"PajeDefineVariableType", {"Alias string", "Type string", "Name string", "Color color"}},
      {"PajeDefineLinkType",
       {"Alias string", "Type string", "StartContainerType string", "EndContainerType string",
        "Name string"}},
      {"PajeDefineEntityValue", {"Alias string", "Type string", "Name string", "Color color"}},
      {"PajeCreateContainer",
       {"Time date", "Alias string", "Type string", "Container string", "Name string"}},
      {"PajePushState", {"Time date", "Type string", "Container string", "Value string"}},
      {"PajePushState",
       {"Time date", "Type string", "Container string", "Value string", "OwnStart double",
        "OwnEnd double"}},
      {"PajePopState", {"Time date", "Type string", "Container string"}},
      {"PajeSetVariable", {"Time date", "Type string", "Container string", "Value double"}},
      {"PajeStartLink",
       {"Time date", "Type string", "Container string", "StartContainer string", "Value string",
        "Key string"}},
      {"PajeEndLink",
       {"Time date", "Type string", "Container string", "EndContainer string", "Value string",
        "Key string"}}};
  return all;
}

}  // namespace

std::string trace_header(std::string_view comment) {
  std::string text = fmt::format("# {}\n", comment);
  for (std::size_t number = 0; number < definitions().size(); ++number) {
    text += fmt::format("%EventDef {} {}\n", definitions()[number].event, number);
    for (const std::string_view field : definitions()[number].fields) {
      text += fmt::format("% {}\n", field);
    }
    text += "%EndEventDef\n";
  }
  return text;
}

std::string word(std::string_view name) {
  if (name.find('"') != std::string_view::npos) return std::string(name);
  return fmt::format("\"{}\"", name);
}

std::string trace_time(double time) { return fmt::format("{:.9f}", time); }

std::string color_word(const Color& color) {
  return fmt::format("\"{:.4f} {:.4f} {:.4f}\"", color.red, color.green, color.blue);
}

}  // namespace paje::tools
