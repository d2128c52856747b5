// Streams of Arrow's C interface: what a consumer finds, and when memory is given back.
#include "arrow/stream.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "../arrow/consumer.hpp"

namespace paje::python::arrow {
namespace {

// Memory that counts how much of it is in use.
template <class Element>
std::shared_ptr<const void> counted(std::vector<Element> elements, int& in_use) {
  ++in_use;
  auto* kept = new std::vector<Element>(std::move(elements));
  return {kept->data(), [kept, &in_use](const void*) {
            --in_use;
            delete kept;
          }};
}

using Buffers = std::vector<std::shared_ptr<const void>>;

std::shared_ptr<Column> column(const char* name, const char* format, int64_t length,
                               Buffers buffers) {
  auto made = std::make_shared<Column>();
  made->name = name;
  made->format = format;
  made->length = length;
  made->buffers = std::move(buffers);
  return made;
}

std::shared_ptr<Table> small_table(int& in_use) {
  const auto value = column("value", "i", 3, {nullptr, counted<int32_t>({1, 0, 1}, in_use)});
  value->dictionary = column("", "u", 2,
                             {nullptr, counted<int32_t>({0, 4, 6}, in_use),
                              counted<char>({'w', 'o', 'r', 'k', 'h', 'i'}, in_use)});
  const auto size = column(
      "size", "l", 3, {counted<uint8_t>({0b101}, in_use), counted<int64_t>({7, 0, -9}, in_use)});
  size->null_count = 1;
  const auto start = column("start", "g", 3, {nullptr, counted<double>({0, 0.5, 1e300}, in_use)});
  auto table = std::make_shared<Table>();
  table->rows = 3;
  table->columns = {value, size, start};
  return table;
}

TEST(ArrowStream, GivesEveryValueAndAllMemoryBack) {
  int in_use = 0;
  ArrowArrayStream stream;
  export_table(small_table(in_use), &stream);
  EXPECT_EQ(in_use, 6);
  auto found = test::consume(&stream);
  EXPECT_EQ(in_use, 0);
  EXPECT_EQ(found["rows"], 3);
  EXPECT_EQ(found["types"].dump(), R"({"value":"i>u","size":"l","start":"g"})");
  EXPECT_EQ(found["columns"].dump(),
            R"({"value":["hi","work","hi"],"size":[7,null,-9],"start":[0.0,0.5,1e+300]})");
}

TEST(ArrowStream, GivesBackWhatNobodyTook) {
  int in_use = 0;
  ArrowArrayStream stream;
  export_table(small_table(in_use), &stream);
  stream.release(&stream);
  EXPECT_EQ(stream.release, nullptr);
  EXPECT_EQ(in_use, 0);
}

TEST(ArrowStream, ABatchOutlivesItsStreamAndAColumnItsBatch) {
  int in_use = 0;
  ArrowArrayStream stream;
  export_table(small_table(in_use), &stream);
  ArrowArray batch;
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  stream.release(&stream);
  EXPECT_EQ(in_use, 6);
  ArrowArray value = *batch.children[0];
  batch.children[0]->release = nullptr;
  batch.release(&batch);
  EXPECT_EQ(in_use, 3);  // the numbers, and the names with their offsets
  EXPECT_EQ(static_cast<const int32_t*>(value.buffers[1])[2], 1);
  std::thread([&] { value.release(&value); }).join();
  EXPECT_EQ(in_use, 0);
}

TEST(ArrowStream, SchemasAreIndependentOfTheStream) {
  int in_use = 0;
  ArrowArrayStream stream;
  export_table(small_table(in_use), &stream);
  ArrowSchema first;
  ArrowSchema second;
  ASSERT_EQ(stream.get_schema(&stream, &first), 0);
  ASSERT_EQ(stream.get_schema(&stream, &second), 0);
  stream.release(&stream);
  EXPECT_EQ(in_use, 0);
  first.release(&first);
  EXPECT_STREQ(second.children[0]->name, "value");
  EXPECT_STREQ(second.children[0]->dictionary->format, "u");
  second.release(&second);
}

TEST(ArrowStream, ATableWithoutRowsOrColumns) {
  ArrowArrayStream stream;
  export_table(std::make_shared<Table>(), &stream);
  EXPECT_EQ(test::consume(&stream)["columns"].dump(), "{}");
}

}  // namespace
}  // namespace paje::python::arrow
