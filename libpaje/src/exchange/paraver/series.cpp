#include "exchange/paraver/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace paje::exchange {

namespace {

constexpr std::size_t kMostShown = 5;

// Extrae's: point-to-point, collective, other calls of MPI, one-sided, and of files.
bool is_mpi(int64_t number) { return number >= 50000001 && number <= 50000005; }

bool begins_with(std::string_view label, std::string_view lower) {
  return label.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), label.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

// What Extrae and others call 0 where it ends what other values begin: `End`, `Outside MPI`,
// `close` (of OpenMP), `Exiting`, `Unlocked status`, `Not tracing`, `Non-periodic zone`,
// `Disabled`.
bool ends(std::string_view label) {
  constexpr std::array<std::string_view, 10> kEnds = {
      "end", "outside", "close", "exit", "unlock", "not ", "non-", "disabled", "idle", "inactive"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view word) { return begins_with(label, word); });
}

ImportedKind kind_of(EventUse use) {
  switch (use) {
    case EventUse::state:
      return ImportedKind::state;
    case EventUse::event:
      return ImportedKind::event;
    case EventUse::variable:
      break;
  }
  return ImportedKind::variable;
}

}  // namespace

std::string ParaverSeriesTable::label(int64_t number) const {
  const auto type = names_.event_types.find(number);
  const bool has_label = type != names_.event_types.end() && !type->second.label.empty();
  return has_label ? type->second.label : fmt::format("{}", number);
}

const ParaverSeries& ParaverSeriesTable::of(int64_t number, TypeIndex thread_type) {
  const auto [found, is_new] = series_.try_emplace(number);
  ParaverSeries& series = found->second;
  if (!is_new) return series;
  const auto type = names_.event_types.find(number);
  if (type != names_.event_types.end()) {
    series.values = type->second.values.get();
    series.decimals = type->second.decimals;
  }
  const std::optional<EventUse> chosen = choice_.of(number);
  if (chosen) {
    series.use = *chosen;
  } else if (series.values != nullptr && !series.values->empty()) {
    const auto zero = series.values->find(0);
    const bool has_zero = zero != series.values->end() && !zero->second.empty();
    series.use = !has_zero || ends(zero->second) ? EventUse::state : EventUse::event;
    if (!has_zero) states_.push_back(number);
    if (series.use == EventUse::event) events_.push_back(number);
  }
  series.type = type_of(number, series, thread_type);
  return series;
}

TypeIndex ParaverSeriesTable::type_of(int64_t number, ParaverSeries& series,
                                      TypeIndex thread_type) {
  const auto own = [&](const std::string& name) {
    return trace_.add_type({kind_of(series.use), thread_type, name});
  };
  const auto others =
      std::count_if(names_.event_types.begin(), names_.event_types.end(),
                    [&](const auto& type) { return type.first != number && is_mpi(type.first); });
  series.is_shared = is_mpi(number) && series.use == EventUse::state && !choice_.of(number) &&
                     others > 0 && series.values != nullptr;
  if (!series.is_shared) return own(label(number));
  if (!mpi_) mpi_ = own("MPI");
  return *mpi_;
}

std::string ParaverSeriesTable::list_of(const std::vector<int64_t>& numbers) const {
  std::string list;
  for (std::size_t i = 0; i < numbers.size() && i < kMostShown; ++i) {
    list += fmt::format("{}{} ({})", i == 0 ? "" : ", ", numbers[i], label(numbers[i]));
  }
  if (numbers.size() > kMostShown) list += fmt::format(" and {} more", numbers.size() - kMostShown);
  return list;
}

void ParaverSeriesTable::finish(Losses& losses) const {
  if (!states_.empty()) {
    losses.note(fmt::format(
        "0 ends the states of event types that give it no name: {}; --events makes them events",
        list_of(states_)));
  }
  if (!events_.empty()) {
    losses.note(fmt::format(
        "event types that give 0 a name that is no end are punctual events: {}; --states makes "
        "them states",
        list_of(events_)));
  }
  std::size_t absent = 0;
  std::string list;
  for (const auto& [number, use] : choice_.types) {
    if (series_.contains(number)) continue;
    if (absent++ < kMostShown) list += fmt::format("{}{}", absent == 1 ? "" : ", ", number);
  }
  if (absent > kMostShown) list += fmt::format(" and {} more", absent - kMostShown);
  if (absent > 0) losses.note(fmt::format("no events of types that were chosen: {}", list));
}

}  // namespace paje::exchange
