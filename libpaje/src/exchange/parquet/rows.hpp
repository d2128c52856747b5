// Which objects a row group holds, and what a column has for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace paje::parquet {

/// Rows of one container and type: one after the other in the trace, or in an order of their own.
struct Stretch {
  uint32_t container = 0;
  uint32_t type = 0;
  uint64_t first = 0;
  std::size_t size = 0;
  const uint64_t* order = nullptr;  ///< the rows; stays where it is
};

class Rows {
 public:
  void add(const Stretch& stretch) {
    stretches_.push_back(stretch);
    size_ += stretch.size;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }

  /// Calls take(row) for each row of the trace.
  template <class Take>
  void for_each(Take take) const {
    for (const Stretch& stretch : stretches_) {
      if (stretch.order != nullptr) {
        for (std::size_t i = 0; i < stretch.size; ++i) take(stretch.order[i]);
      } else {
        for (std::size_t i = 0; i < stretch.size; ++i) take(stretch.first + i);
      }
    }
  }

 private:
  std::vector<Stretch> stretches_;
  std::size_t size_ = 0;
};

/// What a column has in some rows: in the vector of its kind, those that are there. Used for one
/// column after the other, so that its memory is: what fills it replaces what was there.
struct Values {
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
  std::vector<uint32_t> codes;  ///< of words, or truths
  std::vector<uint8_t> there;   ///< of an optional column, for each row

  void clear() {
    integers.clear();
    numbers.clear();
    texts.clear();
    codes.clear();
    there.clear();
  }
};

/// Fills `values` with of(row) for each row.
template <class Value, class Of>
void fill_rows(const Rows& rows, std::vector<Value>& values, const Of& of) {
  values.resize(rows.size());
  Value* to = values.data();
  rows.for_each([&](uint64_t row) { *to++ = of(row); });
}

/// The same with of(stretch) for each of its rows.
template <class Value, class Of>
void fill_stretches(const Rows& rows, std::vector<Value>& values, const Of& of) {
  values.resize(rows.size());
  auto to = values.begin();
  for (const Stretch& stretch : rows.stretches()) {
    const auto end = to + static_cast<std::ptrdiff_t>(stretch.size);
    std::fill(to, end, static_cast<Value>(of(stretch)));
    to = end;
  }
}

}  // namespace paje::parquet
