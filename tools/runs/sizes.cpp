#include "runs/sizes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& word) {
  throw std::invalid_argument(fmt::format("expected {}, found '{}'", what, one_line(word)));
}

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t first = 0;;) {
    const std::size_t comma = list.find(',', first);
    parts.push_back(list.substr(first, comma - first));
    if (comma == std::string::npos) return parts;
    first = comma + 1;
  }
}

}  // namespace

double parse_size(const std::string& word) {
  double number = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  std::string unit(end, last);
  if (unit.ends_with('B')) unit.pop_back();
  if (unit.ends_with('i')) unit.pop_back();
  static const std::string kUnits = "kMGT";
  double factor = 1;
  if (unit.size() == 1) {
    const std::size_t place = kUnits.find(unit == "K" ? "k" : unit);
    factor = place == std::string::npos ? 0 : std::pow(1024, static_cast<double>(place + 1));
  }
  if (error != std::errc() || unit.size() > 1 || factor == 0 || !(number > 0) ||
      !std::isfinite(number * factor) || number * factor > 1e15) {
    fail("a size such as 512, 8k or 4M", word);
  }
  return number * factor;
}

std::vector<double> parse_sizes(const std::string& list) {
  std::vector<double> sizes;
  for (const std::string& word : parts_of(list)) sizes.push_back(parse_size(word));
  return sizes;
}

std::vector<double> parse_size_range(const std::string& list) {
  const std::size_t dots = list.find("..");
  if (dots == std::string::npos) return parse_sizes(list);
  const double first = parse_size(list.substr(0, dots)), last = parse_size(list.substr(dots + 2));
  if (last < first) fail("a range whose last size is not below the first", list);
  std::vector<double> sizes;
  for (double size = first; size < last; size *= 2) sizes.push_back(size);
  sizes.push_back(last);
  return sizes;
}

std::vector<SizeInterval> parse_intervals(const std::string& list) {
  std::vector<SizeInterval> intervals;
  for (const std::string& word : parts_of(list)) {
    const std::size_t dash = word.find('-'), slash = word.find('/');
    if (dash == std::string::npos || slash == std::string::npos || slash < dash) {
      fail("an interval such as 8k-64k/8k", word);
    }
    intervals.push_back({parse_size(word.substr(0, dash)),
                         parse_size(word.substr(dash + 1, slash - dash - 1)),
                         parse_size(word.substr(slash + 1))});
    (void)sizes_of(intervals);  // for its errors
  }
  return intervals;
}

std::string size_text(double bytes) {
  static constexpr const char* kUnits[] = {"", "k", "M", "G"};
  std::size_t unit = 0;
  while (unit + 1 < std::size(kUnits) && bytes >= 1024 && std::fmod(bytes, 1024) == 0) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.15g}{}", bytes, kUnits[unit]);
}

std::string intervals_text(const std::vector<SizeInterval>& intervals) {
  std::string text;
  for (const SizeInterval& one : intervals) {
    text += fmt::format("{}{}-{}/{}", text.empty() ? "" : ",", size_text(one.from),
                        size_text(one.to), size_text(one.step));
  }
  return text;
}

}  // namespace paje::tools
