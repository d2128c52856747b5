#include "exchange/parquet/column.hpp"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "exchange/parquet/thrift.hpp"

namespace paje::parquet {

namespace {

constexpr std::size_t kPageRows = 32768;
constexpr int kZstdLevel = 1;
constexpr std::size_t kLongestBound = 200;  // bytes; longer words have none
constexpr int kDataPage = 0;
constexpr int kDictionaryPage = 2;

class Compressor {
 public:
  Compressor() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }
  void append(std::string_view raw, std::string& out) {
    const std::size_t used = out.size();
    out.resize(used + ZSTD_compressBound(raw.size()));
    const std::size_t size = ZSTD_compressCCtx(context_.get(), out.data() + used, out.size() - used,
                                               raw.data(), raw.size(), kZstdLevel);
    if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
    out.resize(used + size);
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

Compressor& compressor() {
  thread_local Compressor kept;
  return kept;
}

template <class Number>
std::string plain(Number number) {
  std::string bytes;
  for (std::size_t byte = 0; byte < sizeof number; ++byte) {
    bytes += static_cast<char>(static_cast<uint64_t>(number) >> (8 * byte));
  }
  return bytes;
}

std::string plain_of(Physical physical, int64_t number) {
  return physical == Physical::int32 ? plain(static_cast<uint32_t>(number))
                                     : plain(static_cast<uint64_t>(number));
}

Bounds bounds_of(Physical physical, std::span<const int64_t> numbers) {
  if (numbers.empty()) return {};
  const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
  return {plain_of(physical, *least), plain_of(physical, *greatest)};
}

// None with a NaN among them; zeros have both signs, as the format asks.
Bounds bounds_of(std::span<const double> numbers) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  for (const double number : numbers) {
    if (std::isnan(number)) return {};
    least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  if (numbers.empty()) return {};
  if (least == 0) least = -0.0;
  if (greatest == 0) greatest = 0.0;
  return {plain(std::bit_cast<uint64_t>(least)), plain(std::bit_cast<uint64_t>(greatest))};
}

Bounds bounds_of(std::string_view least, std::string_view greatest) {
  if (std::max(least.size(), greatest.size()) > kLongestBound) return {};
  return {std::string(least), std::string(greatest)};
}

Bounds bounds_of(std::span<const std::string_view> texts) {
  if (texts.empty()) return {};
  const auto [least, greatest] = std::minmax_element(texts.begin(), texts.end());
  return bounds_of(*least, *greatest);
}

Bounds bounds_of_truths(std::span<const uint32_t> truths) {
  if (truths.empty()) return {};
  const auto [least, greatest] = std::minmax_element(truths.begin(), truths.end());
  return {std::string(1, static_cast<char>(*least)), std::string(1, static_cast<char>(*greatest))};
}

class ChunkWriter {
 public:
  ChunkWriter(const Column& column, const Rows& rows) : column_(column) {
    chunk_.rows = rows.size();
    column.fill(rows, values_);
  }

  Chunk write() {
    if (column_.encoding == Encoding::rle_dictionary) write_dictionary();
    std::size_t at = 0;  // among the values
    for (std::size_t row = 0; row < chunk_.rows; row += kPageRows) {
      const std::size_t count = std::min<std::size_t>(kPageRows, chunk_.rows - row);
      at += write_page(row, count, at);
    }
    chunk_.bounds = all_bounds();
    return std::move(chunk_);
  }

 private:
  // Gives the words numbers in order of appearance, and the codes these numbers.
  void write_dictionary() {
    std::unordered_map<uint32_t, uint32_t> numbers;
    std::string raw;
    uint32_t last_code = UINT32_MAX;
    uint32_t last_number = 0;
    for (uint32_t& code : values_.codes) {
      if (code != last_code || words_.empty()) {
        const auto [found, is_new] =
            numbers.try_emplace(code, static_cast<uint32_t>(words_.size()));
        if (is_new) {
          words_.push_back(column_.word(code));
          encode_plain(words_.back(), raw);
        }
        last_code = code;
        last_number = found->second;
      }
      code = last_number;
    }
    chunk_.dictionary = 0;
    append_page(kDictionaryPage, raw, words_.size(), Encoding::plain);
  }

  // Returns how many values it has.
  std::size_t write_page(std::size_t row, std::size_t count, std::size_t at) {
    std::string raw;
    std::size_t present = count;
    if (column_.is_optional) {
      const auto there = std::span(values_.there).subspan(row, count);
      const std::vector<uint32_t> levels(there.begin(), there.end());
      present = static_cast<std::size_t>(std::count(levels.begin(), levels.end(), 1U));
      std::string runs;
      encode_runs(levels, 1, runs);
      encode_plain(runs, raw);
    }
    Page page;
    page.offset = chunk_.bytes.size();
    page.first_row = row;
    page.nulls = count - present;
    page.is_empty = present == 0;
    page.bounds = encode_values(at, present, raw);
    append_page(kDataPage, raw, count, column_.encoding);
    page.size = chunk_.bytes.size() - page.offset;
    chunk_.nulls += page.nulls;
    chunk_.pages.push_back(std::move(page));
    return present;
  }

  Bounds encode_values(std::size_t at, std::size_t count, std::string& raw) {
    switch (column_.encoding) {
      case Encoding::delta_binary_packed: {
        const auto numbers = std::span<const int64_t>(values_.integers).subspan(at, count);
        encode_delta(numbers, raw);
        return bounds_of(column_.physical, numbers);
      }
      case Encoding::byte_stream_split: {
        const auto numbers = std::span<const double>(values_.numbers).subspan(at, count);
        encode_split(numbers, raw);
        return bounds_of(numbers);
      }
      case Encoding::delta_length_byte_array: {
        const auto texts = std::span<const std::string_view>(values_.texts).subspan(at, count);
        encode_texts(texts, raw);
        return bounds_of(texts);
      }
      case Encoding::rle_dictionary: {
        const auto codes = std::span<const uint32_t>(values_.codes).subspan(at, count);
        const unsigned width = words_.empty() ? 0 : bit_width(words_.size() - 1);
        raw += static_cast<char>(width);
        encode_runs(codes, width, raw);
        return bounds_of_words(codes);
      }
      default: {
        const auto truths = std::span<const uint32_t>(values_.codes).subspan(at, count);
        encode_bits(truths, raw);
        return bounds_of_truths(truths);
      }
    }
  }

  [[nodiscard]] Bounds bounds_of_words(std::span<const uint32_t> codes) const {
    std::vector<bool> is_used(words_.size());
    for (const uint32_t code : codes) is_used[code] = true;
    std::vector<std::string_view> used;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (is_used[i]) used.push_back(words_[i]);
    }
    return bounds_of(used);
  }

  [[nodiscard]] Bounds all_bounds() const {
    switch (column_.encoding) {
      case Encoding::delta_binary_packed:
        return bounds_of(column_.physical, values_.integers);
      case Encoding::byte_stream_split:
        return bounds_of(values_.numbers);
      case Encoding::delta_length_byte_array:
        return bounds_of(std::span<const std::string_view>(values_.texts));
      case Encoding::rle_dictionary:
        return bounds_of(std::span<const std::string_view>(words_));
      default:
        return bounds_of_truths(values_.codes);
    }
  }

  void append_page(int type, std::string_view raw, std::size_t count, Encoding encoding) {
    std::string packed;
    compressor().append(raw, packed);
    std::string header;
    ThriftWriter thrift(header);
    thrift.i32(1, type);
    thrift.i32(2, static_cast<int64_t>(raw.size()));
    thrift.i32(3, static_cast<int64_t>(packed.size()));
    thrift.begin_struct(type == kDictionaryPage ? 7 : 5);
    thrift.i32(1, static_cast<int64_t>(count));
    thrift.i32(2, static_cast<int64_t>(encoding));
    if (type == kDataPage) {
      thrift.i32(3, static_cast<int64_t>(Encoding::rle));
      thrift.i32(4, static_cast<int64_t>(Encoding::rle));
    }
    thrift.end_struct();
    header += '\0';
    chunk_.bytes += header;
    chunk_.bytes += packed;
    chunk_.raw_size += header.size() + raw.size();
  }

  const Column& column_;
  Values values_;
  std::vector<std::string_view> words_;
  Chunk chunk_;
};

}  // namespace

Chunk encode(const Column& column, const Rows& rows) { return ChunkWriter(column, rows).write(); }

}  // namespace paje::parquet
