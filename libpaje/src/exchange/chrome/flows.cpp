#include "exchange/chrome/flows.hpp"

#include <optional>

#include "exchange/stable_sort.hpp"

namespace paje::exchange {

void ChromeFlows::add(double time, std::string_view key, ContainerIndex thread, WordIndex name,
                      bool arrives, bool departs, FieldsIndex fields) {
  const uint32_t flow = flows_.number_of(FieldValue::of_text(key, false));
  steps_.push_back({time, flow, thread, name, fields, arrives, departs});
}

void ChromeFlows::finish(ImportedTrace& trace, Losses& losses, TypeIndex thread_type) {
  if (steps_.empty()) return;
  stable_sort_by(steps_, trace.threads(),
                 [](const Step& a, const Step& b) { return a.time < b.time; });
  const TypeIndex type =
      trace.add_type({ImportedKind::link, kRoot, "Flow", thread_type, thread_type});
  std::vector<std::optional<Step>> departed(flows_.size());
  for (const Step& step : steps_) {
    std::optional<Step>& open = departed[step.flow];
    if (step.arrives) {
      if (open) {
        ImportedLink link{type, kRoot, open->thread, step.thread, open->name};
        // Those of a step in between are its departure's.
        link.fields = step.departs ? open->fields : trace.merge_fields(open->fields, step.fields);
        trace.link(open->time, step.time, link);
        open.reset();
      } else {
        losses.add("flows that arrive and never departed");
      }
    }
    if (step.departs) {
      if (open) losses.add("flows that depart and never arrive");
      open = step;
    }
  }
  for (const std::optional<Step>& open : departed) {
    if (open) losses.add("flows that depart and never arrive");
  }
}

}  // namespace paje::exchange
