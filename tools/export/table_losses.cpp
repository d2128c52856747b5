#include "export/table_losses.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace paje::tools {

namespace {

constexpr std::array kKinds = {TypeKind::container, TypeKind::state, TypeKind::variable,
                               TypeKind::event, TypeKind::link};

uint64_t missing(const std::vector<bool>& all) {
  return static_cast<uint64_t>(std::count(all.begin(), all.end(), false));
}

uint64_t types_without_objects(const Trace& trace) {
  std::vector<bool> has_objects(trace.types().size());
  for (const Container& container : trace.containers()) has_objects[container.type.index] = true;
  for (const Track& track : trace.tracks()) {
    if (track.size() > 0) has_objects[track.type.index] = true;
  }
  return missing(has_objects);
}

uint64_t values_without_objects(const Trace& trace) {
  std::vector<bool> has_objects(trace.values().size());
  for (const TypeKind kind : {TypeKind::state, TypeKind::event, TypeKind::link}) {
    for (const ValueId value : trace.values(kind)) has_objects[value.index] = true;
  }
  return missing(has_objects);
}

// Words that come back as if the object did not have the field. In CSV, an empty text is one.
uint64_t empty_words(const Trace& trace, TableFormat format) {
  uint64_t count = 0;
  for (const TypeKind kind : kKinds) {
    const UserColumns columns(trace, kind);
    std::set<std::string_view> seen;  // the size of links may have two columns
    for (const UserColumn& column : columns.all()) {
      if (!seen.insert(column.field()).second) continue;
      count += column.empty_words();
      if (format != TableFormat::csv || column.type() != UserType::text) continue;
      const auto texts = column.texts();
      count += static_cast<uint64_t>(std::count(texts.begin(), texts.end(), std::string_view()));
    }
  }
  return count;
}

}  // namespace

std::vector<std::pair<std::string, uint64_t>> table_losses(const Trace& trace, TableFormat format) {
  const auto has_color = [](const auto& each) { return each.color.has_value(); };
  const auto count = [](auto number) { return static_cast<uint64_t>(number); };
  std::vector<std::pair<std::string, uint64_t>> losses = {
      {"colors of types", count(std::ranges::count_if(trace.types(), has_color))},
      {"colors of values", count(std::ranges::count_if(trace.values(), has_color))},
      // Parquet has a table of them.
      {"types without objects", format == TableFormat::csv ? types_without_objects(trace) : 0},
      {"values without objects", values_without_objects(trace)},
      {"empty words of user-defined fields (they come back as none)", empty_words(trace, format)}};
  std::erase_if(losses, [](const auto& loss) { return loss.second == 0; });
  return losses;
}

}  // namespace paje::tools
