#include "exchange/imported_fields.hpp"

namespace paje::exchange {

ShapeIndex ImportedFieldTable::add_shape(const FieldShape& shape) {
  if (shape.fields.empty()) return 0;
  std::string key;
  for (const FieldShape::Field& field : shape.fields) {
    key += static_cast<char>('0' + static_cast<int>(field.type));
    (key += field.name) += '\n';
  }
  const auto [found, is_new] =
      numbers_.try_emplace(std::move(key), static_cast<ShapeIndex>(shapes_.size()));
  if (is_new) shapes_.push_back(shape);
  return found->second;
}

FieldsIndex ImportedFieldTable::add(ShapeIndex shape, std::span<const std::string_view> words) {
  if (words.empty()) return 0;
  rows_.push_back({words_.size(), shape});
  for (const std::string_view word : words) words_.push_back(texts_.add(word));
  return static_cast<FieldsIndex>(rows_.size() - 1);
}

FieldsIndex ImportedFieldTable::add(const ImportedFields& fields) {
  FieldShape shape;
  std::vector<std::string_view> words;
  for (const ImportedField& field : fields) {
    shape.fields.push_back({field.name, field.type});
    words.emplace_back(field.word);
  }
  return add(add_shape(shape), words);
}

FieldsIndex ImportedFieldTable::merge(FieldsIndex begin, FieldsIndex end) {
  if (begin == 0 || end == 0) return begin == 0 ? end : begin;
  FieldShape shape = shapes_[shape_of(begin)];
  const auto first = words(begin);
  std::vector<std::string_view> merged(first.begin(), first.end());
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < merged.size(); ++i) places.try_emplace(shape.fields[i].name, i);
  const FieldShape& later = shapes_[shape_of(end)];
  for (std::size_t i = 0; i < later.fields.size(); ++i) {
    const std::string_view word = words(end)[i];
    const auto [found, is_new] = places.try_emplace(later.fields[i].name, merged.size());
    if (is_new) {
      shape.fields.push_back(later.fields[i]);
      merged.push_back(word);
    } else {
      shape.fields[found->second] = later.fields[i];
      merged[found->second] = word;
    }
  }
  // Their texts are there.
  rows_.push_back({words_.size(), add_shape(shape)});
  words_.append(merged.data(), merged.size());
  return static_cast<FieldsIndex>(rows_.size() - 1);
}

ImportedFields ImportedFieldTable::fields(FieldsIndex fields) const {
  ImportedFields made;
  const FieldShape& of = shapes_[shape_of(fields)];
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    made.push_back({of.fields[i].name, std::string(words(fields)[i]), of.fields[i].type});
  }
  return made;
}

}  // namespace paje::exchange
