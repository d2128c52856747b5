// The rules of a valid trace, as far as one writer can check them: which types, containers and
// values there are, and what state each track is in. Every function throws WriterError for a call
// that breaks a rule, and changes nothing then.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paje/trace.hpp"
#include "paje/writer.hpp"
#include "writing/link_pairs.hpp"

namespace paje::writing {

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
template <class Value>
using StringMap = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

class TraceRules {
 public:
  using Type = TraceWriter::Type;
  using Container = TraceWriter::Container;
  using Value = TraceWriter::Value;

  struct WrittenType {
    TypeKind kind = TypeKind::container;
    Type parent;
    std::string name;
    std::string alias;
    Type start = {};
    Type end = {};
    StringMap<Value> values = {};  ///< by name; invalid for those that events named as text
  };
  struct WrittenValue {
    Type type;
    std::string name;
  };

  TraceRules();

  [[nodiscard]] const WrittenType& type(Type type) const;
  [[nodiscard]] const std::string& alias(Container container) const;
  [[nodiscard]] const std::string& name(Value value) const { return values_[value.index].name; }
  [[nodiscard]] Type type_of(Container container) const { return find(container).type; }

  Type add_type(TypeKind kind, std::string_view name, Type parent, Type start = {}, Type end = {});
  /// The value, and whether it is new.
  std::pair<Value, bool> add_value(Type type, std::string_view name);
  /// `alias_tail` distinguishes those of one writer from those of another.
  Container create(double time, Type type, std::string_view name, Container parent,
                   std::string_view alias_tail);
  void destroy(double time, Container container);

  /// `kind` is that of an event that changes states.
  void change_state(double time, Container container, Type type, EventKind kind);
  void change_variable(double time, Container container, Type type, bool sets);
  void happen(double time, Container container, Type type);
  /// A value as an event of the type names it.
  std::string_view use_value(Type type, const TraceWriter::ValueName& value);
  /// The half of a link; `end` is the container where it is. `pairs`, if any, gets it last.
  void link(double time, Container container, Type type, Container end, std::string_view key,
            std::string_view value, bool is_start, LinkPairs* pairs);
  /// The same types, containers and values, before any event of theirs; no more types and values,
  /// which another part might define, too.
  [[nodiscard]] TraceRules of_part() const;

 private:
  static constexpr double kBefore = -std::numeric_limits<double>::infinity();

  /// What one (container, type) has come to.
  struct Track {
    Type type;
    double latest = kBefore;
    uint32_t depth = 0;      ///< of open states
    bool has_value = false;  ///< of a variable
  };
  struct WrittenContainer {
    Type type;
    Container parent;
    std::string name;  ///< for messages
    std::string alias;
    double start = kBefore;
    bool destroyed = false;
    std::vector<Track> tracks = {};  ///< few: found by looking at all
    std::vector<Container> children = {};
  };
  [[nodiscard]] const WrittenContainer& find(Container container) const;
  WrittenContainer& living(Container container);
  void check_definitions(std::string_view what, std::string_view name) const;
  Track& track(double time, Container container, Type type, TypeKind kind);
  [[nodiscard]] std::vector<Container> with_all_below(Container container) const;

  std::vector<WrittenType> types_;
  std::vector<WrittenContainer> containers_;
  std::vector<WrittenValue> values_;
  bool is_part_ = false;
};

}  // namespace paje::writing
