#include "exchange/otf2/damage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/otf2/event_streams.hpp"

namespace paje::exchange {

namespace {

// As many as its definition says, or more if more were read.
uint64_t events_of(const Otf2Definitions& definitions, const Otf2Damage& one) {
  const Otf2Location* const defined = definitions.locations.find(one.location);
  return std::max(one.sound, defined == nullptr ? uint64_t{0} : defined->events);
}

void count_damage(const Otf2Archive& archive, const Otf2Definitions& definitions,
                  const std::vector<Otf2Damage>& found, Losses& losses) {
  bool is_reported = false;
  for (const Otf2Damage& one : found) {
    const uint64_t events = events_of(definitions, one);
    losses.add("events after the damage in files of locations", events - one.sound);
    losses.add("locations whose file is damaged (what comes before the damage is kept)");
    is_reported = losses.report(archive.error_in(
        one.location, fmt::format("{} (after {} of {} events)", one.trouble, one.sound, events)));
  }
  if (is_reported) return;
  const Otf2Damage& first = found.front();
  losses.note(fmt::format("a location is damaged: {}: {} (after {} of {} events)",
                          archive.events_file(first.location), first.trouble, first.sound,
                          events_of(definitions, first)));
}

}  // namespace

Otf2Sound sound_part(const Otf2Archive& archive, const Otf2Definitions& definitions,
                     const std::vector<OTF2_LocationRef>& locations, ThreadPool& parallel,
                     Losses& losses) {
  const std::vector<Otf2Damage> found = Otf2EventStreams::find_damage(archive, locations, parallel);
  if (found.empty()) return {locations};
  Otf2Sound sound;
  sound.has_damage = true;
  auto next = found.begin();
  for (const OTF2_LocationRef location : locations) {
    if (next == found.end() || next->location != location) {
      sound.whole.push_back(location);
      continue;
    }
    if (next->can_begin) sound.damaged.push_back(location);
    ++next;
  }
  if (sound.whole.empty() && sound.damaged.empty()) {
    archive.fail_in(found.front().location, found.front().trouble);
  }
  count_damage(archive, definitions, found, losses);
  return sound;
}

void fail_where_damaged(const Otf2Archive& archive, const std::vector<OTF2_LocationRef>& locations,
                        ThreadPool& parallel) {
  const std::vector<Otf2Damage> found = Otf2EventStreams::find_damage(archive, locations, parallel);
  if (found.empty()) return;
  archive.fail_in(found.front().location, fmt::format("{}{}", found.front().trouble, kLenientHelp));
}

}  // namespace paje::exchange
