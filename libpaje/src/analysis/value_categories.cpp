#include "analysis/value_categories.hpp"

#include <algorithm>

#include "analysis/call_fields.hpp"
#include "paje/user_columns.hpp"

namespace paje {

std::vector<std::string_view> categories_of_values(const Trace& trace) {
  if (!has_state_field(trace, {"cat", "category"})) return {};
  const UserColumns columns(trace, TypeKind::state);
  const auto all = columns.all();
  const auto column = std::find_if(all.begin(), all.end(), [](const UserColumn& one) {
    return is_field(one.field(), "cat") || is_field(one.field(), "category");
  });
  if (column == all.end() || column->type() != UserType::text) return {};
  std::vector<std::string_view> categories(trace.values().size());
  const auto values = trace.states().value;
  const std::vector<uint64_t> rows = column->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) {
    std::string_view& category = categories[values[rows[place]].index];
    if (category.empty()) category = column->texts()[place];
  }
  return categories;
}

}  // namespace paje
