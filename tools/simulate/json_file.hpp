// JSON as people write it: each value knows where it is, so that errors say line and column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/simulation/formula.hpp"

namespace paje::tools {

struct JsonValue {
  enum class Kind : uint8_t { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  std::size_t at = 0;  ///< in the file
  std::string token;   ///< as it is written; of arrays and objects empty
  std::string text;    ///< of a string
  double number = 0;
  std::vector<JsonValue> elements;
  struct Member;
  std::vector<Member> members;
};
struct JsonValue::Member {
  std::string name;
  std::size_t at = 0;
  JsonValue value;
};

class JsonFile {
 public:
  /// Throws std::runtime_error that begins with `path:line:column:`.
  JsonFile(std::string text, std::string path);

  [[nodiscard]] const JsonValue& root() const { return root_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// `path:line:column`
  [[nodiscard]] std::string place(std::size_t at) const;
  [[noreturn]] void fail(std::size_t at, const std::string& found,
                         const std::string& expected) const;
  /// The same of a value.
  [[noreturn]] void fail(const JsonValue& value, const std::string& expected) const;

  [[nodiscard]] const std::string& text(const JsonValue& value, const char* what) const;
  /// A finite one from `least` to `most`.
  [[nodiscard]] double number(const JsonValue& value, double least, double most = 1e300) const;
  [[nodiscard]] uint32_t whole(const JsonValue& value, uint32_t least, uint32_t most) const;
  /// A number, or a string that is a formula. `names` are listed if one is unknown.
  [[nodiscard]] Formula formula(const JsonValue& value, const Formula::Names& names,
                                const std::string& known) const;

 private:
  std::string text_, path_;
  JsonValue root_;
};

/// The members of an object, each asked for by name; what nobody asks for is an error.
class Members {
 public:
  Members(const JsonFile& file, const JsonValue& value, const char* what);

  /// Null if there is none.
  const JsonValue* find(std::string_view name);
  const JsonValue& need(const char* name);
  [[nodiscard]] double number(const char* name, double otherwise, double least,
                              double most = 1e300);
  std::string text(const char* name, const std::string& otherwise = {});
  /// Throws if there are further members.
  void finish() const;

 private:
  const JsonFile& file_;
  const JsonValue& value_;
  const char* what_;
  std::vector<std::string> asked_;
};

}  // namespace paje::tools
