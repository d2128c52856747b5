#include "common/help_text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace paje::tools {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kDescriptionColumn = 29;

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;  // the first one of a character
  }));
}

// Words of a text, in lines that begin at a column; `line` is what the first one holds already.
std::string wrapped(std::string line, const std::string& text, std::size_t column) {
  std::string all;
  std::istringstream words(text);
  if (!line.empty() && columns_of(line) + 2 > column) {
    all = line + '\n';
    line.clear();
  }
  line.append(column - columns_of(line), ' ');
  bool blank = true;
  for (std::string word; words >> word; blank = false) {
    if (!blank && columns_of(line) + 1 + columns_of(word) > kWidth) {
      all += line + '\n';
      line.assign(column, ' ');
      blank = true;
    }
    line += blank ? word : ' ' + word;
  }
  return all + line + '\n';
}

// `a|b` of the validator CLI::IsMember, which CLI shows as {a,b}; empty if there is none.
std::string choices_of(const std::string& validators) {
  const std::size_t first = validators.find('{'), last = validators.find('}');
  if (first == std::string::npos || last == std::string::npos) return {};
  std::string names = validators.substr(first + 1, last - first - 1);
  if (names.find("->") != std::string::npos) return {};
  std::replace(names.begin(), names.end(), ',', '|');
  return names;
}

// Without the ranges that CLI adds, which errors explain.
std::string type_of(const CLI::Option& option) {
  const std::string full = option.get_type_name();
  const std::size_t end = std::min(full.find(':'), full.size());
  std::string choices = choices_of(full.substr(end));
  if (!choices.empty()) return choices;
  const std::string type = full.substr(0, end);
  if (type == "UINT" || type == "INT") return "N";
  return type == "FLOAT" ? "NUMBER" : type == "TEXT" ? "NAME" : type;
}

std::string head_of(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += ", -" + name;
  const bool has_short = !names.empty();
  for (const std::string& name : option.get_lnames()) names += ", --" + name;
  std::string head = (has_short ? "  " : "      ") + names.substr(2);
  const std::string type = type_of(option);
  if (type.empty()) return head;
  const bool one_word = type.find(' ') == std::string::npos && !option.get_lnames().empty();
  if (option.get_expected_min() == 0) return head + "[=" + type + "]";
  return head + (one_word ? '=' : ' ') + type;
}

std::string names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    names.push_back((option->get_positional() ? "" : "--") + option->get_single_name());
  }
  std::sort(names.begin(), names.end());
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return all;
}

std::string description_of(const CLI::Option& option) {
  std::string text = option.get_description();
  const bool again = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  if (again && !option.get_positional() && !option.get_allow_extra_args() &&
      text.find("given again") == std::string::npos) {
    text += "; may be given again";
  }
  std::vector<std::string> notes;
  if (!option.get_needs().empty()) notes.push_back("needs " + names_of(option.get_needs()));
  if (!option.get_excludes().empty())
    notes.push_back("not with " + names_of(option.get_excludes()));
  if (!option.get_default_str().empty()) notes.push_back("default: " + option.get_default_str());
  if (option.get_required() && !option.get_positional()) notes.emplace_back("required");
  for (std::size_t i = 0; i < notes.size(); ++i) text += (i == 0 ? " (" : "; ") + notes[i];
  return notes.empty() ? text : text + ')';
}

std::string name_of_argument(const CLI::Option& option) {
  const std::string name = option.get_name(true);
  return option.get_expected_max() > 1 ? name + "..." : name;
}

std::string usage_of(const CLI::App& app) {
  std::string text = "Usage: " + app.get_name() + " [OPTION...]";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || option->get_group().empty()) continue;
    const std::string name = name_of_argument(*option);
    text += ' ' + (option->get_required() ? name : '[' + name + ']');
  }
  return text + '\n';
}

std::string options_of(const CLI::App& app, const std::string& title, bool positional) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const bool listed = positional ? option->get_positional() : option->nonpositional();
    const bool again = app.get_parent() != nullptr && option == app.get_help_ptr();
    if (!listed || again || option->get_group().empty()) continue;
    text += wrapped(positional ? "  " + name_of_argument(*option) : head_of(*option),
                    description_of(*option), kDescriptionColumn);
  }
  return text.empty() ? text : '\n' + wrapped("", title + ':', 0) + text;
}

std::string groups_of(const CLI::App& app) {
  std::string text;
  const auto any = [](const CLI::App*) { return true; };
  for (const CLI::App* group : app.get_subcommands(any)) {
    std::string title = group->get_group();
    if (!group->get_description().empty()) title += ", " + group->get_description();
    text += options_of(*group, title, false);
  }
  return text;
}

// Sentences; lists and examples stay as they are.
std::string footer_of(const CLI::App& app) {
  std::string text;
  std::istringstream lines(app.get_footer());
  for (std::string line; std::getline(lines, line);) {
    const bool sentence = !line.starts_with(' ') && !line.starts_with("Example");
    text += sentence ? wrapped("", line, 0) : line + '\n';
  }
  return text;
}

}  // namespace

std::string HelpText::make_help(const CLI::App* app, std::string /*name*/,
                                CLI::AppFormatMode /*mode*/) const {
  return usage_of(*app) + wrapped("", app->get_description(), 0) +
         options_of(*app, "Arguments", true) + options_of(*app, "Options", false) +
         groups_of(*app) + '\n' + footer_of(*app);
}

}  // namespace paje::tools
