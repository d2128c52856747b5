#include "sql/regexp_function.hpp"

#include <memory>
#include <new>
#include <string>
#include <unordered_map>

#include "sql/regular_expression.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

// A pattern, and what it said of the texts before: a trace has few names and many rows.
class Pattern {
 public:
  explicit Pattern(std::string_view pattern) : expression_(pattern) {}

  bool is_in(std::string_view text) {
    constexpr std::size_t kMostKept = 4096;
    constexpr std::size_t kLongestKept = 256;
    if (text.size() > kLongestKept) return expression_.is_in(text);
    text_.assign(text);
    const auto entry = answers_.find(text_);
    if (entry != answers_.end()) return entry->second;
    if (answers_.size() == kMostKept) answers_.clear();
    return answers_[text_] = expression_.is_in(text);
  }

 private:
  RegularExpression expression_;
  std::string text_;
  std::unordered_map<std::string, bool> answers_;
};

void regexp(sqlite3_context* context, int /*count*/, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL ||
      sqlite3_value_type(arguments[1]) == SQLITE_NULL) {
    return;
  }
  try {
    auto* pattern = static_cast<Pattern*>(sqlite3_get_auxdata(context, 0));
    std::unique_ptr<Pattern> made;
    if (pattern == nullptr) {
      made = std::make_unique<Pattern>(text_of(arguments[0]));
      pattern = made.get();
    }
    sqlite3_result_int(context, pattern->is_in(text_of(arguments[1])) ? 1 : 0);
    if (made) {
      // Kept as long as the pattern is the same for all rows.
      sqlite3_set_auxdata(context, 0, made.release(),
                          [](void* kept) { delete static_cast<Pattern*>(kept); });
    }
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const PatternError& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

}  // namespace

void add_regexp(sqlite3* database) { add_function(database, "regexp", 2, regexp); }

}  // namespace paje::tools
