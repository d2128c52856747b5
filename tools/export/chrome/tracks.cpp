#include "export/chrome/tracks.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "formats/text/json_writer.hpp"

namespace paje::tools {

namespace {

uint64_t key_of(ContainerId container, TypeId type) {
  return uint64_t{container.index} << 32U | type.index;
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
  add_tracks();
  name_counters();
}

void ChromeTracks::add_tracks() {
  auto next = static_cast<uint32_t>(trace_.containers().size()) + 1;
  ContainerId last;
  for (const Track& track : trace_.tracks()) {
    if (track.kind != TypeKind::state && track.kind != TypeKind::variable) continue;
    ChromeTrack chrome{track.container, track.type, process(track.container), 0, {}};
    if (track.kind == TypeKind::state) {
      chrome.thread = track.container == last ? next++ : thread(track.container);
      last = track.container;
    }
    numbers_.emplace(key_of(track.container, track.type), tracks_.size());
    tracks_.push_back(std::move(chrome));
  }
}

// Viewers make one counter of all that share process and name.
void ChromeTracks::name_counters() {
  std::set<std::pair<uint32_t, std::string>> used;
  for (ChromeTrack& track : tracks_) {
    if (track.thread != 0) continue;
    const std::string name = counter_name(track);
    track.counter = json_string(name);
    for (uint64_t number = 2; !used.emplace(track.process, track.counter).second; ++number) {
      track.counter = json_string(fmt::format("{} ({})", name, number));
    }
  }
}

const ChromeTrack& ChromeTracks::track(const Track& track) const {
  return tracks_[numbers_.at(key_of(track.container, track.type))];
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
  for (const ChromeTrack& track : tracks_) {
    if (track.thread <= containers.size()) continue;  // named above, or a counter
    const std::string name =
        fmt::format("{} {}", name_of(track.container), trace_[track.type].name.text);
    text += metadata("thread_name", track.process, track.thread, "name", json_string(name));
    text += metadata("thread_sort_index", track.process, track.thread, "sort_index",
                     std::to_string(track.container.index));
  }
  return text;
}

std::string ChromeTracks::counter_name(const ChromeTrack& track) const {
  const std::string_view type = trace_[track.type].name.text;
  if (track.process == track.container.index + 1) return std::string(type);
  return fmt::format("{} {}", name_of(track.container), type);
}

}  // namespace paje::tools
