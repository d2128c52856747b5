// The same trace, written as other writers would: fields in another order, longer names, other
// blanks, quotes, comments. Lines that cannot be split into words stay as they are.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paje::testing {

class OtherWriter {
 public:
  explicit OtherWriter(uint64_t seed)
      : random_(seed), long_names_(below(2) == 0), odd_lines_(below(3) * below(40)) {}

  std::string rewritten(const std::string& text) {
    std::istringstream lines(text);
    std::string line, result;
    while (std::getline(lines, line)) {
      result += line.starts_with('%') ? definition(line) : event(line);
    }
    return result;
  }

 private:
  using Words = std::vector<std::string>;

  uint64_t below(uint64_t bound) { return random_() % bound; }

  // Fields are collected until the definition ends; those of structural events keep their order.
  std::string definition(const std::string& line) {
    if (line.starts_with("%EventDef ")) {
      fields_.clear();
      id_ = line.substr(line.rfind(' ') + 1);
      return line + '\n';
    }
    if (line != "%EndEventDef") {
      fields_.push_back(line);
      return {};
    }
    std::vector<std::size_t> order(fields_.size());
    std::iota(order.begin(), order.end(), 0U);
    if (id_.size() > 1 || id_ > "7") std::shuffle(order.begin(), order.end(), random_);
    std::string text;
    for (const std::size_t field : order) text += fields_[field] + '\n';
    orders_.insert({id_, std::move(order)});
    return text + line + '\n';
  }

  std::string event(const std::string& line) {
    const auto words = split(line);
    if (!words || words->empty()) return line + '\n';
    Words ordered = *words;
    const auto order = orders_.find(words->front());
    if (order != orders_.end() && order->second.size() + 1 == words->size()) {
      for (std::size_t i = 0; i < order->second.size(); ++i) {
        ordered[i + 1] = (*words)[order->second[i] + 1];
      }
    }
    const bool is_odd = odd_lines_ != 0 && below(odd_lines_) == 0;
    std::string text;
    for (const std::string& word : ordered) {
      if (!text.empty()) text += is_odd && below(4) == 0 ? "  " : below(20) == 0 ? "\t" : " ";
      text += named(word, is_odd && below(3) == 0);
    }
    if (is_odd && below(4) == 0) text += below(2) == 0 ? " # said" : "\r";
    return text + '\n';
  }

  // Names are longer by their first letter, so that one name stays one.
  std::string named(const std::string& word, bool quoted) const {
    static constexpr std::string_view kLonger = "_and_more_than_sixteen_bytes";
    if (std::isalpha(static_cast<unsigned char>(word.front())) == 0) return word;
    std::string name = word;
    if (long_names_) name += kLonger.substr(0, static_cast<unsigned char>(word.back()) % 25U);
    return quoted ? '"' + name + '"' : name;
  }

  static std::optional<Words> split(const std::string& line) {
    Words words;
    std::size_t at = 0;
    while (true) {
      while (at < line.size() && line[at] == ' ') ++at;
      if (at == line.size() || line[at] == '#') return words;
      const bool quoted = line[at] == '"';
      const std::size_t end = quoted ? line.find('"', at + 1) : line.find(' ', at);
      if (quoted && (end == std::string::npos || (end + 1 < line.size() && line[end + 1] != ' '))) {
        return std::nullopt;
      }
      const std::size_t stop = std::min(quoted ? end + 1 : end, line.size());
      words.push_back(line.substr(at, stop - at));
      at = stop;
    }
  }

  std::mt19937_64 random_;
  bool long_names_;
  uint64_t odd_lines_;  // one in that many; none if 0
  std::string id_;      // of the current definition
  Words fields_;
  std::map<std::string, std::vector<std::size_t>> orders_;  // by id, the first one's
};

}  // namespace paje::testing
