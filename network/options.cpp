#include "network/options.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>

namespace paje::network {

namespace {

template <class Number>
Number number_of(const std::string& word) {
  Number number{};
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  if (error != std::errc() || end != last) {
    throw std::invalid_argument("expected a number, found '" + word + "'");
  }
  return number;
}

template <class Number>
std::vector<Number> list_of(const std::string& words) {
  std::vector<Number> numbers;
  for (std::size_t first = 0;;) {
    const std::size_t comma = std::min(words.find(',', first), words.size());
    numbers.push_back(number_of<Number>(words.substr(first, comma - first)));
    if (comma == words.size()) return numbers;
    first = comma + 1;
  }
}

void take(const std::string& name, const std::string& value, Options& options) {
  if (name == "experiment") {
    options.experiment = value;
  } else if (name == "output") {
    options.output = value;
  } else if (name == "table") {
    options.is_table = value == "1";
  } else if (name == "serial") {
    options.serial = value == "1";
  } else if (name == "root") {
    options.root = number_of<int>(value);
  } else if (name == "sizes") {
    options.sizes = list_of<int64_t>(value);
  } else if (name == "per-node") {
    options.per_node = list_of<int>(value);
  } else if (name == "messages") {
    options.messages = list_of<int>(value);
  } else if (name == "confidence") {
    options.precision.confidence = number_of<double>(value);
  } else if (name == "precision") {
    options.precision.relative = number_of<double>(value);
  } else if (name == "most") {
    options.precision.most = number_of<uint32_t>(value);
    options.precision.least = std::min(options.precision.least, options.precision.most);
  } else {
    throw std::invalid_argument("no such word: " + name);
  }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  for (const std::string& word : words) {
    const std::size_t sign = std::min(word.find('='), word.size());
    take(word.substr(0, sign), word.substr(std::min(sign + 1, word.size())), options);
  }
  if (options.experiment == "gather") return options;
  if (options.output.empty() || options.sizes.empty() || options.precision.most == 0) {
    throw std::invalid_argument("this program is started by `pj_measure network`");
  }
  return options;
}

}  // namespace paje::network
