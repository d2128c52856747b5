// Writes Pajé traces: types, containers and events as a program names them, as text, in one of the
// binary encodings or as an archive. What is written is valid: an event that would break a rule of
// the format is refused with a WriterError, and nothing of it is written.
//
// Each writer writes one file and belongs to one thread at a time; writers share nothing, so that
// threads need no locks. A run of several threads or processes is a root file that names a part for
// each of them:
//
//   TraceWriter root("run.trace");                         // types, containers
//   TraceWriter part = root.part("run.0.trace", process);  // one for each thread
//
// A process that does not write the root itself makes the same definitions in a TraceWriter made by
// definitions_only(), and its parts from there; the process that writes the root calls name_part().
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
  standard,   ///< binary records; each event has its words
  reference,  ///< binary records; each different word is written once
  archive     ///< a Pajé archive (paje/archive.hpp), which appears in close(), when it is whole
};

struct WriterOptions {
  Encoding encoding = Encoding::text;
  /// That every link has two halves, that both have the same value, and that no key is used twice,
  /// is checked; takes some 100 bytes a link. Parts are not, for a half may be in another one. An
  /// archive has no links that lack a half.
  bool checks_links = true;
};

/// A call that would make an invalid trace: what() names it and says why.
class PAJE_EXPORT WriterError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A field that the format does not know, such as the size of a message.
struct ExtraField {
  std::string name;
  FieldType type = FieldType::string;
};
/// The value of an extra field; an integer is written as a word of digits.
using ExtraValue = std::variant<double, int64_t, std::string_view>;

class PAJE_EXPORT TraceWriter {
 public:
  using Type = Id<struct WrittenTypeTag>;
  using Container = Id<struct WrittenContainerTag>;
  using Value = Id<struct WrittenValueTag>;
  /// Names of extra fields, see extra_fields().
  using Extras = Id<struct ExtrasTag>;
  static constexpr Type kRootType{0};
  static constexpr Container kRoot{0};

  /// The value of a state, an event or a link: one that was defined, or any text.
  class ValueName {
   public:
    ValueName(Value value) : value_(value) {}             // NOLINT(google-explicit-constructor)
    ValueName(std::string_view text) : text_(text) {}     // NOLINT(google-explicit-constructor)
    ValueName(const char* text) : text_(text) {}          // NOLINT(google-explicit-constructor)
    ValueName(const std::string& text) : text_(text) {}   // NOLINT(google-explicit-constructor)
    [[nodiscard]] Value value() const { return value_; }  ///< invalid if it is text
    [[nodiscard]] std::string_view text() const { return text_; }

   private:
    Value value_;
    std::string_view text_;
  };
  /// Extra fields of one event: names that extra_fields() returned, and a value for each.
  struct With {
    Extras names;
    std::span<const ExtraValue> values;

    With() = default;
    With(Extras of, std::span<const ExtraValue> all) : names(of), values(all) {}
    With(Extras of, std::initializer_list<ExtraValue> all)
        : names(of), values(all.begin(), all.size()) {}
  };

  /// Creates or replaces a file. Throws std::system_error, here and wherever something is written.
  explicit TraceWriter(const std::string& path, const WriterOptions& options = {});
  /// Calls sink(bytes) with some hundred kilobytes at a time, and with the rest in close(); of an
  /// archive on another thread.
  explicit TraceWriter(std::function<void(std::string_view)> sink,
                       const WriterOptions& options = {});
  /// Writes nothing itself.
  static TraceWriter definitions_only(const WriterOptions& options = {});
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;
  /// Writes what is left, as close() does, but keeps silent about errors.
  ~TraceWriter();

  Type container_type(std::string_view name, Type parent = kRootType);
  Type state_type(std::string_view name, Type container_type);
  Type event_type(std::string_view name, Type container_type);
  Type variable_type(std::string_view name, Type container_type,
                     std::optional<Color> color = std::nullopt);
  /// Links of containers of the type `container_type`, which is above `start` and `end`.
  Type link_type(std::string_view name, Type container_type, Type start, Type end);
  /// A value of states, events or links; not required before it is used.
  Value value(Type type, std::string_view name, std::optional<Color> color = std::nullopt);
  /// Fields that events may carry, in this order.
  Extras extra_fields(std::vector<ExtraField> fields);

  Container create_container(double time, Type type, std::string_view name,
                             Container parent = kRoot, const With& with = {});
  /// With all below it.
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
  /// The two halves of a link have the same key, which no other link of that container and type
  /// has, and the same value; `container` is above both ends.
  void start_link(double time, Container container, Type type, Container start,
                  std::string_view key, const ValueName& value, const With& with = {});
  void end_link(double time, Container container, Type type, Container end, std::string_view key,
                const ValueName& value, const With& with = {});

  /// A writer of a part, which knows what this one has defined so far; this one's file names it as
  /// a part of `container`. A relative `path` begins in the folder of this one's file. Containers
  /// that both write to must not be destroyed before all parts are read, so at the end or never.
  /// Throws WriterError for an archive: that is one file.
  TraceWriter part(const std::string& path, Container container);
  /// Names a part that another process writes.
  void name_part(std::string_view path, Container container);

  /// Writes what is left. Throws WriterError if links lack a half (the file is complete all the
  /// same). No other call may follow.
  void close();

 private:
  struct Inside;
  explicit TraceWriter(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace paje
