#include "exchange/losses.hpp"

#include <algorithm>
#include <iterator>

namespace paje::exchange {

namespace {

constexpr std::size_t kMostKinds = 100;
constexpr std::string_view kOthers = "others";

}  // namespace

void Losses::add(std::string_view kind, uint64_t count) {
  if (count == 0) return;
  const auto found = counts_.find(kind);
  if (found != counts_.end()) {
    found->second += count;
    return;
  }
  // A kind that had no place once has none later: those before it only become more.
  if (counts_.size() == kMostKinds) {
    const auto last = std::prev(counts_.end());
    if (last->first < kind) {
      others_ += count;
      return;
    }
    others_ += last->second;
    counts_.erase(last);
  }
  counts_.emplace(kind, count);
}

void Losses::note(std::string_view text) { notes_.emplace(text); }

bool Losses::report(const TraceError& error) const {
  if (on_problem_) on_problem_(error.diagnostic());
  return static_cast<bool>(on_problem_);
}

void Losses::add(const Losses& more) {
  for (const auto& [kind, count] : more.counts_) add(kind, count);
  others_ += more.others_;
  notes_.insert(more.notes_.begin(), more.notes_.end());
}

ConversionLosses Losses::all() const {
  ConversionLosses all{{notes_.begin(), notes_.end()}, {counts_.begin(), counts_.end()}};
  if (others_ != 0) all.counts.emplace_back(kOthers, others_);
  return all;
}

}  // namespace paje::exchange
