// Numbers of strings and attributes in an OTF2 archive, given as they are first needed.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paje::exchange {

class Otf2Strings {
 public:
  uint32_t operator()(std::string_view text) {
    if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
    const auto number = static_cast<uint32_t>(texts_.size());
    numbers_.emplace(texts_.emplace_back(text), number);
    return number;
  }
  [[nodiscard]] const std::deque<std::string>& all() const { return texts_; }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

struct Otf2AttributeName {
  uint32_t name = 0;  ///< the string
  OTF2_Type type = OTF2_TYPE_STRING;
};

/// Each name and type is one attribute.
class Otf2Attributes {
 public:
  OTF2_AttributeRef operator()(uint32_t name, OTF2_Type type) {
    for (uint32_t i = 0; i < all_.size(); ++i) {
      if (all_[i].name == name && all_[i].type == type) return i;
    }
    all_.push_back({name, type});
    return static_cast<OTF2_AttributeRef>(all_.size() - 1);
  }
  [[nodiscard]] const std::vector<Otf2AttributeName>& all() const { return all_; }

 private:
  std::vector<Otf2AttributeName> all_;
};

/// What all locations share.
struct Otf2Names {
  Otf2Strings strings;
  Otf2Attributes attributes;
};

}  // namespace paje::exchange
