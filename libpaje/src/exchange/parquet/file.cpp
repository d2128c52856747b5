#include "exchange/parquet/file.hpp"

#include <algorithm>
#include <utility>

namespace paje::parquet {

namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr int kVersion = 2;
constexpr int kZstd = 6;
constexpr int kDecimalDigits = 18;  // of 64 bits
constexpr int kUtf8 = 0;            // converted types
constexpr int kDecimal = 5;

void write_column(ThriftWriter& thrift, const Column& column) {
  thrift.begin_element();
  thrift.i32(1, static_cast<int64_t>(column.physical));
  thrift.i32(3, column.is_optional ? 1 : 0);
  thrift.binary(4, column.name);
  if (column.physical == Physical::bytes) {
    thrift.i32(6, kUtf8);
    thrift.begin_struct(10);
    thrift.begin_struct(1);  // a string
    thrift.end_struct();
    thrift.end_struct();
  }
  if (column.decimals) {
    thrift.i32(6, kDecimal);
    thrift.i32(7, *column.decimals);
    thrift.i32(8, kDecimalDigits);
    thrift.begin_struct(10);
    thrift.begin_struct(5);  // a decimal
    thrift.i32(1, *column.decimals);
    thrift.i32(2, kDecimalDigits);
    thrift.end_struct();
    thrift.end_struct();
  }
  thrift.end_struct();
}

void write_statistics(ThriftWriter& thrift, const Chunk& chunk) {
  thrift.begin_struct(12);
  thrift.i64(3, chunk.nulls);
  if (chunk.bounds.greatest) thrift.binary(5, *chunk.bounds.greatest);
  if (chunk.bounds.least) thrift.binary(6, *chunk.bounds.least);
  thrift.end_struct();
}

void write_encodings(ThriftWriter& thrift, const Column& column) {
  std::vector<Encoding> all = {column.encoding, Encoding::rle};
  if (column.encoding == Encoding::rle_dictionary) all.push_back(Encoding::plain);
  thrift.integers(2, all.size());
  for (const Encoding encoding : all) thrift.element(static_cast<int64_t>(encoding));
}

// Whether the bounds of all pages are known.
bool has_column_index(const Chunk& chunk) {
  return std::all_of(chunk.pages.begin(), chunk.pages.end(), [](const Page& page) {
    return page.is_empty || (page.bounds.least && page.bounds.greatest);
  });
}

std::string column_index(const Chunk& chunk) {
  std::string out;
  ThriftWriter thrift(out);
  thrift.booleans(1, chunk.pages.size());
  for (const Page& page : chunk.pages) thrift.element(page.is_empty);
  thrift.binaries(2, chunk.pages.size());
  for (const Page& page : chunk.pages)
    thrift.element(std::string_view(page.bounds.least.value_or("")));
  thrift.binaries(3, chunk.pages.size());
  for (const Page& page : chunk.pages) {
    thrift.element(std::string_view(page.bounds.greatest.value_or("")));
  }
  thrift.i32(4, 0);  // in no order
  thrift.longs(5, chunk.pages.size());
  for (const Page& page : chunk.pages) thrift.element(static_cast<int64_t>(page.nulls));
  out += '\0';
  return out;
}

std::string offset_index(const Chunk& chunk, uint64_t offset) {
  std::string out;
  ThriftWriter thrift(out);
  thrift.structs(1, chunk.pages.size());
  for (const Page& page : chunk.pages) {
    thrift.begin_element();
    thrift.i64(1, offset + page.offset);
    thrift.i32(2, static_cast<int64_t>(page.size));
    thrift.i64(3, page.first_row);
    thrift.end_struct();
  }
  out += '\0';
  return out;
}

}  // namespace

File::File(const std::vector<Column>& columns, std::vector<int> sorted_by, Sink sink)
    : columns_(columns), sorted_by_(std::move(sorted_by)), sink_(std::move(sink)) {
  write(kMagic);
}

void File::write(std::string_view bytes) {
  sink_(bytes);
  at_ += bytes.size();
}

void File::add(std::vector<Chunk> chunks, uint64_t rows) {
  std::vector<uint64_t> sizes;
  for (Chunk& chunk : chunks) {
    sizes.push_back(chunk.bytes.size());
    sink_(chunk.bytes);
    chunk.bytes = std::string();
  }
  add_written(std::move(chunks), sizes, rows);
}

void File::add_written(std::vector<Chunk> chunks, const std::vector<uint64_t>& sizes,
                       uint64_t rows) {
  Group group;
  group.rows = rows;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    Placed placed;
    placed.offset = at_;
    placed.size = sizes[i];
    placed.chunk = std::move(chunks[i]);
    group.chunks.push_back(std::move(placed));
    at_ += sizes[i];
  }
  groups_.push_back(std::move(group));
}

void File::write_page_indexes() {
  for (Group& group : groups_) {
    for (Placed& placed : group.chunks) {
      if (!has_column_index(placed.chunk)) continue;
      const std::string bytes = column_index(placed.chunk);
      placed.column_index = at_;
      placed.column_index_size = bytes.size();
      write(bytes);
    }
  }
  for (Group& group : groups_) {
    for (Placed& placed : group.chunks) {
      const std::string bytes = offset_index(placed.chunk, placed.offset);
      placed.offset_index = at_;
      placed.offset_index_size = bytes.size();
      write(bytes);
    }
  }
}

void File::describe_chunk(ThriftWriter& thrift, const Column& column, const Placed& placed) {
  const Chunk& chunk = placed.chunk;
  const uint64_t first = chunk.pages.empty() ? 0 : chunk.pages[0].offset;
  thrift.begin_element();
  thrift.i64(2, 0);
  thrift.begin_struct(3);
  thrift.i32(1, static_cast<int64_t>(column.physical));
  write_encodings(thrift, column);
  thrift.binaries(3, 1);
  thrift.element(std::string_view(column.name));
  thrift.i32(4, kZstd);
  thrift.i64(5, chunk.rows);
  thrift.i64(6, chunk.raw_size);
  thrift.i64(7, placed.size);
  thrift.i64(9, placed.offset + first);
  if (chunk.dictionary) thrift.i64(11, placed.offset + *chunk.dictionary);
  write_statistics(thrift, chunk);
  thrift.end_struct();
  thrift.i64(4, placed.offset_index);
  thrift.i32(5, static_cast<int64_t>(placed.offset_index_size));
  if (placed.column_index_size > 0) {
    thrift.i64(6, placed.column_index);
    thrift.i32(7, static_cast<int64_t>(placed.column_index_size));
  }
  thrift.end_struct();
}

void File::describe_group(ThriftWriter& thrift, const Group& group) const {
  uint64_t raw = 0;
  uint64_t packed = 0;
  thrift.begin_element();
  thrift.structs(1, group.chunks.size());
  for (std::size_t i = 0; i < group.chunks.size(); ++i) {
    raw += group.chunks[i].chunk.raw_size;
    packed += group.chunks[i].size;
    describe_chunk(thrift, columns_[i], group.chunks[i]);
  }
  thrift.i64(2, raw);
  thrift.i64(3, group.rows);
  if (!sorted_by_.empty()) {
    thrift.structs(4, sorted_by_.size());
    for (const int column : sorted_by_) {
      thrift.begin_element();
      thrift.i32(1, column);
      thrift.boolean(2, false);
      thrift.boolean(3, false);
      thrift.end_struct();
    }
  }
  thrift.i64(5, group.chunks.empty() ? 0 : group.chunks[0].offset);
  thrift.i64(6, packed);
  thrift.end_struct();
}

std::string File::footer() const {
  std::string out;
  ThriftWriter thrift(out);
  thrift.i32(1, kVersion);
  thrift.structs(2, columns_.size() + 1);
  thrift.begin_element();
  thrift.binary(4, "trace");
  thrift.i32(5, static_cast<int64_t>(columns_.size()));
  thrift.end_struct();
  for (const Column& column : columns_) write_column(thrift, column);
  uint64_t rows = 0;
  for (const Group& group : groups_) rows += group.rows;
  thrift.i64(3, rows);
  thrift.structs(4, groups_.size());
  for (const Group& group : groups_) describe_group(thrift, group);
  thrift.binary(6, "paje");
  thrift.structs(7, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    thrift.begin_element();
    thrift.begin_struct(1);  // by their type
    thrift.end_struct();
    thrift.end_struct();
  }
  out += '\0';
  return out;
}

void File::finish() {
  write_page_indexes();
  std::string end = footer();
  const auto size = static_cast<uint32_t>(end.size());
  for (unsigned bits = 0; bits < 32; bits += 8) end += static_cast<char>(size >> bits);
  end += kMagic;
  write(end);
}

}  // namespace paje::parquet
