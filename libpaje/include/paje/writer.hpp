// Writes Pajé traces: types, containers and events, as text, in a binary encoding, or as an
// archive. An event that would break a rule of the format throws a WriterError, and nothing of it
// is written. So the output is valid once close() has returned; half links are reported only there.
//
// Each writer writes one file and is used by one thread at a time. Writers share nothing, so
// threads need no locks. A run of several threads or processes has a root file that names a part
// for each of them:
//
//   TraceWriter root("run.trace");                         // types, containers
//   TraceWriter part = root.part("run.0.trace", process);  // one for each thread
//
// A process that does not write the root makes the same definitions in a writer from
// definitions_only(), and creates its parts from that; the process with the root calls name_part().
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paje/event.hpp"
#include "paje/export.hpp"
#include "paje/ids.hpp"

namespace paje {

enum class Encoding : uint8_t {
  text,
  standard,   ///< binary records; each event contains its words
  reference,  ///< binary records; each distinct word is written once
  archive     ///< a Pajé archive (paje/archive.hpp), which appears in close()
};

struct WriterOptions {
  Encoding encoding = Encoding::text;
  /// Checks that every link has two halves with the same value, and that no key is reused; needs
  /// some 100 bytes per link. Not for parts, because the other half may be in another part. An
  /// archive never contains links that lack a half.
  bool checks_links = true;
};

/// A call would make the trace invalid: what() names it and explains why.
class PAJE_EXPORT WriterError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A field that is not part of the format, such as a message size.
struct UserField {
  std::string name;
  FieldType type = FieldType::string;
};
/// The value of a user-defined field; an integer is written as digits.
using UserValue = std::variant<double, int64_t, std::string_view>;

class PAJE_EXPORT TraceWriter {
 public:
  using Type = Id<struct WrittenTypeTag>;
  using Container = Id<struct WrittenContainerTag>;
  using Value = Id<struct WrittenValueTag>;
  /// A list of user-defined fields, see user_fields().
  using Fields = Id<struct FieldsTag>;
  static constexpr Type kRootType{0};
  static constexpr Container kRootContainer{0};

  /// The value of a state, event or link: a defined one, or any text.
  class ValueName {
   public:
    ValueName(Value value) : value_(value) {}             // NOLINT(google-explicit-constructor)
    ValueName(std::string_view text) : text_(text) {}     // NOLINT(google-explicit-constructor)
    ValueName(const char* text) : text_(text) {}          // NOLINT(google-explicit-constructor)
    ValueName(const std::string& text) : text_(text) {}   // NOLINT(google-explicit-constructor)
    [[nodiscard]] Value value() const { return value_; }  ///< invalid for text
    [[nodiscard]] std::string_view text() const { return text_; }

   private:
    Value value_;
    std::string_view text_;
  };
  /// User-defined fields of one event: a list from user_fields(), and a value for each of them.
  /// Keeps the values of a braced list, and refers to those of a span; the text of values is not
  /// copied.
  class With {
   public:
    With() = default;
    With(Fields fields, std::span<const UserValue> values) : fields_(fields), values_(values) {}
    With(Fields fields, std::initializer_list<UserValue> values) : fields_(fields), own_(values) {}
    [[nodiscard]] Fields fields() const { return fields_; }  ///< invalid: none
    [[nodiscard]] std::span<const UserValue> values() const {
      return own_.empty() ? values_ : std::span<const UserValue>(own_);
    }

   private:
    Fields fields_;
    std::span<const UserValue> values_;
    std::vector<UserValue> own_;
  };

  /// Creates or replaces a file. Throws std::system_error, as do all functions that write.
  explicit TraceWriter(const std::string& path, const WriterOptions& options = {});
  /// Calls sink(bytes) with some hundred kilobytes at a time, and with the rest in close(); for an
  /// archive, on another thread.
  explicit TraceWriter(std::function<void(std::string_view)> sink,
                       const WriterOptions& options = {});
  /// A writer that produces no file.
  static TraceWriter definitions_only(const WriterOptions& options = {});
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;
  /// Like close(), but ignores errors, also links that lack a half: call close() to see them.
  ~TraceWriter();

  Type container_type(std::string_view name, Type parent = kRootType);
  Type state_type(std::string_view name, Type container_type);
  Type event_type(std::string_view name, Type container_type);
  Type variable_type(std::string_view name, Type container_type,
                     std::optional<Color> color = std::nullopt);
  /// Links in containers of the type `container_type`, an ancestor of the types `start` and `end`.
  Type link_type(std::string_view name, Type container_type, Type start, Type end);
  /// Defines a value of states, events or links; optional before its use.
  Value value(Type type, std::string_view name, std::optional<Color> color = std::nullopt);
  /// Declares fields that events may have, in this order.
  Fields user_fields(std::vector<UserField> fields);

  Container create_container(double time, Type type, std::string_view name,
                             Container parent = kRootContainer, const With& with = {});
  /// Destroys it with all its descendants.
  void destroy_container(double time, Container container);

  void set_state(double time, Container container, Type type, const ValueName& value,
                 const With& with = {});
  void push_state(double time, Container container, Type type, const ValueName& value,
                  const With& with = {});
  void pop_state(double time, Container container, Type type, const With& with = {});
  void reset_state(double time, Container container, Type type, const With& with = {});
  void set_variable(double time, Container container, Type type, double value,
                    const With& with = {});
  void add_variable(double time, Container container, Type type, double value,
                    const With& with = {});
  void sub_variable(double time, Container container, Type type, double value,
                    const With& with = {});
  void new_event(double time, Container container, Type type, const ValueName& value,
                 const With& with = {});
  /// Both halves of a link have the same value and the same key, which no other link in that
  /// container and type uses; `container` is an ancestor of both ends.
  void start_link(double time, Container container, Type type, Container start,
                  std::string_view key, const ValueName& value, const With& with = {});
  void end_link(double time, Container container, Type type, Container end, std::string_view key,
                const ValueName& value, const With& with = {});

  /// Returns a writer of a part. It has all definitions made so far, and cannot add types or
  /// values (events may still have any text as value). The file of this writer names it as
  /// a part of `container`. A relative `path` starts in the folder of this writer's file.
  /// Containers that both write to must not be destroyed before all parts are read, so only at the
  /// end or never. Throws WriterError for an archive, which is a single file.
  TraceWriter part(const std::string& path, Container container);
  /// Names a part that another process writes.
  void name_part(std::string_view path, Container container);

  /// Writes the rest. Throws WriterError if links lack a half, although the file is then complete.
  /// No other call may follow.
  void close();

 private:
  struct Inside;
  explicit TraceWriter(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace paje
