// What a lenient reading left out, as readable text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::gui {

class LeftOut {
 public:
  void add(const Diagnostic& problem);
  /// A line of another kind, before all others.
  void tell(const std::string& line) { told_ += line + "\n"; }
  /// A line for each rule that was broken: how often, and where first. Empty if none was.
  [[nodiscard]] std::string text() const;
  /// How many problems there were.
  [[nodiscard]] uint64_t count() const;

 private:
  struct Entry {
    Rule rule;
    uint64_t count = 0;
    std::string first;
  };
  std::string told_;
  std::vector<Entry> entries_;  // in order of their first places
};

}  // namespace paje::gui
