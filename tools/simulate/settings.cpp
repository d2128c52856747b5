#include "simulate/settings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "common/option_number.hpp"
#include "common/tool.hpp"
#include "paje/event.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostValues = 1'000'000;
constexpr double kMost = 1e300;

[[noreturn]] void fail(const std::string& expected, const std::string& found) {
  throw std::invalid_argument(fmt::format("expected {}, found '{}'", expected, one_line(found)));
}

double number(const std::string& word) {
  const std::string trouble = number_trouble(word, -kMost, kMost);
  if (!trouble.empty()) throw std::invalid_argument(trouble);
  return *parse_number(word);
}

void add_range(const std::string& word, std::size_t dots, std::vector<double>& values) {
  const std::size_t colon = word.find(':', dots);
  if (colon == std::string::npos || colon + 2 > word.size()) {
    fail("a range with its step, such as 1..64:x2 or 0..100:+10", word);
  }
  const double first = number(word.substr(0, dots));
  const double last = number(word.substr(dots + 2, colon - dots - 2));
  const char kind = word[colon + 1];
  const bool is_factor = kind == 'x' || kind == '*';
  const double step = number(word.substr(colon + (is_factor || kind == '+' ? 2 : 1)));
  const bool moves = is_factor ? step > 1 && first > 0 : step > 0;
  if (!moves || last < first) fail("a range that goes up, such as 1..64:x2 or 0..100:+10", word);
  for (std::size_t i = 0; i < kMostValues; ++i) {
    const double times = static_cast<double>(i);
    const double value = is_factor ? first * std::pow(step, times) : first + step * times;
    if (value > last * (1 + 1e-12) && value > last) return;
    values.push_back(value);
  }
  fail(fmt::format("a range of at most {} values", kMostValues), word);
}

}  // namespace

SettingValues parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail("NAME=VALUES, such as n.slave=8,16", text);
  SettingValues setting{text.substr(0, equals), {}};
  for (std::size_t begin = equals + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::size_t dots = word.find("..");
    if (dots == std::string::npos) {
      setting.values.push_back(number(word));
    } else {
      add_range(word, dots, setting.values);
    }
    begin = end + 1;
  }
  return setting;
}

std::vector<std::vector<Setting>> combine(const std::vector<SettingValues>& settings) {
  std::vector<std::vector<Setting>> all(1);
  for (const SettingValues& setting : settings) {
    if (all.size() * setting.values.size() > kMostConfigurations) {
      throw std::invalid_argument(fmt::format("--set asks for more than {} configurations",
                                              with_separators(kMostConfigurations)));
    }
    std::vector<std::vector<Setting>> more;
    more.reserve(all.size() * setting.values.size());
    for (const auto& one : all) {
      for (const double value : setting.values) {
        more.push_back(one);
        more.back().emplace_back(setting.name, value);
      }
    }
    all = std::move(more);
  }
  return all;
}

}  // namespace paje::tools
