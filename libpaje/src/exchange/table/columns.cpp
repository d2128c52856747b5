#include "exchange/table/columns.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace paje::exchange {

namespace {

using Names = std::vector<std::string_view>;

struct Nature {
  std::string_view name;
  std::vector<Names> columns;  // how headers call each, in small letters
};

const std::array<Nature, 5>& natures() {
  static const Names kContainer = {"container", "resourceid"};
  static const std::array<Nature, 5> all = {
      {{"Container", {{"parent"}, {"type"}, {"start"}, {"end"}, {"duration"}, {"name"}}},
       {"State",
        {kContainer,
         {"type"},
         {"start"},
         {"end"},
         {"duration"},
         {"depth", "imbrication"},
         {"value"}}},
       {"Variable", {kContainer, {"type"}, {"start"}, {"end"}, {"duration"}, {"value"}}},
       {"Event", {kContainer, {"type"}, {"time", "start"}, {"value"}}},
       {"Link",
        {kContainer,
         {"type"},
         {"start"},
         {"end"},
         {"duration"},
         {"value"},
         {"startcontainer", "start_container", "sourcecontainer", "origin"},
         {"endcontainer", "end_container", "destcontainer", "dest"},
         {"key"}}}}};
  return all;
}

// Columns of pj_query that say again what others say.
bool is_derived(std::string_view name) {
  constexpr std::array<std::string_view, 7> kNames = {
      "id", "node", "parent", "parent_value", "exclusive", "depth", "destroyed"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::string small_letters(std::string_view word) {
  std::string small(word);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return small;
}

}  // namespace

std::optional<RowNature> nature_of(std::string_view word) {
  for (std::size_t i = 0; i < natures().size(); ++i) {
    if (natures()[i].name == word) return static_cast<RowNature>(i);
  }
  return std::nullopt;
}

std::size_t columns_of(RowNature nature) {
  return natures()[static_cast<std::size_t>(nature)].columns.size();
}

TableColumns default_columns(RowNature nature) {
  TableColumns columns;
  for (std::size_t i = 0; i < columns_of(nature); ++i) columns.places.push_back(i + 1);
  columns.count = columns.places.size() + 1;
  return columns;
}

std::string missing_columns(const std::vector<std::string_view>& words) {
  constexpr std::size_t kFewest = 3;  // that are known: other texts may have one or two by chance
  std::vector<std::string> names;
  for (const std::string_view word : words) names.push_back(small_letters(word));
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!has("start") && !has("time")) return {};
  std::string missing;
  std::size_t least = SIZE_MAX, known = has("path") ? 1 : 0;
  for (const Nature& nature : natures()) {
    std::string list;
    std::size_t count = 0, found = has("path") ? 1 : 0;
    for (const Names& column : nature.columns) {
      if (std::any_of(column.begin(), column.end(), has)) {
        ++found;
        continue;
      }
      ++count;
      (list += list.empty() ? "" : ", ") += column.front();
    }
    known = std::max(known, found);
    const bool is_event = nature.name == "Event";
    if (count == 0 || count >= least || is_event != has("time")) continue;
    least = count;
    missing = list + " of " + std::string(nature.name);
  }
  return known < kFewest ? std::string() : missing;
}

std::optional<TableHeader> TableHeader::parse(const Words& words) {
  TableHeader header;
  for (const std::string_view word : words) {
    header.names_.push_back(small_letters(word));
    header.spellings_.emplace_back(word);
  }
  const auto has = [&](std::string_view name) {
    return std::find(header.names_.begin(), header.names_.end(), name) != header.names_.end();
  };
  // No row has these where its type and its numbers are.
  if (!has("type") || !(has("start") || has("time"))) return std::nullopt;
  if (header.names_.front() == "nature") return header;
  if (words.size() > 2 && header.names_[2] == "type") {
    header.only_ = nature_of(words.front());
    if (header.only_) return header;
  }
  // Those that are named by fewer columns come later.
  for (const RowNature nature : {RowNature::link, RowNature::state, RowNature::variable,
                                 RowNature::event, RowNature::container}) {
    // Events of pj_query and pj_export have a `time`; in tables of StarVZ, it is their `Start`.
    const bool has_span = has("end") || has("duration") ||
                          std::find(words.begin(), words.end(), "start") != words.end();
    if (nature == RowNature::event && !has("time") && has_span) continue;
    header.nature_ = nature;
    if (header.named_columns(nature)) return header;
  }
  return std::nullopt;
}

std::optional<TableColumns> TableHeader::named_columns(RowNature nature) const {
  const bool has_nature = !nature_;
  TableColumns columns;
  columns.count = names_.size();
  std::vector<bool> is_used(names_.size());
  if (has_nature) is_used[0] = true;
  const auto find = [&](std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
      const auto found = std::find(names_.begin() + (has_nature ? 1 : 0), names_.end(), name);
      if (found == names_.end()) continue;
      is_used[static_cast<std::size_t>(found - names_.begin())] = true;
      return static_cast<std::size_t>(found - names_.begin());
    }
    return TableColumns::kAbsent;
  };
  for (const Names& names : natures()[static_cast<std::size_t>(nature)].columns) {
    columns.places.push_back(find(names));
    if (columns.places.back() == TableColumns::kAbsent) return std::nullopt;
  }
  constexpr std::string_view kPaths[] = {"path", "start_path", "end_path"};
  for (std::size_t i = 0; i < columns.paths.size(); ++i) {
    columns.paths[i] = find(std::span(kPaths).subspan(i, 1));
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const bool is_field = !is_used[i] && !(nature_ && is_derived(names_[i]));
    if (is_field) columns.fields.emplace_back(i, spellings_[i]);
  }
  return columns;
}

TableColumns TableHeader::columns(RowNature nature) const {
  if (auto named = named_columns(nature)) return std::move(*named);
  // Some headers call a column by what it means in their traces: StarVZ, the value of links `Size`.
  TableColumns columns = default_columns(nature);
  for (std::size_t i = columns.count; i < spellings_.size(); ++i) {
    columns.fields.emplace_back(i, spellings_[i]);
  }
  columns.count = std::max(columns.count, spellings_.size());
  return columns;
}

}  // namespace paje::exchange
