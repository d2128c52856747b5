#include "analysis/value_categories.hpp"

#include <algorithm>

#include "analysis/call_fields.hpp"
#include "paje/user_columns.hpp"

namespace paje {

StateCategories categories_of_states(const Trace& trace) {
  if (!has_state_field(trace, {"cat", "category"})) return {};
  const UserColumns columns(trace, TypeKind::state);
  const auto all = columns.all();
  const auto column = std::find_if(all.begin(), all.end(), [](const UserColumn& one) {
    return is_field(one.field(), "cat") || is_field(one.field(), "category");
  });
  if (column == all.end() || column->type() != UserType::text) return {};
  StateCategories found;
  found.first.resize(trace.values().size());
  const auto values = trace.states().value;
  const std::vector<uint64_t> rows = column->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) {
    const std::string_view category = column->texts()[place];
    std::string_view& first = found.first[values[rows[place]].index];
    if (first.empty()) {
      first = category;
    } else if (first != category && !category.empty()) {
      found.others.push_back({rows[place], category});
    }
  }
  return found;
}

bool is_of_recording(std::string_view category) { return category == "Trace"; }

}  // namespace paje
