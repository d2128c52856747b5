// The stretches of time in which containers were in some state, as a virtual table that finds those
// of a container, and those that overlap a window, by binary search.
#pragma once

#include <sqlite3.h>

#include <span>
#include <string>
#include <vector>

#include "sql/trace_facts.hpp"

namespace paje::tools {

class StretchTable {
 public:
  explicit StretchTable(TraceFacts& facts) : facts_(facts) {}

  [[nodiscard]] std::string declaration() const {
    return "CREATE TABLE stretch(container INTEGER, start REAL, \"end\" REAL)";
  }
  /// A plan's number is the sum of what it is given: the container, a latest start, an earliest
  /// end.
  int plan(sqlite3_index_info& info) const;

  class Cursor {
   public:
    explicit Cursor(StretchTable& table) : all_(table.facts_.stretches()) {}
    void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
    [[nodiscard]] bool at_end() const { return next_ == last_; }
    void next() {
      if (++next_ == last_) find_container();
    }
    void column(sqlite3_context* result, int number);
    [[nodiscard]] sqlite3_int64 row_id() const { return static_cast<sqlite3_int64>(next_); }

   private:
    void find_container();

    std::span<const Stretch> all_;
    std::size_t next_ = 0;
    std::size_t last_ = 0;
    std::size_t rest_ = 0;  // the containers that were not looked at begin there
    std::size_t end_ = 0;
    double latest_start_ = 0;
    double earliest_end_ = 0;
  };

 private:
  TraceFacts& facts_;
};

}  // namespace paje::tools
