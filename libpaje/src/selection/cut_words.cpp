#include "selection/cut_words.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "selection/nearest_names.hpp"
#include "trace/user_column_names.hpp"
#include "trace/user_field_list.hpp"
#include "trace/user_words.hpp"

namespace paje {

namespace {

std::vector<std::string> all_names(const Trace& trace) {
  std::set<std::string_view> names;
  for (const Type& type : trace.types().subspan(1)) names.insert(type.name.text);
  for (const Container& each : trace.containers().subspan(1)) names.insert(each.name.text);
  for (const EntityValue& value : trace.values()) names.insert(value.name.text);
  return {names.begin(), names.end()};
}

bool names_size(std::string_view field) {
  constexpr std::string_view kUsual[] = {"Size", "MessageSize", "Length"};
  return std::any_of(std::begin(kUsual), std::end(kUsual),
                     [&](std::string_view usual) { return are_same_name(field, usual); });
}

std::string_view bare(std::string_view raw) {
  const bool is_quoted = raw.size() >= 2 && raw.front() == '"' && raw.back() == '"';
  return is_quoted ? raw.substr(1, raw.size() - 2) : raw;
}

}  // namespace

std::string_view NeutralWords::of(std::string_view text, std::string_view prefix) {
  const auto [word, is_new] = words_.try_emplace(std::string(text));
  if (is_new) word->second = std::string(prefix) + std::to_string(words_.size());
  return word->second;
}

void CutWords::find_dashes(const Trace& trace) {
  std::size_t most = 0;
  const auto look_at = [&most](std::string_view word) {
    for (const std::string_view prefix : {"container", "value", "key", "alias", "word", "field"}) {
      if (!word.starts_with(prefix)) continue;
      const std::size_t end = word.find_first_not_of('-', prefix.size());
      most = std::max(most, std::min(end, word.size()) - prefix.size());
    }
  };
  const auto look_at_name = [&look_at](const auto& named) {
    look_at(named.name.text);
    look_at(named.identifier.text);
  };
  for (const Type& type : trace.types()) look_at_name(type);
  for (const Container& container : trace.containers()) look_at_name(container);
  for (const EntityValue& value : trace.values()) look_at_name(value);
  for (uint64_t row = 0; row < trace.links().start.size(); ++row) look_at(trace.link_key(row).text);
  for (const EventDefinition& definition : trace.event_definitions()) {
    for (const FieldDefinition& field : definition.fields) look_at(field.text);
  }
  for (const TypeKind kind : {TypeKind::container, TypeKind::state, TypeKind::variable,
                              TypeKind::event, TypeKind::link}) {
    UserWords(trace, kind).for_each([&](uint64_t, uint32_t, uint32_t, std::string_view raw) {
      look_at(bare(raw));
    });
  }
  dashes_.assign(most + 1, '-');
}

CutWords::CutWords(const Trace& trace, const Cut& cut)
    : definitions_(trace.event_definitions()), is_anonymous_(cut.anonymize) {
  if (is_anonymous_) find_dashes(trace);
  if (cut.renames.empty()) return;
  const std::vector<std::string> names = all_names(trace);
  for (const Cut::Rename& rename : cut.renames) {
    const std::string where = rename.origin.empty() ? "" : rename.origin + ": ";
    if (!std::binary_search(names.begin(), names.end(), rename.from)) {
      throw SelectionError(where + no_such("name", rename.from, names));
    }
    if (rename.to.find_first_of("\"\n") != std::string::npos) {
      throw CutError(where + "a name has neither quotes nor newlines");
    }
    if (!renames_.emplace(rename.from, rename.to).second) {
      throw CutError(where + "the name '" + rename.from + "' is given a new one twice");
    }
  }
}

Name CutWords::type_alias(const Name& alias) { return neutral(alias, aliases_, "alias"); }

Name CutWords::renamed(const Name& name) const {
  const auto found = renames_.find(name.text);
  if (found == renames_.end()) return name;
  const bool needs_quotes =
      found->second.empty() || found->second.find_first_of(" \t\r\v\f#") != std::string_view::npos;
  return {found->second, needs_quotes};
}

std::string_view CutWords::user_word(uint32_t definition, uint32_t i, std::string_view raw) {
  if (!is_anonymous_) return raw;
  const EventDefinition& of = definitions_[definition];
  const FieldType type = of.fields[static_cast<std::size_t>(of.kept_fields()[i])].type;
  const std::string_view text = bare(raw);
  const bool stays = text.empty() || parse_number(text) ||
                     (type == FieldType::hex_number && any_number(text, true)) ||
                     (type == FieldType::color && parse_color(text));
  return stays ? raw : words_.of(text, prefix("word"));
}

std::string_view CutWords::field(std::string_view name) {
  return !is_anonymous_ || names_size(name) ? name : fields_.of(name, prefix("field"));
}

}  // namespace paje
