#include "replay/history_set.hpp"

namespace paje {

std::pair<uint32_t, bool> HistorySet::number_of(ContainerId container, TypeId type, TypeKind kind) {
  const auto [number, is_new] = numbers_.number_of(container.index, type.index);
  if (is_new) {
    all_.push_back(make_history(container, type, kind, *segments_));
    if (latest_of_.size() <= container.index) {
      const std::size_t larger = latest_of_.size() + latest_of_.size() / 2;
      latest_of_.resize(std::max<std::size_t>(container.index + std::size_t{1}, larger), kNone);
    }
    before_.push_back(std::exchange(latest_of_[container.index], number));
  }
  return {number, is_new};
}

}  // namespace paje
