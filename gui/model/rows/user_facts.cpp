#include "model/rows/user_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "model/number_text.hpp"
#include "paje/event.hpp"

namespace paje::gui {

namespace {

constexpr double kMostExact = 9007199254740992;  // integers beyond have no double of their own

std::string_view bare(std::string_view word) {
  const bool is_quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

bool is_called(std::string_view name, std::string_view wanted) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(),
                    [&](char a, char b) { return small(a) == small(b); });
}

std::string word_text(std::string_view word) {
  std::string text(word);
  const std::size_t mark = word.find_first_of("xX");  // 0x1f, -0x1f
  if (mark != 1 && mark != 2) return text;
  const double number = parse_number(word).value_or(std::numeric_limits<double>::infinity());
  return std::abs(number) <= kMostExact ? text + " (" + exact_text(number) + ")" : text;
}

// Which of the fields holds the size, as UserColumns chooses, but of this object alone; past the
// last if none does.
std::size_t size_among(const std::vector<std::string_view>& names,
                       const std::vector<std::string_view>& words, std::string_view wanted) {
  std::vector<std::string_view> candidates = {wanted};
  if (wanted.empty()) candidates = {"Size", "MessageSize", "Length"};
  for (const std::string_view name : candidates) {
    for (std::size_t i = 0; i < std::min(names.size(), words.size()); ++i) {
      if (is_called(names[i], name) && parse_number(bare(words[i]))) return i;
    }
  }
  return words.size();
}

}  // namespace

void add_user_facts(const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& words, std::optional<double> seconds,
                    std::string_view size_field, Facts& facts) {
  const std::size_t size = seconds ? size_among(names, words, size_field) : words.size();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = bare(words[i]);
    facts.emplace_back(i < names.size() ? std::string(names[i]) : "Field",
                       size == i ? bytes_text(parse_number(word).value_or(0)) : word_text(word));
  }
  if (size == words.size() || !(*seconds > 0)) return;
  const double bandwidth = parse_number(bare(words[size])).value_or(0) / *seconds;
  if (std::isfinite(bandwidth)) {
    facts.emplace_back("Bandwidth", short_bytes_text(bandwidth) + "/s");
  }
}

}  // namespace paje::gui
