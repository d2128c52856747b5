// Records of librastro trace files, byte by byte (README.md, "Records"): one reader and one writer,
// on memory, that know nothing of what the records mean. What librastro limits (fields, bytes of a
// string, bytes of a record) is not limited here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje::rastro {

/// What is wrong with a file, and where. Also what a writer cannot write.
struct RecordError {
  uint64_t offset = 0;   ///< of the offending byte in the file
  std::string found;     ///< what is there
  std::string expected;  ///< what should
  /// The rule of the Pajé format that is broken; nothing if the bytes themselves are damaged.
  std::optional<Rule> rule;
};

/// The types of a field on the wire, as a record's header gives them.
enum class FieldCode : uint8_t {
  none,
  string,
  double_number,
  float_number,
  u64,
  u16,
  u8,
  u32,
};
inline constexpr std::size_t kFieldCodes = 8;

/// `a double`, `a string` and so on, for messages.
std::string_view description(FieldCode code);

/// The number whose bytes are there.
template <class Number>
[[nodiscard]] Number load(const char* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

/// Bytes of a number; 0 for what is none.
[[nodiscard]] constexpr std::size_t size_of(FieldCode code) {
  constexpr std::array<uint8_t, kFieldCodes> kSizes = {0, 0, 8, 4, 8, 2, 1, 4};
  return kSizes[static_cast<std::size_t>(code)];
}

/// The number of bytes with the padding after them.
[[nodiscard]] constexpr std::size_t padded(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

/// Where in the first word of a header the type is.
inline constexpr unsigned kTypeShift = 18;
inline constexpr unsigned kCodesInFirstWord = 4;
inline constexpr unsigned kCodesInFurtherWord = 7;
/// Bytes of a record before its first field, if it has that many and no time base.
[[nodiscard]] constexpr std::size_t head_bytes(std::size_t fields) {
  const std::size_t others = fields > kCodesInFirstWord ? fields - kCodesInFirstWord : 0;
  const std::size_t words = (others + kCodesInFurtherWord - 1) / kCodesInFurtherWord;
  return sizeof(uint32_t) + sizeof(uint64_t) + words * sizeof(uint32_t);
}

/// One field of a record.
struct Field {
  FieldCode code = FieldCode::none;
  uint64_t bits = 0;      ///< of a number: its bytes, zero-extended
  std::string_view text;  ///< of a string: without its NUL
  uint64_t offset = 0;    ///< where its bytes begin, counted from the record's first; for readers

  static Field of_text(std::string_view text) { return {FieldCode::string, 0, text, 0}; }
  static Field of_double(double number);
  static Field of_float(float number);
  static Field of_u64(uint64_t number) { return {FieldCode::u64, number, {}, 0}; }
  static Field of_u32(uint32_t number) { return {FieldCode::u32, number, {}, 0}; }
  static Field of_u16(uint16_t number) { return {FieldCode::u16, number, {}, 0}; }
  static Field of_u8(uint8_t number) { return {FieldCode::u8, number, {}, 0}; }

  [[nodiscard]] double as_double() const;
  [[nodiscard]] float as_float() const;

  /// Whether both would be written as the same bytes.
  friend bool operator==(const Field& a, const Field& b) {
    return a.code == b.code && a.bits == b.bits && a.text == b.text;
  }
};

/// What the times of records count from, and in which unit.
struct TimeBase {
  uint64_t seconds = 0;
  uint64_t ticks_per_second = 1'000'000'000;
  friend bool operator==(const TimeBase&, const TimeBase&) = default;
};

inline constexpr uint16_t kMostType = 16383;     ///< a type has 14 bits
inline constexpr uint16_t kOpeningType = 16383;  ///< of the record that a file begins with
inline constexpr uint16_t kClosingType = 16382;  ///< of the record that it ends with

struct Record {
  uint16_t type = 0;
  std::optional<TimeBase> time_base;
  uint64_t time = 0;  ///< in ticks
  std::span<const Field> fields;
};

/// What the opening record says.
struct Opening {
  uint64_t first_id = 0;
  uint64_t second_id = 0;
  std::string host;
  TimeBase time_base;
};

/// Appends a record, at most `kMostType` its type; no string may hold a NUL. Its fields are written
/// in the order given. `out` grows by a multiple of four bytes.
void append_record(std::string& out, const Record& record);
void append_opening(std::string& out, const Opening& opening);
void append_closing(std::string& out);

/// The type of the record that `bytes` begin with, once they are enough to decide.
std::optional<uint16_t> record_type(std::string_view bytes);

/// Reads records one at a time from memory that may end anywhere.
class RecordReader {
 public:
  enum class Outcome {
    record,      ///< see record() and size()
    incomplete,  ///< the bytes end before the record does; error() says what is missing
    bad,         ///< no record, see error()
  };

  /// Reads the record that `bytes` begin with, which are at `offset` in the file. Takes memory in
  /// proportion to the record, and looks at no byte after it.
  Outcome read(std::string_view bytes, uint64_t offset);

  /// The record read last. Its strings point into the bytes it was read from, its fields into the
  /// reader: they hold until the next read().
  [[nodiscard]] const Record& record() const { return record_; }
  /// How many bytes it took, its padding included.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] const RecordError& error() const { return error_; }

 private:
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  template <typename Number>
  bool consume(Number& number, std::string_view what);
  bool read_head();
  bool read_codes(uint32_t word, unsigned count);
  bool read_field(FieldCode code);
  bool read_number(Field& field);
  bool read_string(Field& field);
  bool read_padding();
  bool miss(std::string_view what);
  bool refuse(const char* place, std::string found, std::string expected);

  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  uint64_t offset_ = 0;
  Outcome outcome_ = Outcome::record;
  std::vector<FieldCode> codes_;
  std::vector<Field> fields_;
  Record record_;
  RecordError error_;
};

}  // namespace paje::rastro
