#include "view/window/start_view.hpp"

#include "model/number_text.hpp"
#include "view/window/view_specification.hpp"

namespace paje::gui {

void apply(const StartView& start, const TraceModel& model, ViewState& state, int slot) {
  const bool has_own = slot == 1 && !start.second_specification.empty();
  const std::string& json = has_own ? start.second_specification : start.specification;
  if (!json.empty()) apply_specification(QByteArray::fromStdString(json), model, state);
  if (!start.containers.empty()) state.rows.filter = start.containers;
  if (!start.links) state.shows_links = false;
  if (start.palette) {
    state.colors = *start.palette;
    state.palette = palette_of(model.trace(), state.colors);
  }
  if (start.from.empty() && start.to.empty()) return;
  TimeSpan span = model.span();
  // They were looked at when the command line was read.
  if (!start.from.empty()) parse_time(start.from, span.start, model.unit());
  if (!start.to.empty()) parse_time(start.to, span.end, model.unit());
  state.axis.show(span);
}

bool names_times(const StartView& start) {
  return !start.from.empty() || !start.to.empty() ||
         (!start.specification.empty() &&
          has_times(QByteArray::fromStdString(start.specification)));
}

}  // namespace paje::gui
