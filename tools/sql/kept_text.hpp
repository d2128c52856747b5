// Text of rows that is in no trace.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace paje::tools {

class KeptText {
 public:
  /// The same text, which lives as long as this.
  std::string_view keep(std::string text) { return *texts_.insert(std::move(text)).first; }

 private:
  std::set<std::string> texts_;
};

}  // namespace paje::tools
