// Handing completed objects to a visitor, so that only open ones stay in memory. A list keeps its
// order: what completes inside an object that is still open waits for it.
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

void StateHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const std::size_t complete = stack_.empty() ? start.size() : stack_.front();
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < complete; ++row) {
    if (is_hidden(start[row])) break;
    visitor.on_state(place, start[row], end[row], depth[row], hierarchy.values[value[row].index],
                     fields.of(row));
  }
  drop_front(complete, start, end, value, depth, user);
  for (std::size_t& row : stack_) row -= complete;
  if (start.empty()) user_fields.clear();
}

void VariableHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const std::size_t complete = start.size() - (open_ ? 1 : 0);
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < complete; ++row) {
    if (is_hidden(start[row])) break;
    visitor.on_variable(place, start[row], end[row], value[row], fields.of(row));
  }
  // The open piece's own fields are all that is still needed; there is one such piece at most.
  std::vector<std::string> kept;
  std::vector<uint32_t> definitions;
  if (open_ && !user.empty()) {
    definitions = user_fields.definitions(user[complete]);
    for (const std::string_view word : fields.of(complete)) kept.emplace_back(word);
  }
  drop_front(complete, start, end, value, user);
  user_fields.clear();
  if (!definitions.empty()) {
    const std::vector<std::string_view> words(kept.begin(), kept.end());
    user[0] = user_fields.add(words, definitions.front(), UserFields::kNone);
  }
}

void EventHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < time.size(); ++row) {
    if (is_hidden(time[row])) break;
    visitor.on_event(place, time[row], hierarchy.values[value[row].index], fields.of(row));
  }
  drop_front(time.size(), time, value, user);
  user_fields.clear();
}

void LinkHistory::hand_over(const Hierarchy& hierarchy, ObjectVisitor& visitor) {
  const auto place = place_of(*this, hierarchy);
  RowFields fields(user_fields, user);
  for (std::size_t row = 0; row < start.size(); ++row) {
    if (is_hidden(start[row])) break;
    const std::string_view raw = key(row);
    const bool quoted = raw.starts_with('"');
    visitor.on_link(place, start[row], end[row], hierarchy.values[value[row].index],
                    hierarchy.containers[start_container[row].index],
                    hierarchy.containers[end_container[row].index],
                    Name{quoted ? raw.substr(1, raw.size() - 2) : raw, quoted}, fields.of(row));
  }
  drop_front(start.size(), start, end, value, start_container, end_container, user, key_of_row_);
  if (halves_.size() == free_halves_.size()) user_fields.clear();
}

}  // namespace paje
