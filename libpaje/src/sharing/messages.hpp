// What processes send each other: numbers and texts, one after the other. They come from the same
// program, so nothing is checked but that they do not end early.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/pod_vector.hpp"
#include "formats/archive/bytes.hpp"

namespace paje {

using archive::put;
using archive::put_text;
using archive::put_varint;
using MessageReader = archive::ByteReader;

[[nodiscard]] inline MessageReader read_message(std::string_view message) { return {message, 0}; }

/// Whether anything is left.
[[nodiscard]] inline bool has_more(const MessageReader& from) { return from.left() != 0; }

template <class T>
void put_column(std::string& message, std::span<const T> column) {
  static_assert(std::is_trivially_copyable_v<T>);
  message.append(reinterpret_cast<const char*>(column.data()), column.size_bytes());
}

/// Appends that many elements that put_column() wrote.
template <class T>
void take_column(MessageReader& from, std::size_t count, PodVector<T>& column) {
  const std::string_view bytes = from.take(count * sizeof(T));
  const std::size_t before = column.size();
  column.resize_uninitialized(before + count);
  std::memcpy(column.data() + before, bytes.data(), bytes.size());
}

}  // namespace paje
