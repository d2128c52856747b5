#include "view/window/start_view.hpp"

#include "model/number_text.hpp"
#include "view/window/view_specification.hpp"

namespace paje::gui {

namespace {

const std::string& specification_for(const StartView& start, int slot) {
  const bool has_own = slot == 1 && !start.second_specification.empty();
  return has_own ? start.second_specification : start.specification;
}

}  // namespace

TimeSpan wanted_time(const StartView& start, const TraceModel& model, int slot) {
  TimeSpan span = model.span();
  if (start.from.empty() && start.to.empty()) {
    const std::string& json = specification_for(start, slot);
    if (json.empty()) return span;
    return time_of_specification(QByteArray::fromStdString(json), model);
  }
  // They were looked at when the command line was read.
  if (!start.from.empty()) parse_time(start.from, span.start, model.unit());
  if (!start.to.empty()) parse_time(start.to, span.end, model.unit());
  return span;
}

void apply(const StartView& start, const TraceModel& model, ViewState& state, int slot) {
  const std::string& json = specification_for(start, slot);
  if (!json.empty()) apply_specification(QByteArray::fromStdString(json), model, state);
  if (!start.containers.empty()) state.rows.filter = start.containers;
  if (!start.links) state.shows_links = false;
  if (start.palette) {
    state.colors = *start.palette;
    state.palette = palette_of(model.trace(), state.colors);
  }
  if (start.from.empty() && start.to.empty()) return;
  state.axis.show_range(wanted_time(start, model, slot));
}

bool names_times(const StartView& start) {
  return !start.from.empty() || !start.to.empty() ||
         (!start.specification.empty() &&
          has_times(QByteArray::fromStdString(start.specification)));
}

}  // namespace paje::gui
