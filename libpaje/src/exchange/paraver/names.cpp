#include "exchange/paraver/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "exchange/paraver/numbers.hpp"
#include "exchange/text_lines.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kStray = "stray lines of the .pcf file";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// Takes the number that the text begins with, and the blanks after it.
std::optional<int64_t> read_number(std::string_view& text) {
  const std::optional<ParaverNumber> number = leading_number(text);
  if (!number) return std::nullopt;
  const std::string_view rest = text.substr(number->length);
  if (!rest.empty() && kBlanks.find(rest.front()) == std::string_view::npos) return std::nullopt;
  text = trimmed(rest);
  return number->bits;
}

// `{117,195,255}`
std::optional<Color> color_of(std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::array<float, 3> parts{};
  for (float& part : parts) {
    const std::size_t comma = text.find(',');
    const auto number = whole_number(trimmed(text.substr(0, comma)));
    if (!number || number->bits < 0 || number->bits > 255) return std::nullopt;
    part = static_cast<float>(number->value / 255);
    const bool is_last = &part == &parts.back();
    if (is_last != (comma == std::string_view::npos)) return std::nullopt;
    if (!is_last) text.remove_prefix(comma + 1);
  }
  return Color{parts[0], parts[1], parts[2], 1};
}

enum class Section : uint8_t {
  none,
  display,
  states,
  state_colors,
  gradients,
  event_types,
  values,
  unknown
};

std::optional<Section> section_of(std::string_view line) {
  struct Title {
    std::string_view text;
    Section section;
  };
  static constexpr std::array<Title, 8> kTitles = {{{"DEFAULT_OPTIONS", Section::display},
                                                    {"DEFAULT_SEMANTIC", Section::display},
                                                    {"STATES", Section::states},
                                                    {"STATES_COLOR", Section::state_colors},
                                                    {"GRADIENT_COLOR", Section::gradients},
                                                    {"GRADIENT_NAMES", Section::gradients},
                                                    {"EVENT_TYPE", Section::event_types},
                                                    {"VALUES", Section::values}}};
  for (const Title& title : kTitles) {
    if (title.text == line) return title.section;
  }
  return std::nullopt;
}

bool looks_like_a_title(std::string_view line) {
  return line.size() > 1 && std::all_of(line.begin(), line.end(),
                                        [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

// A line that is of no use is counted, and the section goes on: only a title begins another one.
class PcfReader {
 public:
  PcfReader(ParaverNames& names, Losses& losses) : names_(names), losses_(losses) {}

  void read(std::string_view line) {
    if (line.empty()) {
      is_after_blank_ = true;
      return;
    }
    const bool is_after_blank = std::exchange(is_after_blank_, false);
    if (const auto section = section_of(line)) return begin(*section);
    // After a blank line, a title that nobody knows: what follows must not be taken for names.
    if (is_after_blank && looks_like_a_title(line)) {
      section_ = Section::unknown;
      return losses_.add("sections of the .pcf file that are not known");
    }
    read_within(line);
  }

 private:
  void begin(Section section) {
    section_ = section;
    if (section == Section::gradients) losses_.add("gradients of colours (.pcf)");
    if (section == Section::event_types) {
      types_.clear();
      values_ = nullptr;
    }
    if (section != Section::values || values_ != nullptr) return;
    if (types_.empty()) losses_.add("values of no event type (.pcf)");
    values_ = std::make_shared<ParaverValues>();
    for (const int64_t type : types_) names_.event_types[type].values = values_;
  }

  void read_within(std::string_view line) {
    switch (section_) {
      case Section::none:
        return losses_.add(kStray);
      case Section::display:
        return losses_.add("settings of the display (.pcf)");
      case Section::unknown:
        return losses_.add("lines of sections of the .pcf file that are not known");
      case Section::gradients:
        if (!read_number(line)) losses_.add(kStray);
        return;
      case Section::event_types:
        return read_type(line);
      case Section::values:
        if (read_precision(line)) return;
        return read_numbered(line);
      case Section::states:
      case Section::state_colors:
        return read_numbered(line);
    }
  }

  // Of the types above it.
  bool read_precision(std::string_view line) {
    constexpr std::string_view kPrecision = "PRECISION ";
    constexpr int64_t kMostDecimals = 19;  // as many digits as values have
    if (!line.starts_with(kPrecision) || types_.empty()) return false;
    const auto decimals = whole_number(trimmed(line.substr(kPrecision.size())));
    if (!decimals || decimals->bits < 0 || decimals->bits > kMostDecimals) return false;
    for (const int64_t type : types_) {
      names_.event_types[type].decimals = static_cast<int>(decimals->bits);
    }
    return true;
  }

  void read_type(std::string_view line) {
    if (read_precision(line)) return;
    const auto gradient = read_number(line);
    const auto type = gradient ? read_number(line) : std::nullopt;
    if (!type) return losses_.add(kStray);
    types_.push_back(*type);
    const auto [found, is_new] = names_.event_types.try_emplace(*type);
    if (!is_new)
      losses_.add("event types of the .pcf file that are defined again (the last holds)");
    found->second = {std::string(line), nullptr, 0};
  }

  void read_numbered(std::string_view line) {
    const auto number = read_number(line);
    if (!number) return losses_.add(kStray);
    if (section_ == Section::state_colors) {
      const auto color = color_of(line);
      if (!color) return losses_.add("invalid colours of the .pcf file");
      names_.state_colors[*number] = *color;
      return;
    }
    ParaverValues& values = section_ == Section::states ? names_.states : *values_;
    const auto [found, is_new] = values.try_emplace(*number, line);
    if (is_new || found->second == line) return;
    losses_.add("names of the .pcf file that are given again (the last holds)");
    found->second = line;
  }

  ParaverNames& names_;
  Losses& losses_;
  Section section_ = Section::none;
  bool is_after_blank_ = true;
  std::vector<int64_t> types_;  // that the next values are of
  std::shared_ptr<ParaverValues> values_;
};

}  // namespace

void ParaverNames::read_pcf(std::string_view bytes, Losses& losses) {
  PcfReader reader(*this, losses);
  TextLines lines(bytes);
  while (const auto line = lines.next()) reader.read(trimmed(*line));
}

void ParaverNames::read_row(std::string_view bytes, Losses& losses) {
  std::vector<std::string>* level = nullptr;
  TextLines lines(bytes);
  while (const auto whole = lines.next()) {
    const std::string_view line = trimmed(*whole);
    constexpr std::string_view kLevel = "LEVEL ";
    if (line.starts_with(kLevel)) {
      const std::string_view rest = trimmed(line.substr(kLevel.size()));
      const std::string_view name = rest.substr(0, rest.find_first_of(kBlanks));
      level = &rows[std::string(name)];
      level->clear();
    } else if (level != nullptr && !line.empty()) {
      level->emplace_back(line);
    } else if (!line.empty()) {
      losses.add("lines of the .row file before its first LEVEL");
    }
  }
  for (const auto& [name, objects] : rows) {
    static constexpr std::array kLevels = {"APPL", "TASK", "THREAD", "NODE", "CPU"};
    const bool is_level = std::find(kLevels.begin(), kLevels.end(), name) != kLevels.end();
    if (!is_level) losses.add("names of other levels (.row)", objects.size());
  }
}

std::string_view ParaverNames::row(std::string_view level, uint64_t number) const {
  const auto found = rows.find(level);
  if (found == rows.end() || number >= found->second.size()) return {};
  return found->second[number];
}

void ParaverNames::count_unused_rows(std::string_view level, uint64_t count, Losses& losses) const {
  const auto found = rows.find(level);
  if (found == rows.end() || found->second.size() <= count) return;
  losses.add(fmt::format("names of more objects than there are (level {} of the .row file)", level),
             found->second.size() - count);
}

}  // namespace paje::exchange
