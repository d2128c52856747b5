// Statements that need no rows from SQLite: totals of one table, perhaps by names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

/// `function(column)`, or a column alone.
struct Expression {
  std::string function;  ///< in small letters; empty: none
  std::string column;    ///< in small letters; * of count(*); duration where it is "end" - start

  bool operator==(const Expression&) const = default;
};

struct Question {
  struct Item {
    Expression what;
    std::string alias;
  };
  struct Order {
    std::size_t item;
    bool is_falling;
  };
  std::vector<Item> items;
  std::string table;              ///< in small letters
  std::vector<std::string> keys;  ///< of GROUP BY, in small letters
  std::vector<Order> orders;
  std::string limit;  ///< a number; empty: none
};

/// `SELECT items FROM table [GROUP BY columns] [ORDER BY items] [LIMIT number]`, each item a column
/// or a function of one; nothing for any other statement.
[[nodiscard]] std::optional<Question> short_question(std::string_view sql);

}  // namespace paje::tools
