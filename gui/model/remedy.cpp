#include "model/remedy.hpp"

namespace paje::gui {

namespace {

// A lenient reading goes on after every error but those of the file as a whole.
bool can_be_left_out(Rule rule) {
  return rule != Rule::damaged_compression && rule != Rule::utf16_text &&
         rule != Rule::other_format;
}

// What is wrong only because an event comes before the one that it needs, or after its time.
bool is_of_order(Rule rule) {
  switch (rule) {
    case Rule::not_time_ordered:
    case Rule::destroyed_before_end:
    case Rule::unknown_container:
    case Rule::pop_on_empty_stack:
    case Rule::variable_without_value:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<Remedy> remedies_for(Rule rule) {
  std::vector<Remedy> remedies;
  if (!is_error(rule)) return remedies;
  if (can_be_left_out(rule)) remedies.push_back(Remedy::lenient);
  if (rule == Rule::incomplete_link) remedies.push_back(Remedy::no_half_links);
  if (rule == Rule::old_field_name) remedies.push_back(Remedy::old_names);
  if (is_of_order(rule)) remedies.push_back(Remedy::sorted);
  return remedies;
}

}  // namespace paje::gui
