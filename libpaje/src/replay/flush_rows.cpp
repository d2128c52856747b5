// Delivers completed objects to a visitor, so that only open ones stay in memory.
#include <vector>

#include "replay/history.hpp"

namespace paje {

ObjectVisitor::~ObjectVisitor() = default;
void ObjectVisitor::on_state(const Place&, const State&) {}
void ObjectVisitor::on_variable(const Place&, const Variable&) {}
void ObjectVisitor::on_event(const Place&, const PunctualEvent&) {}
void ObjectVisitor::on_link(const Place&, const Link&) {}
void ObjectVisitor::on_container(const Container&, const Type&, const Container*, Fields) {}

namespace {

// The user-defined fields of one row after the other.
class RowFields {
 public:
  RowFields(const UserFields& fields, const PodVector<UserFields::Reference>& references)
      : fields_(fields), references_(references) {}
  ObjectVisitor::Fields of(std::size_t row) {
    words_.clear();
    if (!references_.empty()) fields_.collect(references_[row], words_);
    return words_;
  }

 private:
  const UserFields& fields_;
  const PodVector<UserFields::Reference>& references_;
  std::vector<std::string_view> words_;
};

ObjectVisitor::Place place_of(const History& history, const Hierarchy& hierarchy) {
  return {hierarchy.containers[history.container.index], hierarchy.types[history.type.index]};
}

}  // namespace

void StateHistory::flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  // What is hidden is reported in the order of starts.
  if (hidden_after < std::numeric_limits<double>::infinity() && !stack_.empty()) return;
  visit_complete(hierarchy, visitor);
  user_fields = keep_open_rows();
}

// Rows are in the order of their starts, open ones among them.
void StateHistory::visit_complete(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  auto open = stack_.begin();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (open != stack_.end() && *open == row) {
      ++open;
    } else if (const StateRow& state = rows[row]; !is_hidden(state.start)) {
      visitor.on_state(place, {state.start, state.end, state.depth,
                               hierarchy.values[state.value.index], fields.of(row)});
    }
  }
}

UserFields StateHistory::keep_open_rows() {
  UserFields kept;
  bool newest_stays = false;
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    const std::size_t row = std::exchange(stack_[i], i);
    newest_stays = row == newest_;
    rows[i] = rows[row];
    if (!user.empty()) user[i] = kept.add_from(user_fields, user[row]);
  }
  newest_ = newest_stays ? stack_.size() - 1 : kGone;
  keep_rows(stack_.size());
  return kept;
}

void VariableHistory::flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const std::size_t complete = complete_rows();
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < complete; ++row) {
    const VariableRow& variable = rows[row];
    if (is_hidden(variable.start)) break;
    visitor.on_variable(place, {variable.start, variable.end, variable.value, fields.of(row)});
  }
  user_fields = keep_open_rows();
}

UserFields VariableHistory::keep_open_rows() {
  UserFields kept;
  if (open_) {
    const std::size_t last = rows.size() - 1;
    rows[0] = rows[last];
    if (!user.empty()) user[0] = kept.add_from(user_fields, user[last]);
  }
  keep_rows(open_ ? 1 : 0);
  return kept;
}

void EventHistory::flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const EventRow& event = rows[row];
    if (is_hidden(event.start)) break;
    visitor.on_event(place, {event.start, hierarchy.values[event.value.index], fields.of(row)});
  }
  keep_rows(0);
  user_fields = {};
}

void LinkHistory::flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const LinkRow& link = rows[row];
    if (is_hidden(link.start)) break;
    const LinkKey& key = this->key(row);
    visitor.on_link(place, {link.start, link.end, hierarchy.values[link.value.index],
                            hierarchy.containers[link.start_container.index],
                            hierarchy.containers[link.end_container.index],
                            Name{key.text(), key.quoted()}, fields.of(row)});
  }
  forget_links();
  if (user_fields.size() > 2 * waiting_) user_fields = keep_fields_of_halves();
}

void LinkHistory::forget_links() {
  keep_rows(0);
  if (recent_keys_ != nullptr && keys_.size() >= 2 * waiting_ + kFewKeys) forget_complete_keys();
}

UserFields LinkHistory::keep_fields_of_halves() {
  UserFields kept;
  for (Half& half : halves_) half.user = kept.add_from(user_fields, half.user);
  return kept;
}

}  // namespace paje
