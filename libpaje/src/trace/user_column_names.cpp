#include "trace/user_column_names.hpp"

#include <algorithm>
#include <array>

namespace paje {

namespace {

// The columns that tables of objects have anyway, of SQL, CSV and Python alike.
constexpr auto kReserved = std::to_array<std::string_view>({"_rowid_",
                                                            "alias",
                                                            "container",
                                                            "container_id",
                                                            "container_name",
                                                            "container_type",
                                                            "depth",
                                                            "destroyed",
                                                            "duration",
                                                            "end",
                                                            "end_container",
                                                            "end_container_id",
                                                            "end_name",
                                                            "end_path",
                                                            "exclusive",
                                                            "id",
                                                            "identifier",
                                                            "imbrication",
                                                            "inside",
                                                            "key",
                                                            "kind",
                                                            "name",
                                                            "nature",
                                                            "node",
                                                            "number",
                                                            "oid",
                                                            "outer_mpi",
                                                            "own",
                                                            "parent",
                                                            "parent_value",
                                                            "path",
                                                            "row",
                                                            "rowid",
                                                            "start",
                                                            "start_container",
                                                            "start_container_id",
                                                            "start_name",
                                                            "start_path",
                                                            "time",
                                                            "type",
                                                            "type_id",
                                                            "type_name",
                                                            "value",
                                                            "value_name",
                                                            "window_end",
                                                            "window_start"});

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string clean(std::string_view field) {
  std::string name(field.empty() ? "field" : field);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, '_');
  return name;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
  return lowered;
}

bool are_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string UserColumnNames::name_of(std::string_view field) {
  const std::string whole = clean(field);
  std::string lowered = lower_case(whole);
  const bool is_reserved =
      std::find(kReserved.begin(), kReserved.end(), lowered) != kReserved.end() ||
      (keeps_size_ && lowered == kSizeColumn);
  const std::string base = (is_reserved ? "field_" : "") + whole;
  if (is_reserved) lowered = "field_" + lowered;
  if (used_.insert(lowered).second) return base;
  uint64_t& suffix = next_suffix_.try_emplace(lowered, 2).first->second;
  while (true) {
    const std::string end = "_" + std::to_string(suffix++);
    if (used_.insert(lowered + end).second) return base + end;
  }
}

}  // namespace paje
