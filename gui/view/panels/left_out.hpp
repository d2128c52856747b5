// What a lenient reading left out or mended, and what any reading warned of, as readable text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::gui {

class LeftOut {
 public:
  void add(const Diagnostic& problem);
  void add_warning(const Diagnostic& warning);
  /// A line of another kind, before all others.
  void tell(const std::string& line) { told_ += line + "\n"; }
  /// A line for each rule that was broken: how often, and where first. Empty if none was.
  [[nodiscard]] std::string text() const;
  /// `2 left out, 1 mended, 3 warnings`; empty if there was none of these.
  [[nodiscard]] std::string summary() const;

 private:
  void list(const Diagnostic& problem);

  struct Entry {
    Rule rule;
    uint64_t count = 0;
    std::string first;
  };
  std::string told_;
  uint64_t left_out_ = 0;
  uint64_t mended_ = 0;
  uint64_t warnings_ = 0;
  std::vector<Entry> entries_;  // in order of their first places
};

}  // namespace paje::gui
