// Definitions and events of a trace into a file of records: what both encodings have in common.
// They differ in how a word is written.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/definition_record.hpp"
#include "formats/field_layout.hpp"
#include "formats/rastro.hpp"
#include "formats/record_form.hpp"
#include "formats/word_pages.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

struct EncoderOptions {
  Opening opening;
  Names names = Names::always;
  /// Words that the replay takes as words (a user-defined double `0.500000`) keep their spelling:
  /// they are written as numbers only where that brings the same spelling back. If not, whatever is
  /// a number is written as one, and comes back in the shortest spelling.
  bool keep_spellings = true;
};

/// Appends a trace to buffers, a record at a time; the caller may empty the buffer in between. Call
/// open() first, close() last. An error leaves the buffer as it was; its offset is the size of what
/// was written before.
class Encoder {
 public:
  explicit Encoder(EncoderOptions options) : options_(std::move(options)) {}
  virtual ~Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void open(std::string& out);
  /// Fails if the id was defined before, a name holds a NUL, or all 16,380 ids of the format are
  /// used up.
  std::optional<RecordError> define(const EventDefinition& definition, std::string& out);
  /// Appends an event, and before it whatever it needs: its definition, if define() did not have
  /// it. Fails as define(), or if a word holds a NUL.
  std::optional<RecordError> encode(const Event& event, std::string& out);
  void close(std::string& out);

  /// How many definitions were written.
  [[nodiscard]] std::size_t definitions() const { return numbered_.size(); }
  /// How many words the table has; 0 if the encoding has none.
  [[nodiscard]] virtual uint64_t words() const { return 0; }

 protected:
  /// The wire type that fields of that type usually have.
  [[nodiscard]] virtual UsualCode usual_code() const = 0;
  /// Sets the field of a word of type string or color; may append a record that has to come before
  /// the event's. (Fields are set where they stay: one that is copied right after it was made waits
  /// for its parts to be stored.)
  virtual void set_word(Field& field, std::string_view word, std::string& out) = 0;
  /// A value of type int or hex. What `spelling` returns stays until the event is written.
  virtual Field whole_field(FieldType type, const FieldValue& value) = 0;
  /// Appends a record of that form, and before it what has to come before. False if the event's
  /// record has another form: then it is not appended, and nothing is wrong with what was.
  virtual bool append_usual(const RecordForm& form, const Event& event, std::string& out) = 0;
  /// What no record can hold of an event, if anything.
  [[nodiscard]] std::optional<RecordError> check_words(const Event& event) const;
  /// The word, or the spelling of the number.
  std::string_view spelling(const FieldValue& value);

 private:
  struct Numbered {
    uint16_t type;
    FieldLayout layout;
    std::vector<FieldType> field_types;
    std::optional<RecordForm> form;
  };

  RecordError error(std::string found, std::string expected, std::optional<Rule> rule) const;
  std::optional<uint16_t> free_type(int64_t id);
  [[nodiscard]] const Numbered* find(int64_t id) const;
  void set_number(Field& field, FieldType type, const FieldValue& value) const;
  void set_field(Field& field, FieldType type, const FieldValue& value, std::string& out);
  void append_event(const Event& event, const Numbered& numbered, std::string& out);
  bool append_quickly(const Event& event, const Numbered& numbered, std::string& out);
  void count(std::size_t before, const std::string& out) { written_ += out.size() - before; }

  EncoderOptions options_;
  std::unordered_map<int64_t, Numbered> numbered_;  // by the id in the trace
  // Some of these once more, quicker to find: whose ids are this small.
  static constexpr std::size_t kSmallIds = 256;
  std::array<const Numbered*, kSmallIds> small_ids_{};
  std::vector<bool> used_types_;
  uint16_t last_free_ = kMostEventType;  // none above it is free
  uint64_t written_ = 0;
  WordPages words_;
  std::vector<Field> fields_;
  std::vector<Field> arranged_;
};

}  // namespace paje::rastro
