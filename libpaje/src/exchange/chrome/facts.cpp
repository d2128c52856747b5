#include "exchange/chrome/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "exchange/bad_input.hpp"
#include "exchange/chrome/json_memory.hpp"
#include "exchange/chrome/required_members.hpp"

namespace paje::exchange {

namespace {

using namespace members;

ImportedKind kind(dom::element object) {
  static constexpr std::string_view kKinds[] = {"container", "state", "variable", "event", "link"};
  const auto* const found = std::find(std::begin(kKinds), std::end(kKinds), text(object, "kind"));
  if (found == std::end(kKinds)) throw BadFact{simdjson::minify(object), "a kind of type"};
  return static_cast<ImportedKind>(found - std::begin(kKinds));
}

TimeUnit told_unit(dom::element object) {
  const auto found = time_unit(text(object, "unit"));
  if (!found) throw BadFact{simdjson::minify(object), "s, ms, us or ns as its unit"};
  return *found;
}

std::string digits(dom::element object, std::string_view key) {
  return fmt::format("{}", index(object, key, UINT32_MAX));
}

}  // namespace

class ChromeFacts::Reader {
 public:
  Reader(ChromeFacts& facts, dom::element root) : facts_(facts), trace_(facts.trace_) {
    if (index(root, "version", 2) != 1) throw BadFact{simdjson::minify(root), "version 1"};
    facts_.end_ = time(root, "end");
    if (find(root, "unit")) facts_.unit_ = told_unit(root);
    for_each(root, "types", [&](dom::element item, uint32_t i) { add_type(item, i); });
    for_each(root, "types", [&](dom::element item, uint32_t i) { check_type(item, i); });
    for_each(root, "values", [&](dom::element item, uint32_t) { add_value(item); });
    for_each(root, "containers", [&](dom::element item, uint32_t i) { add_container(item, i); });
    if (facts_.lifetimes_.empty()) facts_.lifetimes_.emplace_back();  // the root is always there
    for_each(root, "tracks", [&](dom::element item, uint32_t) { add_track(item); });
  }

 private:
  template <class Visit>
  static void for_each(dom::element root, std::string_view key, Visit&& visit) {
    dom::array items;
    if (need(root, key).get_array().get(items) != simdjson::SUCCESS) {
      throw BadFact{simdjson::minify(need(root, key)), fmt::format("an array as '{}'", key)};
    }
    uint32_t number = 0;
    for (const dom::element item : items) visit(item, number++);
  }

  void add_type(dom::element item, uint32_t number) {
    if (number == kRoot) return;
    ImportedType type{kind(item), index(item, "parent", number), word(item, "name")};
    if (type.kind == ImportedKind::link) {
      type.start = index(item, "start", UINT32_MAX);
      type.end = index(item, "end", UINT32_MAX);
    }
    type.alias = alias(item);
    need_new(aliases_of_types_, *type.alias, item);
    type.color = color(item);
    facts_.types_.try_emplace({type.parent, type.kind, std::string(text(item, "name"))}, number);
    trace_.add_type(std::move(type));
  }

  // Once all are there: the ends of links may be of types that come later.
  void check_type(dom::element item, uint32_t number) const {
    const std::vector<ImportedType>& types = trace_.types();
    for (const TypeIndex of : {types[number].parent, types[number].start, types[number].end}) {
      if (of >= types.size() || types[of].kind != ImportedKind::container) {
        throw BadFact{simdjson::minify(item), "types of containers as its parent, start and end"};
      }
    }
  }

  void add_value(dom::element item) {
    const TypeIndex type = index(item, "type", trace_.types().size());
    std::string name = word(item, "name");
    std::string called = alias(item);
    facts_.values_.push_back(trace_.word(called));
    facts_.name_value(type, text(item, "name"), facts_.values_.back());
    if (!find(item, "defined")) return;
    trace_.add_value({type, std::move(called), std::move(name), color(item)});
  }

  void add_container(dom::element item, uint32_t number) {
    StatedLifetime lifetime{time(item, "start"), std::nullopt};
    if (find(item, "end")) lifetime.end = time(item, "end");
    facts_.lifetimes_.push_back(lifetime);
    if (number == kRoot) return;
    const TypeIndex type = index(item, "type", trace_.types().size());
    if (trace_.types()[type].kind != ImportedKind::container) {
      throw BadFact{simdjson::minify(item), "a type of containers"};
    }
    const ContainerIndex added =
        trace_.add_container(type, index(item, "parent", number), word(item, "name"));
    ImportedContainer& container = trace_.containers()[added];
    container.alias = alias(item);
    need_new(aliases_, *container.alias, item);
    if (const auto fields = find(item, "user")) {
      const auto names = find(item, "user_names");
      ImportedFields words;
      for (uint32_t i = 1; find(*fields, std::to_string(i)); ++i) {
        const std::string place = std::to_string(i);
        std::string name = names && find(*names, place) ? word(*names, place) : "";
        if (name.empty() || has_field_meaning(name)) name = fmt::format("Field{}", i);
        words.push_back({std::move(name), word(*fields, place)});
      }
      container.fields = trace_.add_fields(std::move(words));
    }
  }

  void add_track(dom::element item) {
    const Track track{index(item, "container", trace_.containers().size()),
                      index(item, "type", trace_.types().size())};
    if (find(item, "counter")) {
      facts_.variables_.try_emplace({digits(item, "pid"), std::string(text(item, "counter"))},
                                    track);
    } else if (facts_.states_.try_emplace(digits(item, "tid"), facts_.tracks_.size()).second) {
      facts_.tracks_.push_back(track);
    }
  }

  static void need_new(std::set<std::string>& entry, const std::string& alias, dom::element item) {
    if (!entry.insert(alias).second) {
      throw BadFact{simdjson::minify(item), "an alias that no other has"};
    }
  }

  ChromeFacts& facts_;
  ImportedTrace& trace_;
  std::set<std::string> aliases_of_types_;
  std::set<std::string> aliases_;
};

ChromeFacts::ChromeFacts(const ImportSource& source, std::string_view member, ImportedTrace& trace)
    : trace_(trace) {
  const auto bad = [&](std::string_view found, std::string_view expected) {
    const auto at = static_cast<uint64_t>(member.data() - source.bytes.data());
    return bad_place(source.name, source.bytes, at, "not what pj_export writes", found, expected);
  };
  try {
    dom::parser parser;
    std::string padded(member);
    padded.append(simdjson::SIMDJSON_PADDING, ' ');
    Reader(*this, parser.parse(padded.data(), member.size(), false));
  } catch (const simdjson::simdjson_error& error) {
    check_memory(error);
    throw bad(member, fmt::format("an object of JSON ({})", error.what()));
  } catch (const BadFact& fact) {
    throw bad(fact.found, fact.expected);
  }
}

std::optional<uint32_t> ChromeFacts::track(std::string_view thread) const {
  const auto found = states_.find(thread);
  return found == states_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ChromeFacts::Track> ChromeFacts::variable(std::string_view process,
                                                        std::string_view counter) const {
  const auto found = variables_.find({std::string(process), std::string(counter)});
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ContainerIndex> ChromeFacts::container(std::string_view thread) const {
  uint32_t number = 0;
  const char* const end = thread.data() + thread.size();
  const auto [stop, error] = std::from_chars(thread.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  if (number == 0 || number > trace_.containers().size()) return std::nullopt;
  return number - 1;
}

std::optional<TypeIndex> ChromeFacts::type(ContainerIndex container, ImportedKind kind,
                                           std::string_view name) const {
  const auto found = types_.find({trace_.containers()[container].type, kind, std::string(name)});
  return found == types_.end() ? std::nullopt : std::optional(found->second);
}

// The first one of a name counts.
void ChromeFacts::name_value(TypeIndex type, std::string_view name, WordIndex value) {
  const uint32_t number = names_of_values_.number_of(FieldValue::of_text(name, false));
  values_by_name_.try_emplace(key_of(type, number), value);
}

std::optional<WordIndex> ChromeFacts::value(TypeIndex type, std::string_view name) const {
  const std::optional<uint32_t> number = names_of_values_.find(name);
  if (!number) return std::nullopt;
  const auto found = values_by_name_.find(key_of(type, *number));
  return found == values_by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<WordIndex> ChromeFacts::value_number(uint64_t number) const {
  return number < values_.size() ? std::optional(values_[number]) : std::nullopt;
}

std::optional<ContainerIndex> ChromeFacts::container_number(uint64_t number) const {
  if (number >= trace_.containers().size()) return std::nullopt;
  return static_cast<ContainerIndex>(number);
}

std::optional<TypeIndex> ChromeFacts::type_number(ContainerIndex container, ImportedKind kind,
                                                  uint64_t number) const {
  if (number >= trace_.types().size()) return std::nullopt;
  const auto index = static_cast<TypeIndex>(number);
  const ImportedType& type = trace_.types()[index];
  const bool fits = type.kind == kind && type.parent == trace_.containers()[container].type;
  return fits ? std::optional(index) : std::nullopt;
}

}  // namespace paje::exchange
