#include "export/chrome_tracks.hpp"

#include <fmt/format.h>

#include "json_writer.hpp"

namespace paje::tools {

namespace {

uint64_t key_of(const ObjectList& list) {
  return uint64_t{list.container.index} << 32U | list.type.index;
}

std::string json_string(std::string_view text) {
  JsonWriter writer;
  writer.value(text);
  return writer.text();
}

std::string metadata(std::string_view what, uint32_t process, uint32_t thread,
                     std::string_view argument, std::string_view value) {
  return fmt::format(
      ",\n{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"args\":{{\"{}\":{}}}}}", what,
      process, thread, argument, value);
}

}  // namespace

ChromeTracks::ChromeTracks(const Trace& trace) : trace_(trace) {
  const auto containers = trace.containers();
  for (uint32_t i = 0; i < containers.size(); ++i) {
    const Container& container = containers[i];
    const bool is_thread =
        i != 0 && container.children.empty() && container.parent != kRootContainer;
    // Number 0 is the idle process to some viewers.
    processes_.push_back(1 + (is_thread ? container.parent.index : i));
  }
  auto next = static_cast<uint32_t>(containers.size()) + 1;
  ContainerId last;
  for (const ObjectList& list : trace.lists()) {
    if (list.kind != TypeKind::state) continue;
    if (list.container == last) further_[key_of(list)] = next++;
    last = list.container;
  }
}

uint32_t ChromeTracks::thread(const ObjectList& states) const {
  const auto found = further_.find(key_of(states));
  return found == further_.end() ? thread(states.container) : found->second;
}

std::string_view ChromeTracks::name_of(ContainerId container) const {
  return trace_[container].name.text;
}

std::string ChromeTracks::names() const {
  std::string text;
  const auto containers = trace_.containers();
  for (uint32_t i = 0; i < containers.size(); ++i) {
    const ContainerId id{i};
    const std::string name = json_string(name_of(id));
    const std::string order = std::to_string(i);
    if (process(id) == i + 1) {
      text += metadata("process_name", i + 1, i + 1, "name", name);
      text += metadata("process_sort_index", i + 1, i + 1, "sort_index", order);
    }
    text += metadata("thread_name", process(id), thread(id), "name", name);
    text += metadata("thread_sort_index", process(id), thread(id), "sort_index", order);
  }
  for (const ObjectList& list : trace_.lists()) {
    if (list.kind != TypeKind::state || !further_.contains(key_of(list))) continue;
    const std::string name =
        fmt::format("{} {}", name_of(list.container), trace_[list.type].name.text);
    text +=
        metadata("thread_name", process(list.container), thread(list), "name", json_string(name));
    text += metadata("thread_sort_index", process(list.container), thread(list), "sort_index",
                     std::to_string(list.container.index));
  }
  return text;
}

std::string ChromeTracks::counter(const ObjectList& list) const {
  const std::string_view type = trace_[list.type].name.text;
  if (process(list.container) == list.container.index + 1) return std::string(type);
  return fmt::format("{} {}", name_of(list.container), type);
}

}  // namespace paje::tools
