// Tables that are no objects of a trace, as Parquet.
#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "exchange/parquet/column.hpp"
#include "exchange/parquet/file.hpp"
#include "paje/parquet.hpp"

namespace paje {

namespace {

using parquet::Rows;
using parquet::Values;

constexpr std::size_t kPlainGroupRows = 131072;

// Calls take(row) for each row that has a value, and notes which these are.
template <class Take>
void for_each_value(const ParquetColumn& from, const Rows& rows, Values& values, Take take) {
  values.clear();
  rows.for_each([&](uint64_t row) {
    const bool is_missing = !from.is_missing.empty() && from.is_missing[row];
    if (!from.is_missing.empty()) values.there.push_back(is_missing ? 0 : 1);
    if (!is_missing) take(row);
  });
}

void set(parquet::Column& to, const ParquetColumn& from, const std::vector<double>& all) {
  to.physical = parquet::Physical::real;
  to.encoding = parquet::Encoding::byte_stream_split;
  to.fill = [&](const Rows& rows, Values& values) {
    for_each_value(from, rows, values, [&](uint64_t row) { values.numbers.push_back(all[row]); });
  };
}

void set(parquet::Column& to, const ParquetColumn& from, const std::vector<int64_t>& all) {
  to.physical = parquet::Physical::int64;
  to.encoding = parquet::Encoding::delta_binary_packed;
  to.fill = [&](const Rows& rows, Values& values) {
    for_each_value(from, rows, values, [&](uint64_t row) { values.integers.push_back(all[row]); });
  };
}

void set(parquet::Column& to, const ParquetColumn& from, const std::vector<bool>& all) {
  to.physical = parquet::Physical::boolean;
  to.encoding = parquet::Encoding::plain;
  to.fill = [&](const Rows& rows, Values& values) {
    for_each_value(from, rows, values,
                   [&](uint64_t row) { values.codes.push_back(all[row] ? 1 : 0); });
  };
}

void set(parquet::Column& to, const ParquetColumn& from, const std::vector<std::string>& all) {
  struct Words {
    std::map<std::string_view, uint32_t> numbers;
    std::vector<std::string_view> texts;
    std::vector<uint32_t> codes;
  };
  const auto words = std::make_shared<Words>();
  for (const std::string& text : all) {
    const auto [found, is_new] =
        words->numbers.try_emplace(text, static_cast<uint32_t>(words->texts.size()));
    if (is_new) words->texts.emplace_back(text);
    words->codes.push_back(found->second);
  }
  to.word = [words](uint32_t code) { return words->texts[code]; };
  to.fill = [&from, words](const Rows& rows, Values& values) {
    for_each_value(from, rows, values,
                   [&](uint64_t row) { values.codes.push_back(words->codes[row]); });
  };
}

}  // namespace

void write_parquet_table(const std::vector<ParquetColumn>& columns, const ByteSink& sink) {
  std::vector<parquet::Column> described(columns.size());
  uint64_t rows = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    described[i].name = columns[i].name;
    described[i].is_optional = !columns[i].is_missing.empty();
    std::visit(
        [&](const auto& all) {
          rows = all.size();
          set(described[i], columns[i], all);
        },
        columns[i].values);
  }
  parquet::File file(described, {}, sink);
  for (uint64_t first = 0; first < rows; first += kPlainGroupRows) {
    Rows group;
    group.add({0, 0, first, std::min<uint64_t>(kPlainGroupRows, rows - first)});
    std::vector<parquet::Chunk> chunks;
    for (const parquet::Column& column : described) {
      chunks.push_back(std::move(encode({&column, 1}, group).front()));
    }
    file.add(std::move(chunks), group.size());
  }
  file.finish();
}

}  // namespace paje
