#include "export/chrome/facts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "export/number_text.hpp"
#include "formats/text/json_writer.hpp"
#include "formats/text/utf8.hpp"

namespace paje::tools {

namespace {

// As the trace has it; JSON has no infinity.
void append_time(std::string& text, std::string_view member, double time) {
  const std::string_view quote = std::isfinite(time) ? "" : "\"";
  text += fmt::format(",\"{}\":{}", member, quote);
  append_number(text, time);
  text += quote;
}

void append_names(std::string& text, const Name& name, const Name& identifier) {
  text += ',';
  append_word(text, "name", name.text);
  if (identifier.text == name.text) return;
  text += ',';
  append_word(text, "alias", identifier.text);
}

void append_color(std::string& text, const std::optional<Color>& color) {
  if (!color) return;
  text += ",\"color\":\"";
  for (const float part : {color->red, color->green, color->blue, color->alpha}) {
    append_number(text, part);
    text += ' ';
  }
  text.back() = '"';
}

void append_type(std::string& text, const Type& type) {
  text += fmt::format("{{\"kind\":\"{}\",\"parent\":{}", spelling(type.kind),
                      type.parent.valid() ? type.parent.index : 0);
  append_names(text, type.name, type.identifier);
  if (type.kind == TypeKind::link) {
    text += fmt::format(",\"start\":{},\"end\":{}", type.start_type.index, type.end_type.index);
  }
  append_color(text, type.color);
  text += '}';
}

// By their numbers: a name may come twice.
void append_numbered(std::string& text, std::string_view member,
                     const std::vector<std::string_view>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? fmt::format(",\"{}\":{{", member) : ",";
    append_word(text, std::to_string(i + 1), without_quotes(words[i]));
  }
  if (!words.empty()) text += '}';
}

void append_container(std::string& text, const Trace& trace, ContainerId id) {
  const Container& container = trace[id];
  text += fmt::format("{{\"type\":{},\"parent\":{}", container.type.index,
                      container.parent.valid() ? container.parent.index : 0);
  append_names(text, container.name, container.identifier);
  append_time(text, "start", container.start);
  if (container.destroyed) append_time(text, "end", container.end);
  append_numbered(text, "user", trace.user_fields(id));
  append_numbered(text, "user_names", trace.user_field_names(id));
  text += '}';
}

void append_value(std::string& text, const EntityValue& value) {
  text += fmt::format("{{\"type\":{}", value.type.index);
  append_names(text, value.name, value.identifier);
  append_color(text, value.color);
  if (value.defined) text += ",\"defined\":true";
  text += '}';
}

void append_track(std::string& text, const ChromeTrack& track) {
  text += fmt::format("{{\"container\":{},\"type\":{},\"pid\":{},", track.container.index,
                      track.type.index, track.process);
  text += track.counter.empty() ? fmt::format("\"tid\":{}}}", track.thread)
                                : fmt::format("\"counter\":{}}}", track.counter);
}

// `"types":[...]`, an element a line.
template <class Items, class Append>
void append_array(std::string& text, std::string_view member, const Items& items, Append&& append) {
  text += fmt::format(",\n\"{}\":[", member);
  bool is_first = true;
  for (const auto& item : items) {
    text += is_first ? "\n" : ",\n";
    is_first = false;
    append(text, item);
  }
  text += ']';
}

}  // namespace

std::string_view without_quotes(std::string_view word) {
  const bool is_quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

void append_word(std::string& text, std::string_view member, std::string_view word) {
  text += json_string(member) + ':' + json_string(word);
  if (is_utf8(word)) return;
  text += ',' + json_string(fmt::format("{}_bytes", member)) + ":\"";
  for (const char c : word) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  text += '"';
}

std::string chrome_facts(const Trace& trace, const ChromeTracks& tracks, TimeUnit unit) {
  std::string text = "{\"version\":1";
  if (unit != TimeUnit::seconds) text += fmt::format(",\"unit\":\"{}\"", spelling(unit));
  append_time(text, "end", trace.end_time().value_or(0));
  append_array(text, "types", trace.types(), append_type);
  append_array(text, "values", trace.values(), append_value);
  uint32_t number = 0;
  append_array(text, "containers", trace.containers(), [&](std::string& to, const Container&) {
    append_container(to, trace, ContainerId{number++});
  });
  append_array(text, "tracks", tracks.tracks(), append_track);
  return text + '}';
}

}  // namespace paje::tools
