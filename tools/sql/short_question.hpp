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

/// `column = literal` and the like; of BETWEEN two.
struct Condition {
  std::string column;   ///< in small letters; duration where it is "end" - start
  std::string sign;     ///< = < <= > >= like glob
  std::string literal;  ///< as it is written: a number, or text in single quotes
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
  std::string table;                  ///< in small letters
  std::string table_alias;            ///< likewise; empty: none
  std::vector<Condition> conditions;  ///< all hold
  std::vector<std::string> keys;      ///< of GROUP BY, in small letters
  std::vector<Order> orders;
  std::string limit;  ///< a number; empty: none
};

/// `SELECT items FROM table [alias] [WHERE condition AND ...] [GROUP BY columns] [ORDER BY items]
/// [LIMIT number]`, each item a column or a function of one; nothing for any other statement.
[[nodiscard]] std::optional<Question> short_question(std::string_view sql);

}  // namespace paje::tools
