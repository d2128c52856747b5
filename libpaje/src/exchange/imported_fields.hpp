// User-defined fields of imported objects. Many have fields of the same names, which are kept once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/pod_vector.hpp"
#include "base/string_arena.hpp"
#include "paje/event.hpp"

namespace paje::exchange {

/// A field of one object.
struct ImportedField {
  std::string name;
  std::string word;
  FieldType type = FieldType::string;
};
using ImportedFields = std::vector<ImportedField>;

/// The number of the fields of an object in a table; 0 if it has none.
using FieldsIndex = uint32_t;

/// Names and types of the fields of an object, in their order.
struct FieldShape {
  struct Field {
    std::string name;
    FieldType type = FieldType::string;
  };
  std::vector<Field> fields;
};
using ShapeIndex = uint32_t;

class ImportedFieldTable {
 public:
  /// Equal shapes get one number.
  ShapeIndex add_shape(const FieldShape& shape);
  /// `words` has one for each field of the shape; copies them.
  FieldsIndex add(ShapeIndex shape, std::span<const std::string_view> words);
  FieldsIndex add(const ImportedFields& fields);
  /// Those of `begin`, and of `end` in the place of those of the same names or after them.
  FieldsIndex merge(FieldsIndex begin, FieldsIndex end);

  [[nodiscard]] bool has_any() const { return rows_.size() > 1; }
  [[nodiscard]] ShapeIndex shape_of(FieldsIndex fields) const { return rows_[fields].shape; }
  [[nodiscard]] const FieldShape& shape(ShapeIndex number) const { return shapes_[number]; }
  /// Valid until fields are added; the texts stay.
  [[nodiscard]] std::span<const std::string_view> words(FieldsIndex fields) const {
    const Row& row = rows_[fields];
    return words_.span().subspan(row.first, shapes_[row.shape].fields.size());
  }
  [[nodiscard]] ImportedFields fields(FieldsIndex fields) const;

 private:
  struct Row {
    std::size_t first = 0;  // of its words
    ShapeIndex shape = 0;
  };

  std::vector<FieldShape> shapes_{{}};
  std::unordered_map<std::string, ShapeIndex> numbers_;  // of those, by names and types
  std::vector<Row> rows_{{}};
  PodVector<std::string_view> words_;
  StringArena texts_;
};

}  // namespace paje::exchange
