#include "consumer.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace paje::test {

namespace {

using Json = nlohmann::ordered_json;

void require(bool holds, const std::string& rule) {
  if (!holds) throw std::runtime_error(rule);
}

bool is_there(const ArrowArray& array, int64_t row) {
  const auto* bits = static_cast<const uint8_t*>(array.buffers[0]);
  return bits == nullptr || ((bits[row / 8] >> (row % 8)) & 1) != 0;
}

template <class Element>
Element element(const ArrowArray& array, int64_t row) {
  return static_cast<const Element*>(array.buffers[1])[row + array.offset];
}

template <class Offset>
std::string text(const ArrowArray& array, int64_t row) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
  require(offsets[0] == 0 && offsets[row] <= offsets[row + 1], "offsets ascend");
  return {static_cast<const char*>(array.buffers[2]) + offsets[row],
          static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
}

Json number(double value) {
  // JSON has neither.
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json value_of(std::string_view format, const ArrowArray& array, int64_t row) {
  if (format == "g") return number(element<double>(array, row));
  if (format == "f") return number(element<float>(array, row));
  if (format == "l") return element<int64_t>(array, row);
  if (format == "L") return element<uint64_t>(array, row);
  if (format == "i") return element<int32_t>(array, row);
  if (format == "I") return element<uint32_t>(array, row);
  if (format == "s") return element<int16_t>(array, row);
  if (format == "S") return element<uint16_t>(array, row);
  if (format == "c") return element<int8_t>(array, row);
  if (format == "C") return element<uint8_t>(array, row);
  if (format == "u") return text<int32_t>(array, row);
  if (format == "U") return text<int64_t>(array, row);
  throw std::runtime_error("an unknown format: " + std::string(format));
}

void check_layout(const ArrowSchema& schema, const ArrowArray& array) {
  require(array.release != nullptr, "an array is not released yet");
  require(array.n_children == schema.n_children, "an array has the children of its schema");
  require((array.dictionary != nullptr) == (schema.dictionary != nullptr),
          "an array has a dictionary if its schema has one");
  require(array.offset == 0 && array.length >= 0, "all of an array is used");
  const std::string_view format = schema.format;
  const int64_t buffers = format == "+s" ? 1 : format == "u" || format == "U" ? 3 : 2;
  require(array.n_buffers == buffers, "an array has the buffers of its format");
  for (int64_t i = 1; i < buffers; ++i) require(array.buffers[i] != nullptr, "buffers are there");
  int64_t missing = 0;
  for (int64_t row = 0; row < array.length; ++row) missing += is_there(array, row) ? 0 : 1;
  require(array.null_count == missing, "null_count counts the missing");
  require(missing == 0 || (schema.flags & ARROW_FLAG_NULLABLE) != 0, "only nullable ones miss");
}

Json values_of(const ArrowSchema& schema, const ArrowArray& array) {
  check_layout(schema, array);
  Json values = Json::array();
  Json names;
  if (schema.dictionary != nullptr) names = values_of(*schema.dictionary, *array.dictionary);
  for (int64_t row = 0; row < array.length; ++row) {
    if (!is_there(array, row)) {
      values.push_back(nullptr);
      continue;
    }
    Json value = value_of(schema.format, array, row);
    values.push_back(names.is_null() ? value : names.at(value.get<std::size_t>()));
  }
  return values;
}

// One batch, or none: then what is left is released.
std::vector<ArrowArray> children_of_batch(ArrowArrayStream* stream, const ArrowSchema& schema,
                                          int64_t& rows) {
  ArrowArray batch{};
  require(stream->get_next(stream, &batch) == 0, "get_next succeeds");
  check_layout(schema, batch);
  ArrowArray end{};
  end.release = [](ArrowArray*) {};
  require(stream->get_next(stream, &end) == 0 && end.release == nullptr,
          "the end of the stream is a released array");
  stream->release(stream);
  require(stream->release == nullptr, "a released stream says so");
  rows = batch.length;
  std::vector<ArrowArray> moved;
  for (int64_t i = 0; i < batch.n_children; ++i) {
    require(batch.children[i]->length == rows, "columns have the length of the batch");
    moved.push_back(*batch.children[i]);
    batch.children[i]->release = nullptr;
  }
  batch.release(&batch);
  require(batch.release == nullptr, "a released array says so");
  return moved;
}

}  // namespace

Json consume(ArrowArrayStream* stream) {
  require(stream->release != nullptr, "the stream is not released yet");
  require(stream->get_last_error(stream) == nullptr, "there was no error");
  ArrowSchema schema{};
  require(stream->get_schema(stream, &schema) == 0, "get_schema succeeds");
  require(std::string_view(schema.format) == "+s", "a stream is of structures");
  int64_t rows = 0;
  std::vector<ArrowArray> columns = children_of_batch(stream, schema, rows);
  Json result = {{"rows", rows},
                 {"types", Json::object()},
                 {"columns", Json::object()},
                 {"places", Json::object()}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    // A schema's children may be moved, too.
    ArrowSchema child = *schema.children[i];
    schema.children[i]->release = nullptr;
    const std::string name = child.name;
    const std::string names = child.dictionary == nullptr ? "" : child.dictionary->format;
    result["types"][name] = names.empty() ? child.format : child.format + (">" + names);
    result["columns"][name] = values_of(child, columns[i]);
    result["places"][name] = std::bit_cast<uint64_t>(columns[i].buffers[1]);
    columns[i].release(&columns[i]);
    child.release(&child);
    require(columns[i].release == nullptr && child.release == nullptr, "columns are released");
  }
  schema.release(&schema);
  require(schema.release == nullptr, "a released schema says so");
  return result;
}

}  // namespace paje::test
