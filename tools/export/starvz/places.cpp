#include "export/starvz/places.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace paje::tools::starvz {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The next run of digits, or of other characters.
std::string_view take_part(std::string_view& text) {
  const bool is_number = is_digit(text.front());
  const auto* const end =
      std::find_if(text.begin(), text.end(), [&](char c) { return is_digit(c) != is_number; });
  const auto size = static_cast<std::size_t>(end - text.begin());
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(size);
  return part;
}

int order_of_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

// What StarVZ leaves out of its picture.
bool is_drawn(std::string_view name, std::string_view type) {
  constexpr std::array<std::string_view, 5> kLeftOut = {
      "GFlops", "Memory Manager", "Scheduler State", "User Thread", "Thread State"};
  return name.find("InCtx") == std::string_view::npos &&
         std::find(kLeftOut.begin(), kLeftOut.end(), type) == kLeftOut.end();
}

// A container, or the type of its states.
struct Child {
  std::string_view name;
  ContainerId container;
  bool is_states = false;
};

class Placing {
 public:
  explicit Placing(const Trace& trace) : trace_(trace) {}

  std::vector<Place> run() {
    double at = 0;
    // The one below the root is the root of StarVZ's tree.
    for (const ContainerId top : trace_[ContainerId{0}].children) at = place(top, at);
    return std::move(places_);
  }

 private:
  struct Frame {
    std::vector<Child> children;
    std::size_t next = 0;
    double padding = 0;
  };

  std::vector<Child> children_of(ContainerId id) const {
    std::vector<Child> children;
    for (const ContainerId child : trace_[id].children) {
      const std::string_view name = trace_[child].name.text;
      if (is_drawn(name, trace_[trace_[child].type].name.text)) children.push_back({name, child});
    }
    for (const Track& track : trace_.tracks(id)) {
      const std::string_view name = trace_[track.type].name.text;
      if (track.kind == TypeKind::state && is_drawn(name, name))
        children.push_back({name, id, true});
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return is_before(b.name, a.name); });
    return children;
  }

  Frame frame_of(ContainerId id) const {
    const bool is_program = trace_[trace_[id].type].name.text == "MPI Program";
    return {children_of(id), 0, is_program ? 2.0 : 0.0};
  }

  // Without recursion: a trace may nest containers deeply.
  double place(ContainerId top, double at) {
    std::vector<Frame> open;
    open.push_back(frame_of(top));
    while (!open.empty()) {
      Frame& frame = open.back();
      if (frame.next == frame.children.size()) {
        open.pop_back();
        continue;
      }
      const Child child = frame.children[frame.next++];
      at += frame.padding;
      if (child.is_states) {
        at = place_states(child, at);
      } else {
        open.push_back(frame_of(child.container));
      }
    }
    return at;
  }

  double place_states(const Child& states, double at) {
    double height =
        states.name == "Worker State" || states.name == "Communication Thread State" ? 1 : 0;
    if (trace_[states.container].name.text.find("CUDA") != std::string_view::npos) height *= 2;
    places_.push_back({states.container, std::string(states.name), height, at});
    return at + height;
  }

  const Trace& trace_;
  std::vector<Place> places_;
};

}  // namespace

bool is_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const bool is_number = is_digit(a.front());
    if (is_number != is_digit(b.front())) return is_number;
    const std::string_view left = take_part(a);
    const std::string_view right = take_part(b);
    const int order = is_number ? order_of_numbers(left, right) : left.compare(right);
    if (order != 0) return order < 0;
  }
  return a.size() < b.size();
}

std::vector<Place> places_of(const Trace& trace) { return Placing(trace).run(); }

}  // namespace paje::tools::starvz
