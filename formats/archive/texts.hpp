// Columns of texts: templates, and for each of their numbers a column of integers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/archive/block.hpp"

namespace paje::archive {

/// Orders of rows in which numbers may grow evenly. Order 0 is that of the rows themselves.
class RowOrders {
 public:
  /// `make(order)` gives all rows in an order from 1 to `orders`; it is called when one is needed.
  using Make = std::function<std::vector<uint32_t>(uint8_t order)>;

  RowOrders() = default;
  RowOrders(uint8_t orders, Make make) : make_(std::move(make)), made_(orders) {}

  [[nodiscard]] uint8_t count() const { return static_cast<uint8_t>(made_.size() + 1); }
  /// Of an order from 1 on.
  [[nodiscard]] std::span<const uint32_t> rows(uint8_t order) {
    std::vector<uint32_t>& rows = made_[order - 1U];
    if (rows.empty()) rows = make_(order);
    return rows;
  }

 private:
  Make make_;
  std::vector<std::vector<uint32_t>> made_;
};

/// Texts one after the other, in as little memory as they take.
struct TextList {
  std::string bytes;
  std::vector<uint64_t> ends;  ///< of each text, in `bytes`

  [[nodiscard]] std::size_t size() const { return ends.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    const uint64_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(bytes).substr(begin, ends[i] - begin);
  }
  void add(std::string_view text) {
    bytes += text;
    ends.push_back(bytes.size());
  }
};

/// Appends the texts to the piece being written.
void write_texts(std::span<const std::string_view> texts, RowOrders& orders, PieceWriter& out);
/// As many texts as are wanted. Throws Damage. Takes at most kMostTextBytes for each, and what the
/// piece has.
TextList read_texts(ByteReader& from, std::size_t count, RowOrders& orders);

/// Longer texts, on average, are kept as they are.
inline constexpr std::size_t kMostTextBytes = 512;

}  // namespace paje::archive
