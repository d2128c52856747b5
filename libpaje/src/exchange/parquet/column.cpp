#include "exchange/parquet/column.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "exchange/parquet/page.hpp"
#include "formats/text/utf8.hpp"

namespace paje::parquet {

namespace {

constexpr std::size_t kPageRows = 32768;

// Texts in Parquet are UTF-8; readers refuse a column with other bytes.
class Utf8Texts {
 public:
  std::string_view of(std::string_view text) {
    return is_utf8(text) ? text : std::string_view(made_.emplace_back(utf8_text(text)));
  }

 private:
  std::deque<std::string> made_;  // where views stay valid
};

// Memory that each thread uses again for column after column.
struct Workspace {
  Values values;
  std::string raw;                // of a page
  std::vector<uint32_t> numbers;  // of codes; kNone between columns
  std::vector<uint32_t> levels;
};

constexpr uint32_t kNone = UINT32_MAX;

Workspace& workspace() {
  thread_local Workspace kept;
  return kept;
}

// Pages of a column: which rows are there, where its values are, and what encodes these.
class PageWriter {
 public:
  PageWriter(const Column& column, std::size_t rows, Chunk& chunk)
      : column_(column), work_(workspace()), chunk_(chunk) {
    chunk_.rows = rows;
  }

  // encode_values(at, count, raw) returns bounds.
  template <class EncodeValues>
  void write(const EncodeValues& encode_values) {
    std::size_t at = 0;  // among the values
    for (std::size_t row = 0; row < chunk_.rows; row += kPageRows) {
      const std::size_t count = std::min<std::size_t>(kPageRows, chunk_.rows - row);
      work_.raw.clear();
      const std::size_t present = column_.is_optional ? write_levels(row, count) : count;
      Page page;
      page.offset = chunk_.bytes.size();
      page.first_row = row;
      page.nulls = count - present;
      page.is_empty = present == 0;
      page.bounds = encode_values(at, present, work_.raw);
      chunk_.raw_size +=
          append_page(PageType::data, work_.raw, count, column_.encoding, chunk_.bytes);
      page.size = chunk_.bytes.size() - page.offset;
      chunk_.nulls += page.nulls;
      chunk_.pages.push_back(std::move(page));
      at += present;
    }
  }

 private:
  // Which rows have a value. Returns how many these are.
  std::size_t write_levels(std::size_t row, std::size_t count) {
    const auto there = std::span(work_.values.there).subspan(row, count);
    work_.levels.assign(there.begin(), there.end());
    std::string runs;
    encode_runs(work_.levels, 1, runs);
    encode_plain(runs, work_.raw);
    return static_cast<std::size_t>(std::count(there.begin(), there.end(), 1));
  }

  const Column& column_;
  Workspace& work_;
  Chunk& chunk_;
};

// Columns of the same codes, each with a dictionary of its own before the same pages.
class DictionaryWriter {
 public:
  explicit DictionaryWriter(std::span<const Column> columns) : columns_(columns) {}

  std::vector<Chunk> write(std::size_t rows) {
    number_codes();
    Chunk pages;
    PageWriter(columns_[0], rows, pages).write([&](auto at, auto count, std::string& raw) {
      const auto numbers = std::span<const uint32_t>(work_.values.codes).subspan(at, count);
      const unsigned width = index_width(used_.size());
      raw += static_cast<char>(width);
      encode_runs(numbers, width, raw);
      std::vector<uint8_t>& is_used = used_in_page_.emplace_back(used_.size());
      for (const uint32_t number : numbers) is_used[number] = 1;
      return Bounds();
    });
    std::vector<Chunk> chunks;
    for (const Column& column : columns_) {
      chunks.push_back(column.physical == Physical::bytes ? write_words(column, pages)
                                                          : write_integers(column, pages));
    }
    return chunks;
  }

 private:
  // Gives the codes numbers in order of appearance.
  void number_codes() {
    std::vector<uint32_t>& numbers = work_.numbers;
    uint32_t last_code = kNone;
    uint32_t last_number = 0;
    for (uint32_t& code : work_.values.codes) {
      if (code != last_code || used_.empty()) {
        if (code >= numbers.size()) numbers.resize(code + std::size_t{1}, kNone);
        if (numbers[code] == kNone) {
          numbers[code] = static_cast<uint32_t>(used_.size());
          used_.push_back(code);
        }
        last_code = code;
        last_number = numbers[code];
      }
      code = last_number;
    }
    for (const uint32_t code : used_) numbers[code] = kNone;
  }

  // `pages` after a dictionary.
  [[nodiscard]] Chunk with_dictionary(std::string_view raw, const Chunk& pages) const {
    Chunk chunk;
    chunk.dictionary = 0;
    chunk.raw_size =
        append_page(PageType::dictionary, raw, used_.size(), Encoding::plain, chunk.bytes) +
        pages.raw_size;
    chunk.rows = pages.rows;
    chunk.nulls = pages.nulls;
    chunk.pages = pages.pages;
    for (Page& page : chunk.pages) page.offset += chunk.bytes.size();
    chunk.bytes += pages.bytes;
    return chunk;
  }

  [[nodiscard]] Chunk write_words(const Column& column, const Chunk& pages) const {
    std::vector<std::string_view> words;
    std::string raw;
    Utf8Texts texts;
    for (const uint32_t code : used_) {
      words.push_back(texts.of(column.word(code)));
      encode_plain(words.back(), raw);
    }
    return with_bounds(with_dictionary(raw, pages), words,
                       [](const auto& range) { return bounds_of(range); });
  }

  [[nodiscard]] Chunk write_integers(const Column& column, const Chunk& pages) const {
    std::vector<int64_t> integers(used_.begin(), used_.end());
    std::string raw;
    for (const int64_t integer : integers) raw += plain_of(column.physical, integer);
    return with_bounds(with_dictionary(raw, pages), integers,
                       [&](const auto& range) { return bounds_of(column.physical, range); });
  }

  template <class Value, class BoundsOf>
  [[nodiscard]] Chunk with_bounds(Chunk chunk, const std::vector<Value>& all,
                                  const BoundsOf& bounds) const {
    chunk.bounds = bounds(range_of(std::span<const Value>(all)));
    std::vector<Value> used;
    for (std::size_t page = 0; page < chunk.pages.size(); ++page) {
      used.clear();
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (used_in_page_[page][i] != 0) used.push_back(all[i]);
      }
      chunk.pages[page].bounds = bounds(range_of(std::span<const Value>(used)));
    }
    return chunk;
  }

  std::span<const Column> columns_;
  Workspace& work_ = workspace();
  std::vector<uint32_t> used_;  // codes, by number
  std::vector<std::vector<uint8_t>> used_in_page_;
};

// Writes pages of `values` by append(values of a page, raw), with their bounds.
template <class Value, class Append, class BoundsOf>
Chunk write_values(const Column& column, std::size_t rows, const std::vector<Value>& values,
                   const Append& append, const BoundsOf& bounds) {
  Chunk chunk;
  Range<Value> all;
  PageWriter(column, rows, chunk).write([&](auto at, auto count, std::string& raw) {
    const auto part = std::span<const Value>(values).subspan(at, count);
    append(part, raw);
    const Range<Value> range = range_of(part);
    all.add(range);
    return bounds(range);
  });
  chunk.bounds = bounds(all);
  return chunk;
}

Chunk encode_one(const Column& column, std::size_t rows) {
  Values& values = workspace().values;
  const auto bounds = [](const auto& range) { return bounds_of(range); };
  switch (column.encoding) {
    case Encoding::delta_binary_packed:
      return write_values(column, rows, values.integers, encode_delta,
                          [&](const auto& range) { return bounds_of(column.physical, range); });
    case Encoding::byte_stream_split:
      return write_values(column, rows, values.numbers, encode_split, bounds);
    case Encoding::delta_length_byte_array: {
      Utf8Texts texts;
      for (std::string_view& text : values.texts) text = texts.of(text);
      return write_values(column, rows, values.texts, encode_texts, bounds);
    }
    default:
      return write_values(column, rows, values.codes, encode_bits, bounds);
  }
}

}  // namespace

std::vector<Chunk> encode(std::span<const Column> columns, const Rows& rows) {
  columns[0].fill(rows, workspace().values);
  if (columns[0].encoding == Encoding::rle_dictionary) {
    return DictionaryWriter(columns).write(rows.size());
  }
  std::vector<Chunk> chunks;
  chunks.push_back(encode_one(columns[0], rows.size()));
  return chunks;
}

}  // namespace paje::parquet
