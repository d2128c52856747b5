#include "import/paraver_names.hpp"

#include <charconv>
#include <optional>

#include "import/text_lines.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// Takes the number that the text begins with.
std::optional<int64_t> take_number(std::string_view& text) {
  int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool ends =
      stop == text.data() + text.size() || kBlanks.find(*stop) != std::string_view::npos;
  if (error != std::errc{} || !ends) return std::nullopt;
  text = trimmed(text.substr(static_cast<std::size_t>(stop - text.data())));
  return number;
}

enum class Section : uint8_t { other, states, event_types, values };

Section section_of(std::string_view line) {
  if (line == "STATES") return Section::states;
  if (line == "EVENT_TYPE") return Section::event_types;
  if (line == "VALUES") return Section::values;
  return Section::other;
}

}  // namespace

void ParaverNames::read_pcf(std::string_view bytes, Losses& losses) {
  Section section = Section::other;
  std::vector<int64_t> types;  // that the next values are of
  std::shared_ptr<ParaverValues> values;
  TextLines lines(bytes);
  while (const auto whole = lines.next()) {
    std::string_view line = trimmed(*whole);
    const bool is_text = !line.empty() && line.find_first_of("0123456789-") != 0;
    if (line.empty() || is_text) {
      section = section_of(line);
      if (section == Section::event_types) types.clear();
      if (section == Section::values) {
        values = std::make_shared<ParaverValues>();
        for (const int64_t type : types) event_types[type].values = values;
      }
      if (line == "STATES_COLOR" || line == "GRADIENT_COLOR")
        losses.add("tables of colours (.pcf)");
      continue;
    }
    if (section == Section::other) continue;
    const auto first = take_number(line);
    const auto type = section == Section::event_types && first ? take_number(line) : first;
    if (!first || !type) {
      losses.add("lines of the .pcf file that begin with no number");
      continue;
    }
    if (section == Section::states) states[*first] = line;
    if (section == Section::values) values->insert_or_assign(*first, std::string(line));
    if (section == Section::event_types) {
      types.push_back(*type);
      event_types[*type] = {std::string(line), nullptr};
    }
  }
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
  for (const char* unused : {"CPU", "NODE", "SYSTEM"}) {
    const auto found = rows.find(unused);
    if (found != rows.end())
      losses.add("names of nodes and processors (.row)", found->second.size());
  }
}

std::string_view ParaverNames::row(std::string_view level, std::size_t number) const {
  const auto found = rows.find(level);
  if (found == rows.end() || number >= found->second.size()) return {};
  return found->second[number];
}

}  // namespace paje::tools
