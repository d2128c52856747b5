#include "exchange/losses.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kMostKinds = 100;
constexpr std::string_view kOthers = "others";

}  // namespace

void Losses::add(std::string_view kind, uint64_t count) {
  if (count == 0) return;
  auto found = counts_.find(kind);
  if (found == counts_.end()) {
    if (counts_.size() >= kMostKinds) kind = kOthers;
    found = counts_.try_emplace(std::string(kind), 0).first;
  }
  found->second += count;
}

void Losses::note(std::string_view text) { notes_.emplace(text); }

ConversionLosses Losses::all() const {
  return {{notes_.begin(), notes_.end()}, {counts_.begin(), counts_.end()}};
}

}  // namespace paje::exchange
