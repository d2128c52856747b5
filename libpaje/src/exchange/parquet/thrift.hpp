// Thrift's compact protocol, as far as the headers and the footer of Parquet need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paje::parquet {

inline void append_varint(std::string& out, uint64_t number) {
  for (; number >= 0x80U; number >>= 7U) out += static_cast<char>(number | 0x80U);
  out += static_cast<char>(number);
}

inline uint64_t zigzag(int64_t number) {
  return (static_cast<uint64_t>(number) << 1U) ^ static_cast<uint64_t>(number >> 63U);
}

/// Fields are written by increasing number; begin_struct() nests, end_struct() ends the innermost.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& out) : out_(out) {}

  void boolean(int field, bool truth) { header(field, truth ? kTrue : kFalse); }
  void byte(int field, int number) {
    header(field, kByte);
    out_ += static_cast<char>(number);
  }
  void i32(int field, int64_t number) {
    header(field, kI32);
    append_varint(out_, zigzag(number));
  }
  void i64(int field, uint64_t number) {
    header(field, kI64);
    append_varint(out_, zigzag(static_cast<int64_t>(number)));
  }
  void binary(int field, std::string_view bytes) {
    header(field, kBinary);
    element(bytes);
  }
  void begin_struct(int field) {
    header(field, kStruct);
    begin_element();
  }
  void end_struct() {
    out_ += '\0';
    last_.pop_back();
  }

  void structs(int field, std::size_t count) { list(field, kStruct, count); }
  void integers(int field, std::size_t count) { list(field, kI32, count); }
  void longs(int field, std::size_t count) { list(field, kI64, count); }
  void binaries(int field, std::size_t count) { list(field, kBinary, count); }
  void booleans(int field, std::size_t count) { list(field, kTrue, count); }
  /// Elements of a list; a struct ends by end_struct().
  void begin_element() { last_.push_back(0); }
  void element(std::string_view bytes) {
    append_varint(out_, bytes.size());
    out_ += bytes;
  }
  void element(int64_t number) { append_varint(out_, zigzag(number)); }
  void element(bool truth) { out_ += static_cast<char>(truth ? kTrue : kFalse); }

 private:
  enum Type : uint8_t {
    kTrue = 1,
    kFalse = 2,
    kByte = 3,
    kI32 = 5,
    kI64 = 6,
    kBinary = 8,
    kList = 9,
    kStruct = 12
  };

  // No field is 15 or more after the one before it.
  void header(int field, Type type) {
    out_ += static_cast<char>((field - last_.back()) << 4 | type);
    last_.back() = field;
  }
  void list(int field, Type type, std::size_t count) {
    header(field, kList);
    if (count < 15) {
      out_ += static_cast<char>(count << 4U | type);
    } else {
      out_ += static_cast<char>(0xF0U | type);
      append_varint(out_, count);
    }
  }

  std::string& out_;
  std::vector<int> last_{0};  // the last field of each open struct
};

}  // namespace paje::parquet
