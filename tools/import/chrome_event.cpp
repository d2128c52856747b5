#include "import/chrome_event.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "import/bad_input.hpp"
#include "import/json_memory.hpp"
#include "paje/event.hpp"

namespace paje::tools {

namespace {

using simdjson::SIMDJSON_PADDING;
namespace ondemand = simdjson::ondemand;

constexpr int kMicroseconds = -6;

std::string_view trimmed(std::string_view token) {
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// A word, or the spelling of what is none.
std::string_view word_of(ondemand::value value) {
  const ondemand::json_type type = value.type();
  if (type == ondemand::json_type::string) return value.get_string();
  return trimmed(value.raw_json_token());
}

// A member that is not what it should be.
struct BadMember {
  std::string found;
  std::string expected;
};

bool is_true(ondemand::value value) { return word_of(value) == "true"; }

}  // namespace

struct ChromeParser::Parsers {
  ondemand::parser event;
  ondemand::parser arguments;
};

ChromeParser::ChromeParser(std::string name, std::string_view input, Losses& losses)
    : name_(std::move(name)),
      input_(input),
      losses_(losses),
      parsers_(std::make_unique<Parsers>()) {}

ChromeParser::~ChromeParser() = default;

namespace {

// Puts what the members of an event say to its place.
class Members {
 public:
  Members(ChromeEvent& event, Losses& losses) : event_(event), losses_(losses) {}

  /// Throws BadMember and simdjson_error.
  void take(std::string_view key, ondemand::value value) {
    if (std::string_view ChromeEvent::*word = word_member(key)) {
      event_.*word = word_of(value);
    } else if (key == "ts") {
      event_.time_text = word_of(value);
      event_.time = time(key, event_.time_text);
    } else if (key == "dur") {
      event_.duration = time(key, word_of(value));
    } else if (key == "flow_in") {
      event_.flow_in = is_true(value);
    } else if (key == "flow_out") {
      event_.flow_out = is_true(value);
    } else if (key == "id2") {
      take_id2(value);
    } else if (key == "args") {
      event_.arguments = object(value);
    } else if (key == "user") {
      event_.user = object(value);
    } else if (key != "bp") {
      losses_.add(fmt::format("member '{}' of events", key));
    }
  }

 private:
  static std::string_view ChromeEvent::*word_member(std::string_view key) {
    static constexpr std::pair<std::string_view, std::string_view ChromeEvent::*> kWords[] = {
        {"ph", &ChromeEvent::phase},       {"name", &ChromeEvent::name},
        {"cat", &ChromeEvent::category},   {"pid", &ChromeEvent::process},
        {"tid", &ChromeEvent::thread},     {"id", &ChromeEvent::id},
        {"scope", &ChromeEvent::id_scope}, {"bind_id", &ChromeEvent::bind_id},
        {"s", &ChromeEvent::instant_scope}};
    for (const auto& [name, member] : kWords) {
      if (name == key) return member;
    }
    return nullptr;
  }

  // Its JSON; empty if it is none.
  static std::string_view object(ondemand::value value) {
    const ondemand::json_type type = value.type();
    if (type != ondemand::json_type::object) return {};
    ondemand::object found = value.get_object();
    return found.raw_json();
  }

  static DecimalTime time(std::string_view key, std::string_view word) {
    const std::optional<DecimalTime> time = DecimalTime::parse(word, kMicroseconds);
    if (!time) throw BadMember{std::string(word), fmt::format("microseconds for '{}'", key)};
    return *time;
  }

  void take_id2(ondemand::value value) {
    for (auto field : value.get_object()) {
      const std::string_view scope = field.unescaped_key();
      if (scope == "global") event_.global_id = word_of(field.value());
      if (scope == "local") event_.local_id = word_of(field.value());
    }
  }

  ChromeEvent& event_;
  Losses& losses_;
};

}  // namespace

const ChromeEvent& ChromeParser::parse(std::string_view object) {
  offset_ = static_cast<uint64_t>(object.data() - input_.data());
  if (input_.size() - offset_ - object.size() < SIMDJSON_PADDING) {
    padded_.assign(object);
    padded_.append(SIMDJSON_PADDING, ' ');
    object = std::string_view(padded_).substr(0, object.size());
  }
  event_ = {};
  try {
    ondemand::document document = parsers_->event.iterate(
        simdjson::padded_string_view(object, object.size() + SIMDJSON_PADDING));
    Members members(event_, losses_);
    for (auto field : document.get_object()) {
      const std::string_view key = field.unescaped_key();
      members.take(key, field.value());
    }
  } catch (const simdjson::simdjson_error& error) {
    check_memory(error);
    throw bad_byte(name_, offset_, "not an event of a Chrome trace", object,
                   fmt::format("an object of JSON ({})", error.what()));
  } catch (const BadMember& bad) {
    throw bad_byte(name_, offset_, "malformed number", bad.found, bad.expected);
  }
  return event_;
}

void ChromeParser::arguments(const TakeArgument& take) {
  const std::string_view object = event_.arguments;
  if (object.empty()) return;
  try {
    ondemand::document document = parsers_->arguments.iterate(
        simdjson::padded_string_view(object, object.size() + SIMDJSON_PADDING));
    for (auto field : document.get_object()) {
      const std::string_view key = field.unescaped_key();
      ondemand::value value = field.value();
      const ondemand::json_type type = value.type();
      if (type == ondemand::json_type::object || type == ondemand::json_type::array) {
        take(key, {}, std::nullopt);
        continue;
      }
      const std::string_view word = word_of(value);
      take(key, word, parse_number(word));
    }
  } catch (const simdjson::simdjson_error& error) {
    check_memory(error);
    throw bad_byte(name_, offset_, "not an event of a Chrome trace", object,
                   fmt::format("arguments as an object of JSON ({})", error.what()));
  }
}

}  // namespace paje::tools
