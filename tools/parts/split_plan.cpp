#include "parts/split_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace paje::tools {

// What one reading of all events finds out.
class SplitPlan::Survey final : public EventVisitor {
 public:
  explicit Survey(SplitPlan& plan)
      : plan_(plan),
        exists_(plan.tree_.containers().size()),
        is_destroyed_(plan.tree_.containers().size()),
        is_late_(plan.tree_.containers().size()),
        is_settled_(plan.tree_.containers().size()) {
    exists_[0] = true;
    for (const Container& container : plan.tree_.containers()) above_.push_back(container.parent);
  }

  void on_definition(const EventDefinition& definition) override {
    numbers_.emplace(&definition, static_cast<uint32_t>(plan_.definitions_.size()));
    plan_.definitions_.push_back(definition);
  }

  void on_event(const Event& event) override {
    const uint32_t unit = plan_.unit_of(event);
    if (event.kind() == EventKind::create_container) {
      note_creation(plan_.container_of(event));
    } else if (event.kind() == EventKind::destroy_container) {
      note_destruction(plan_.container_of(event));
    }
    const bool is_of_unit = unit != kRoot && plan_.units_[unit].deadline == kEnd;
    if (is_of_unit) note_event(event, plan_.units_[unit]);
    if (event.field(FieldName::time) != nullptr) {
      last_timed = number_;
      unit_of_last_timed = is_of_unit ? unit : kRoot;
    }
    ++number_;
  }

  uint64_t last_timed = kEnd;
  uint32_t unit_of_last_timed = kRoot;

 private:
  void note_event(const Event& event, Unit& unit) const {
    ++unit.events;
    unit.last_event = number_;
    unit.definitions.add(numbers_.at(event.definition));
  }

  void note_creation(ContainerId created) {
    exists_[created.index] = true;
    const ContainerId parent = plan_.tree_[created].parent;
    if (!parent.valid() || !(is_destroyed_[parent.index] || is_late_[parent.index])) return;
    is_late_[created.index] = true;
    const ContainerId living = living_above(parent);
    if (living.valid() && living != parent) late_below_[living.index].push_back(created);
    const uint32_t unit = plan_.unit_of_container_[created.index];
    if (unit == kRoot || plan_.units_[unit].container == created) return;
    plan_.units_[unit].stays = true;
  }

  // The nearest container that lives, itself or above it. Ways are shortened when they are walked.
  ContainerId living_above(ContainerId id) {
    while (id.valid() && is_destroyed_[id.index]) {
      ContainerId& above = above_[id.index];
      if (above.valid() && is_destroyed_[above.index]) above = above_[above.index];
      id = above;
    }
    return id;
  }

  void note_destruction(ContainerId first) {
    if (is_destroyed_[first.index] || !exists_[first.index]) return;
    is_destroyed_[first.index] = true;
    std::vector<ContainerId> waiting;
    add_below(first, waiting);
    while (!waiting.empty()) {
      const ContainerId container = waiting.back();
      waiting.pop_back();
      if (!exists_[container.index] || is_settled_[container.index]) continue;
      is_destroyed_[container.index] = is_settled_[container.index] = true;
      const uint32_t unit = plan_.unit_of_container_[container.index];
      const bool is_whole_unit = unit != kRoot && plan_.units_[unit].container == container;
      if (is_whole_unit && plan_.units_[unit].deadline == kEnd) {
        plan_.units_[unit].deadline = number_;
      }
      add_below(container, waiting);
    }
  }

  void add_below(ContainerId id, std::vector<ContainerId>& waiting) {
    const auto& children = plan_.tree_[id].children;
    waiting.insert(waiting.end(), children.begin(), children.end());
    if (const auto late = late_below_.extract(id.index)) {
      waiting.insert(waiting.end(), late.mapped().begin(), late.mapped().end());
    }
  }

  SplitPlan& plan_;
  uint64_t number_ = 0;
  std::unordered_map<const EventDefinition*, uint32_t> numbers_;
  std::vector<bool> exists_;
  std::vector<bool> is_destroyed_;
  std::vector<bool> is_late_;     // created when one above it was destroyed
  std::vector<bool> is_settled_;  // destroyed when one above it was
  // One above it, and none between them lives if it is destroyed itself.
  std::vector<ContainerId> above_;
  // Containers that were created below a destroyed one, by the nearest one above that lives.
  std::unordered_map<uint32_t, std::vector<ContainerId>> late_below_;
};

SplitPlan::SplitPlan(const Input& input, const ReadOptions& options, const Trace& tree,
                     const SplitRule& rule)
    : tree_(tree) {
  make_units(chosen(rule));
  Survey survey(*this);
  visit_events(input, options, survey);
  make_parts(rule);
  for (Part& part : parts_) drop_what_does_not_fit(part);
  std::erase_if(parts_, [](const Part& part) { return part.containers.empty(); });
  order_parts(survey.last_timed, survey.unit_of_last_timed);
}

uint32_t SplitPlan::part_of(const Event& event, uint64_t number) const {
  const uint32_t unit = unit_of(event);
  return unit == kRoot || number > units_[unit].deadline ? kRoot : units_[unit].part;
}

ContainerId SplitPlan::container_of(const Event& event) const {
  FieldName name = FieldName::container;
  if (event.kind() == EventKind::destroy_container) name = FieldName::name;
  if (event.kind() == EventKind::create_container) {
    name = event.field(FieldName::alias) != nullptr ? FieldName::alias : FieldName::name;
  }
  return tree_.find_container(event.field(name)->text());
}

uint32_t SplitPlan::unit_of(const Event& event) const {
  // Definitions and creations come before all others in the enumeration.
  if (event.kind() <= EventKind::create_container || event.kind() == EventKind::trace_file) {
    return kRoot;
  }
  return unit_of_container_[container_of(event).index];
}

std::vector<ContainerId> SplitPlan::chosen(const SplitRule& rule) const {
  switch (rule.by) {
    case SplitRule::By::container_type:
      return of_type(rule.container_type);
    case SplitRule::By::depth:
      return at_depth(rule.depth);
    case SplitRule::By::parts:
      break;
  }
  return at_depth(fitting_depth(rule.parts));
}

// The highest level with enough containers, or the one that comes nearest.
uint32_t SplitPlan::fitting_depth(uint32_t parts) const {
  std::vector<uint32_t> at_level;
  for (const uint32_t depth : depths()) {
    if (depth >= at_level.size()) at_level.resize(depth + std::size_t{1});
    ++at_level[depth];
  }
  uint32_t best = 0;
  uint32_t most = 0;
  for (uint32_t depth = 1; depth < at_level.size() && most < parts; ++depth) {
    if (at_level[depth] > most) {
      most = at_level[depth];
      best = depth;
    }
  }
  return best;
}

std::vector<ContainerId> SplitPlan::of_type(std::string_view name) const {
  std::vector<ContainerId> found;
  for (uint32_t id = 1; id < tree_.containers().size(); ++id) {
    const Type& type = tree_[tree_[ContainerId{id}].type];
    if (type.name.text == name || type.identifier.text == name) found.push_back({id});
  }
  return found;
}

std::vector<uint32_t> SplitPlan::depths() const {
  std::vector<uint32_t> depths{0};
  for (uint32_t id = 1; id < tree_.containers().size(); ++id) {  // parents before children
    depths.push_back(depths[tree_[ContainerId{id}].parent.index] + 1);
  }
  return depths;
}

std::vector<ContainerId> SplitPlan::at_depth(uint32_t depth) const {
  const std::vector<uint32_t> all = depths();
  std::vector<ContainerId> found;
  for (uint32_t id = 1; id < all.size(); ++id) {
    if (all[id] == depth) found.push_back({id});
  }
  return found;
}

void SplitPlan::make_units(const std::vector<ContainerId>& containers) {
  if (containers.empty()) throw std::invalid_argument("no container to cut off");
  std::vector<bool> is_chosen(tree_.containers().size());
  for (const ContainerId id : containers) is_chosen[id.index] = true;
  unit_of_container_.assign(tree_.containers().size(), kRoot);
  for (uint32_t id = 1; id < tree_.containers().size(); ++id) {
    const uint32_t above = unit_of_container_[tree_[ContainerId{id}].parent.index];
    unit_of_container_[id] = above;
    if (above != kRoot || !is_chosen[id]) continue;
    unit_of_container_[id] = static_cast<uint32_t>(units_.size());
    units_.push_back({.container = {id}});
  }
}

void SplitPlan::make_parts(const SplitRule& rule) {
  std::vector<const Unit*> usable;
  uint64_t left = 0;
  for (const Unit& unit : units_) {
    if (unit.stays || unit.events == 0) continue;
    usable.push_back(&unit);
    left += unit.events;
  }
  const uint64_t wanted = rule.by == SplitRule::By::parts ? rule.parts : usable.size();
  uint64_t full = 0;
  for (std::size_t i = 0; i < usable.size(); ++i) {
    const uint64_t parts_left = wanted - parts_.size();
    // Neighbours stay together; a part is full when it has its share of what is left.
    if (parts_.empty() || (parts_left != 0 && (full == 0 || parts_.back().events >= full ||
                                               usable.size() - i <= parts_left))) {
      parts_.emplace_back();
      full = left / std::max<uint64_t>(parts_left, 1);
    }
    parts_.back().containers.push_back(usable[i]->container);
    parts_.back().events += usable[i]->events;
    left -= usable[i]->events;
  }
}

SplitPlan::Unit& SplitPlan::unit_at(ContainerId container) {
  return units_[unit_of_container_[container.index]];
}

void SplitPlan::drop_what_does_not_fit(Part& part) {
  while (true) {
    part.named_before = kEnd;
    for (const ContainerId id : part.containers) {
      part.named_before = std::min(part.named_before, unit_at(id).deadline);
    }
    uint64_t late = 0;   // events of containers that go on after the part must be named
    uint64_t early = 0;  // events of the containers that require it
    for (const ContainerId id : part.containers) {
      const Unit& unit = unit_at(id);
      if (unit.last_event > part.named_before) late += unit.events;
      if (unit.deadline == part.named_before) early += unit.events;
    }
    if (late == 0) break;
    std::erase_if(part.containers, [&](ContainerId id) {
      const Unit& unit = unit_at(id);
      return late < early ? unit.last_event > part.named_before
                          : unit.deadline == part.named_before;
    });
  }
  part.events = 0;
  for (const ContainerId id : part.containers) {
    part.events += unit_at(id).events;
    for (const uint32_t definition : unit_at(id).definitions.list()) {
      part.definitions.add(definition);
    }
  }
}

void SplitPlan::order_parts(uint64_t last_timed, uint32_t unit_of_last_timed) {
  const ContainerId last =
      unit_of_last_timed == kRoot ? ContainerId{} : units_[unit_of_last_timed].container;
  for (Part& part : parts_) {
    const auto& mine = part.containers;
    part.has_last_timed = last.valid() && std::find(mine.begin(), mine.end(), last) != mine.end();
  }
  const auto has_last = [](const Part& part) { return part.has_last_timed; };
  if (std::none_of(parts_.begin(), parts_.end(), has_last)) {
    for (Part& part : parts_) part.named_before = std::min(part.named_before, last_timed);
  }
  std::stable_sort(parts_.begin(), parts_.end(), [&](const Part& a, const Part& b) {
    return std::pair(a.named_before, has_last(a)) < std::pair(b.named_before, has_last(b));
  });
  for (uint32_t i = 0; i < parts_.size(); ++i) {
    for (const ContainerId id : parts_[i].containers) unit_at(id).part = i;
  }
}

}  // namespace paje::tools
