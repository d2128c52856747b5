// An event of a binary trace as bytes: the number of its definition, then each field, a number or a
// word of any bytes. Text cannot hold all words that binary traces hold.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

/// Appends an event and returns its size.
inline std::size_t append_record(PodVector<char>& bytes, uint32_t definition,
                                 const FieldValue* fields, std::size_t count) {
  const std::size_t before = bytes.size();
  const auto append = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  append(definition);
  for (const FieldValue* field = fields; field != fields + count; ++field) {
    constexpr uint64_t kNumber = UINT64_MAX;
    if (field->is_number()) {
      append(kNumber);
      append(field->number());
      continue;
    }
    const std::string_view word = field->raw();
    append(static_cast<uint64_t>(word.size()) << 1U | (field->quoted() ? 1U : 0U));
    bytes.append(word.data(), word.size());
  }
  return bytes.size() - before;
}

/// Takes such an event apart. Words point into it.
class RecordReader {
 public:
  explicit RecordReader(const char* record) : at_(record) {}

  uint32_t definition() { return read<uint32_t>(); }
  FieldValue field() {
    const auto size = read<uint64_t>();
    if (size == UINT64_MAX) return FieldValue::of_number(read<double>());
    std::string_view word(at_, size >> 1U);
    at_ += word.size();
    const bool quoted = (size & 1U) != 0;
    if (quoted) word = word.substr(1, word.size() - 2);
    return FieldValue::of_text(word, quoted);
  }

 private:
  template <class Value>
  Value read() {
    Value value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

  const char* at_;
};

}  // namespace paje
