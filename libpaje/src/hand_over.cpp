// Handing completed objects to a visitor, so that only open ones stay in memory.
#include <vector>

#include "history.hpp"

namespace paje {

ObjectVisitor::~ObjectVisitor() = default;

namespace {

// The user-defined fields of one row after the other.
class RowFields {
 public:
  RowFields(const UserFields& fields, const Column<UserFields::Reference>& references)
      : fields_(fields), references_(references) {}
  ObjectVisitor::Fields of(std::size_t row) {
    words_.clear();
    if (!references_.empty()) fields_.collect(references_[row], words_);
    return words_;
  }

 private:
  const UserFields& fields_;
  const Column<UserFields::Reference>& references_;
  std::vector<std::string_view> words_;
};

template <class... Columns>
void drop_front(std::size_t count, Columns&... columns) {
  (columns.drop_front(std::min(count, columns.size())), ...);
}

template <class... Columns>
void keep_front(std::size_t count, Columns&... columns) {
  (columns.resize_uninitialized(std::min(count, columns.size())), ...);
}

ObjectVisitor::Place place_of(const History& history, const Hierarchy& hierarchy) {
  return {hierarchy.containers[history.container.index], hierarchy.types[history.type.index]};
}

}  // namespace

void StateHistory::hide_rows() { keep_front(shown_rows(start), start, end, value, depth, user); }

void VariableHistory::hide_rows() { keep_front(shown_rows(start), start, end, value, user); }

void EventHistory::hide_rows() { keep_front(shown_rows(time), time, value, user); }

void LinkHistory::hide_rows() {
  keep_front(shown_rows(start), start, end, value, start_container, end_container, user,
             key_of_row_);
}

void StateHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor* visitor) {
  // What is hidden is told in the order of starts.
  if (hidden_after < std::numeric_limits<double>::infinity() && !stack_.empty()) return;
  if (visitor != nullptr) visit_complete(hierarchy, *visitor);
  keep_open_rows();
}

// Rows stand in the order of their starts, open ones among them.
void StateHistory::visit_complete(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  auto open = stack_.begin();
  for (std::size_t row = 0; row < start.size(); ++row) {
    if (open != stack_.end() && *open == row) {
      ++open;
    } else if (!is_hidden(start[row])) {
      visitor.on_state(place, start[row], end[row], depth[row], hierarchy.values[value[row].index],
                       fields.of(row));
    }
  }
}

void StateHistory::keep_open_rows() {
  UserFields kept;
  bool newest_stays = false;
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    const std::size_t row = std::exchange(stack_[i], i);
    newest_stays = row == newest_;
    start[i] = start[row];
    end[i] = end[row];
    value[i] = value[row];
    depth[i] = depth[row];
    if (!user.empty()) user[i] = kept.add_from(user_fields, user[row]);
  }
  newest_ = newest_stays ? stack_.size() - 1 : kGone;
  keep_front(stack_.size(), start, end, value, depth, user);
  user_fields = std::move(kept);
}

void VariableHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor* visitor) {
  const std::size_t complete = start.size() - (open_ ? 1 : 0);
  if (visitor != nullptr) {
    const auto place = place_of(*this, hierarchy);
    RowFields fields(user_fields, user);
    for (std::size_t row = 0; row < complete; ++row) {
      if (is_hidden(start[row])) break;
      visitor->on_variable(place, start[row], end[row], value[row], fields.of(row));
    }
  }
  drop_front(complete, start, end, value, user);
  UserFields kept;
  if (!user.empty()) user[0] = kept.add_from(user_fields, user[0]);
  user_fields = std::move(kept);
}

void EventHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor* visitor) {
  if (visitor != nullptr) {
    const auto place = place_of(*this, hierarchy);
    RowFields fields(user_fields, user);
    for (std::size_t row = 0; row < time.size(); ++row) {
      if (is_hidden(time[row])) break;
      visitor->on_event(place, time[row], hierarchy.values[value[row].index], fields.of(row));
    }
  }
  drop_front(time.size(), time, value, user);
  user_fields = {};
}

void LinkHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor* visitor) {
  if (visitor != nullptr) {
    const auto place = place_of(*this, hierarchy);
    RowFields fields(user_fields, user);
    for (std::size_t row = 0; row < start.size(); ++row) {
      if (is_hidden(start[row])) break;
      const std::string_view raw = key(row);
      const bool quoted = raw.starts_with('"');
      visitor->on_link(place, start[row], end[row], hierarchy.values[value[row].index],
                       hierarchy.containers[start_container[row].index],
                       hierarchy.containers[end_container[row].index],
                       Name{quoted ? raw.substr(1, raw.size() - 2) : raw, quoted}, fields.of(row));
    }
  }
  drop_front(start.size(), start, end, value, start_container, end_container, user, key_of_row_);
  const std::size_t waiting = halves_.size() - free_halves_.size();
  if (used_keys_ && half_of_key_.size() >= 2 * waiting + kManyKeys) forget_complete_keys();
  if (user_fields.size() > 2 * waiting) {
    UserFields kept;
    for (Half& half : halves_) half.user = kept.add_from(user_fields, half.user);
    user_fields = std::move(kept);
  }
}

}  // namespace paje
