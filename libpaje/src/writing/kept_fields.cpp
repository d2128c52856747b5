#include "writing/kept_fields.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace paje::writing {

namespace {

FieldType type_of_field(UserType type) {
  if (type == UserType::integer) return FieldType::int_number;
  return type == UserType::number ? FieldType::double_number : FieldType::string;
}

}  // namespace

// The column `size` may be a field that has a column of its own, too.
KeptFields::KeptFields(const Trace& trace, TypeKind kind, TraceWriter& writer)
    : writer_(writer), columns_(trace, kind) {
  for (const UserColumn& column : columns_.all()) {
    const bool is_new = std::none_of(fields_.begin(), fields_.end(), [&](const UserColumn* other) {
      return other->field() == column.field();
    });
    if (is_new) fields_.push_back(&column);
  }
}

TraceWriter::With KeptFields::of(uint64_t row) {
  list_.clear();
  values_.clear();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const UserColumn::Value value = fields_[i]->value(row);
    if (std::holds_alternative<std::monostate>(value)) continue;
    list_.push_back(i);
    if (const auto* const integer = std::get_if<int64_t>(&value)) values_.emplace_back(*integer);
    if (const auto* const number = std::get_if<double>(&value)) values_.emplace_back(*number);
    if (const auto* const text = std::get_if<std::string_view>(&value)) values_.emplace_back(*text);
  }
  if (list_.empty()) return {};
  auto found = lists_.find(list_);
  if (found == lists_.end()) {
    std::vector<UserField> fields;
    for (const std::size_t i : list_) {
      fields.push_back({std::string(fields_[i]->field()), type_of_field(fields_[i]->type())});
    }
    found = lists_.emplace(list_, writer_.user_fields(std::move(fields))).first;
  }
  return {found->second, std::span<const UserValue>(values_)};
}

}  // namespace paje::writing
