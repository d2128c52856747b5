// The names of a part, and its containers' times.
#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "selection/cut_copy.hpp"

namespace paje {

namespace {

template <class Id>
std::vector<Id> numbered(std::span<const uint8_t> keep) {
  std::vector<Id> ids(keep.size());
  uint32_t next = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (keep[i] != 0) ids[i] = {next++};
  }
  return ids;
}

class NameCopy {
 public:
  NameCopy(const Trace& trace, const TraceData& data, const CutPlan& plan, const CutIds& ids,
           const CutTime& time, CutWords& words)
      : trace_(trace), data_(data), plan_(plan), ids_(ids), time_(time), words_(words) {}

  TraceNames run() {
    // All of the trace, kept or not: so that other parts of it have the same neutral words.
    for (uint32_t i = 0; i < trace_.types().size(); ++i) add_type(i);
    for (uint32_t i = 0; i < trace_.containers().size(); ++i) add_container(i);
    for (uint32_t i = 0; i < trace_.values().size(); ++i) add_value(i);
    for (Type& type : made_.types) {
      std::sort(type.children.begin(), type.children.end(), [this](TypeId a, TypeId b) {
        return made_.types[a.index].identifier.text < made_.types[b.index].identifier.text;
      });
    }
    return std::move(made_);
  }

 private:
  Name kept(const Name& name) {
    const uint32_t string = made_.strings.number_of(FieldValue::of_text(name.text, false));
    return {made_.strings.text(string), name.quoted};
  }
  static bool are_same(const Name& a, const Name& b) {
    return a.text == b.text && a.quoted == b.quoted;
  }
  void identify(std::vector<uint32_t>& map, const Name& identifier, uint32_t index) {
    const uint32_t string = made_.strings.number_of(FieldValue::of_text(identifier.text, false));
    if (map.size() <= string)
      map.resize(std::max<std::size_t>(string + 1, 2 * map.size()), TypeId::kNone);
    map[string] = index;
  }

  void add_type(uint32_t index);
  void add_container(uint32_t index);
  void add_value(uint32_t index);

  const Trace& trace_;
  const TraceData& data_;
  const CutPlan& plan_;
  const CutIds& ids_;
  const CutTime& time_;
  CutWords& words_;
  TraceNames made_;
};

void NameCopy::add_type(uint32_t index) {
  Type type = trace_.types()[index];
  const Name name = index == 0 ? type.name : words_.type_name(type.name);
  const Name alias = type.has_alias ? words_.type_alias(type.identifier) : type.identifier;
  if (plan_.types[index] == 0) return;
  type.has_alias = type.has_alias || !are_same(name, type.name);
  type.name = kept(name);
  type.identifier = kept(alias);
  const auto renumber = [this](TypeId& id) {
    if (id.valid()) id = ids_.types[id.index];
  };
  renumber(type.parent);
  renumber(type.start_type);
  renumber(type.end_type);
  type.children.clear();
  const TypeId id = ids_.types[index];
  if (type.parent.valid()) made_.types[type.parent.index].children.push_back(id);
  identify(made_.type_of_string, type.identifier, id.index);
  made_.types.push_back(std::move(type));
}

void NameCopy::add_container(uint32_t index) {
  const Container& old = trace_.containers()[index];
  const bool is_root = index == 0;
  const Name name = is_root ? old.name : words_.container(words_.renamed(old.name));
  const Name alias = is_root ? old.identifier : words_.container(old.identifier);
  if (plan_.containers[index] == 0) return;
  const ContainerId id = ids_.containers[index];
  Container made{.type = ids_.types[old.type.index],
                 .parent = is_root ? old.parent : ids_.containers[old.parent.index],
                 .name = kept(name),
                 .identifier = kept(alias),
                 .start = is_root ? old.start : time_(old.start),
                 // The root begins at 0, whatever else does.
                 .end = is_root ? std::max(old.start, time_(old.end)) : time_(old.end),
                 .destroyed = old.destroyed && old.end <= plan_.to,
                 .children = {}};
  if (made.parent.valid()) made_.containers[made.parent.index].children.push_back(id);
  identify(made_.container_of_string, made.identifier, id.index);
  made_.containers.push_back(std::move(made));
  const auto fields = copy_fields(data_.names.user_fields, data_.names.user_fields_of({index}),
                                  words_, made_.user_fields);
  if (fields == UserFields::kNone) return;
  made_.user_fields_of_containers.resize(made_.containers.size());
  made_.user_fields_of_containers.back() = fields;
}

// An event names a value that was not defined by its name: to be called otherwise, it is defined.
void NameCopy::add_value(uint32_t index) {
  EntityValue value = trace_.values()[index];
  const Name renamed = words_.renamed(value.name);
  value.defined = value.defined || !are_same(renamed, value.name);
  const Name name = words_.value(renamed);
  const Name alias = words_.value(value.identifier);
  if (plan_.values[index] == 0) return;
  value.type = ids_.types[value.type.index];
  value.name = kept(name);
  value.identifier = kept(alias);
  made_.values.push_back(value);
}

}  // namespace

CutIds::CutIds(const CutPlan& plan)
    : containers(numbered<ContainerId>(plan.containers)),
      types(numbered<TypeId>(plan.types)),
      values(numbered<ValueId>(plan.values)) {}

TraceNames copy_names(const Trace& trace, const TraceData& data, const CutPlan& plan,
                      const CutIds& ids, const CutTime& time, CutWords& words) {
  return NameCopy(trace, data, plan, ids, time, words).run();
}

}  // namespace paje
