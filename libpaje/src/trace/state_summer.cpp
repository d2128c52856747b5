#include "trace/state_summer.hpp"

#include <algorithm>

namespace paje {

namespace {

// Up to as many values are searched one after the other.
constexpr std::size_t kFewValues = 16;

}  // namespace

uint32_t StateSummer::find_place(ValueId value) {
  const auto place = static_cast<uint32_t>(sums_.size());
  if (place_of_.empty()) {
    for (uint32_t i = 0; i < place; ++i) {
      if (sums_[i].value == value) return i;
    }
    if (place >= kFewValues) {
      for (uint32_t i = 0; i < place; ++i) place_of_.emplace(sums_[i].value.index, i);
    }
  }
  if (!place_of_.empty()) {
    const auto [entry, is_new] = place_of_.try_emplace(value.index, place);
    if (!is_new) return entry->second;
  }
  sums_.emplace_back().value = value;
  return place;
}

void StateSummer::add_open(uint64_t row, double start, ValueId value, uint32_t depth) {
  const uint32_t around = open_around(depth);
  const uint32_t place = place_of(value);
  open_rows_.emplace(row, OpenRow{start, place, around});
  open_.push_back(place);
}

void StateSummer::end(uint64_t row, double end) {
  const auto found = open_rows_.find(row);
  if (found == open_rows_.end()) return;
  const OpenRow open = found->second;
  open_rows_.erase(found);
  add_duration(open.place, open.around, duration_of(open.start, end));
}

bool StateSummer::is_complete() const {
  return open_rows_.empty() && std::all_of(sums_.begin(), sums_.end(), [](const StateSum& sum) {
           return sum.shortest <= sum.longest && sum.inclusive.is_finite() &&
                  sum.inside.is_finite();
         });
}

std::vector<StateSum> StateSummer::sums() const {
  std::vector<StateSum> sums = sums_;
  std::sort(sums.begin(), sums.end(),
            [](const StateSum& a, const StateSum& b) { return a.value < b.value; });
  return sums;
}

}  // namespace paje
