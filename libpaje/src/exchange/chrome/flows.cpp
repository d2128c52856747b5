#include "exchange/chrome/flows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  constexpr std::size_t kNone = SIZE_MAX;
  std::vector<std::size_t> departed(flows_.size(), kNone);  // the step at which each did
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    std::size_t& open = departed[step.flow];
    if (step.arrives) {
      if (open != kNone) {
        const Step& from = steps_[open];
        ImportedLink link{type, kRoot, from.thread, step.thread, from.name};
        // Those of a step in between are its departure's.
        link.fields = step.departs ? from.fields : trace.merge_fields(from.fields, step.fields);
        trace.link(from.time, step.time, link);
        open = kNone;
      } else {
        losses.add("flows that arrive and never departed");
      }
    }
    if (step.departs) {
      if (open != kNone) losses.add("flows that depart and never arrive");
      open = i;
    }
  }
  const auto closed = std::count(departed.begin(), departed.end(), kNone);
  losses.add("flows that depart and never arrive",
             departed.size() - static_cast<std::size_t>(closed));
}

}  // namespace paje::exchange
