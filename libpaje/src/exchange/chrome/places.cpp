#include "exchange/chrome/places.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace paje::exchange {

ChromePlaces::ChromePlaces(ImportedTrace& trace)
    : trace_(trace),
      process_type_(trace.add_type({ImportedKind::container, kRoot, "Process"})),
      thread_type_(trace.add_type({ImportedKind::container, process_type_, "Thread"})) {}

std::size_t ChromePlaces::find(Places& places, std::string key, std::string_view id, TypeIndex type,
                               ContainerIndex parent) {
  const auto [found, is_new] = places.try_emplace(std::move(key), all_.size());
  if (is_new) all_.push_back({trace_.add_container(type, parent, {}), std::string(id), {}});
  return found->second;
}

std::size_t ChromePlaces::find_process(std::string_view process) {
  return find(processes_, std::string(process), process, process_type_, kRoot);
}

std::size_t ChromePlaces::find_thread(std::string_view process, std::string_view thread) {
  // Mostly the answer of the event before.
  if (last_->place != SIZE_MAX && process == last_->process && thread == last_->thread) {
    return last_->place;
  }
  const std::size_t hash =
      31 * std::hash<std::string_view>()(process) + std::hash<std::string_view>()(thread);
  Answer& answer = answers_[hash % answers_.size()];
  last_ = &answer;
  if (answer.place != SIZE_MAX && process == answer.process && thread == answer.thread) {
    return answer.place;
  }
  const ContainerIndex parent = all_[find_process(process)].container;
  // The index keeps ids apart that hold blanks.
  const std::size_t place =
      find(threads_, fmt::format("{} {}", parent, thread), thread, thread_type_, parent);
  answer = {std::string(process), std::string(thread), place};
  return place;
}

ContainerIndex ChromePlaces::process(std::string_view process) {
  return all_[find_process(process)].container;
}

ContainerIndex ChromePlaces::thread(std::string_view process, std::string_view thread) {
  return all_[find_thread(process, thread)].container;
}

bool ChromePlaces::rename(Place& place, std::string_view name) {
  const bool is_other = !place.name.empty() && place.name != name;
  place.name = name;
  return is_other;
}

bool ChromePlaces::name_process(std::string_view process, std::string_view name) {
  return rename(all_[find_process(process)], name);
}

bool ChromePlaces::name_thread(std::string_view process, std::string_view thread,
                               std::string_view name) {
  return rename(all_[find_thread(process, thread)], name);
}

void ChromePlaces::finish() {
  NameCounts counts;
  for (const Place& place : all_) {
    counts.add(trace_.containers()[place.container].parent, place.name);
  }
  for (const Place& place : all_) {
    ImportedContainer& container = trace_.containers()[place.container];
    if (place.name.empty()) {
      const bool is_process = container.type == process_type_;
      container.name = fmt::format("{} {}", is_process ? "process" : "thread", place.id);
    } else if (counts.is_unique(container.parent, place.name)) {
      container.name = place.name;
    } else {
      container.name = fmt::format("{} ({})", place.name, place.id);
    }
  }
}

}  // namespace paje::exchange
