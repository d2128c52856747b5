#include "exchange/otf2/regions.hpp"

#include <fmt/format.h>

namespace paje::exchange {

void Otf2Regions::enter(double time, const Otf2Location& location, OTF2_RegionRef region,
                        FieldsIndex fields) {
  Location& here = at(time, location);
  here.open.push_back(name(region));
  here.operations.push_back(trace_.operations().size());
  trace_.push(time, here.type, location.container, here.open.back(), fields);
}

void Otf2Regions::leave(double time, const Otf2Location& location, OTF2_RegionRef region) {
  Location& here = at(time, location);
  if (here.open.empty()) return losses_.add("ends of regions that never began");
  // Some writers number a region anew for each process: its name counts.
  if (here.open.back() != name(region)) losses_.add("ends whose region is not the open one");
  here.open.pop_back();
  here.operations.pop_back();
  trace_.pop(time, here.type, location.container);
}

std::optional<std::size_t> Otf2Regions::open_operation(const Otf2Location& location) const {
  if (location.number >= locations_.size() || locations_[location.number].operations.empty()) {
    return {};
  }
  return locations_[location.number].operations.back();
}

void Otf2Regions::finish() {
  for (const Location& location : locations_) {
    losses_.add("ends of regions that never end (they last to the end of the trace)",
                location.open.size());
  }
}

// A clock that goes back would tear states apart that nest.
Otf2Regions::Location& Otf2Regions::at(double& time, const Otf2Location& location) {
  if (locations_.size() <= location.number) locations_.resize(location.number + std::size_t{1});
  Location& here = locations_[location.number];
  if (here.type == kRoot) {
    const TypeIndex around = trace_.containers()[location.container].type;
    const std::string text = definitions_.text(location.states, "Function");
    const auto [found, is_new] = types_.try_emplace({around, text}, kRoot);
    if (is_new) found->second = trace_.add_type({ImportedKind::state, around, text});
    here.type = found->second;
    here.last = time;
  }
  if (time < here.last) {
    losses_.add("times of regions that go back (that of the event before is taken)");
    time = here.last;
  }
  here.last = time;
  return here;
}

WordIndex Otf2Regions::name(OTF2_RegionRef region) {
  const auto [word, is_new] = names_.try_emplace(region);
  if (is_new) {
    const Otf2Region* const defined = definitions_.regions.find(region);
    const OTF2_StringRef text = defined == nullptr ? OTF2_UNDEFINED_STRING : defined->name;
    word = trace_.word(definitions_.text(text, fmt::format("region {}", region)));
  }
  return word;
}

}  // namespace paje::exchange
