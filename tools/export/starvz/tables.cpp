#include "export/starvz/tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "export/starvz/places.hpp"
#include "export/starvz/worker_tables.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools::starvz {

namespace {

using Integer = std::optional<int64_t>;

// What workers do that is no task.
constexpr std::array<std::string_view, 17> kRuntimeStates = {
    "Callback",       "FetchingInput",   "Idle",
    "Initializing",   "Overhead",        "PushingOutput",
    "Scheduling",     "Submitting task", "Progressing",
    "Sleeping",       "Submiting task",  "Waiting all tasks",
    "Building task",  "Deinitializing",  "execute_on_all_wrapper",
    "HandleRequests", "Executing"};

Rows all_rows(std::size_t count) {
  Rows rows(count);
  std::iota(rows.begin(), rows.end(), uint64_t{0});
  return rows;
}

class Tables {
 public:
  explicit Tables(const Trace& trace)
      : trace_(trace),
        states_(trace, TypeKind::state),
        events_(trace, TypeKind::event),
        links_(trace, TypeKind::link) {}

  std::vector<Frame> make() {
    split_states();
    zero_ = trace_.states().start[tasks_.front()];
    for (const uint64_t row : tasks_) zero_ = std::min(zero_, trace_.states().start[row]);
    keep(worker_table(trace_, states_, tasks_, true, zero_));
    keep(worker_table(trace_, states_, runtime_, false, zero_));
    keep(color_table(trace_, tasks_));
    add_states("memory_state", memory_, {"CUDA", "CPU"});
    add_states("comm_state", communication_, {"mpict"});
    add_states("other_state", others_, {"CUDA", "CPU"});
    add_variables();
    add_events();
    add_links();
    add_places();
    add_entities();
    Frame zero("zero");
    zero.add("value", std::vector<double>{zero_});
    keep(std::move(zero));
    Frame version("version");
    version.add("value", std::vector<std::string>{"0.2.0"});
    keep(std::move(version));
    return std::move(frames_);
  }

 private:
  void keep(Frame frame) {
    if (frame.rows() > 0) frames_.push_back(std::move(frame));
  }

  void split_states() {
    const UserColumn* const job = states_.find("JobId");
    for (const Track& track : trace_.tracks()) {
      if (track.kind != TypeKind::state) continue;
      const std::string_view type = trace_[track.type].name.text;
      if (type.starts_with("InCtx")) continue;  // StarVZ does not read them
      for (uint64_t row = track.first; row < track.last; ++row) {
        if (type != "Worker State") {
          auto& rows = type == "Memory Node State"            ? memory_
                       : type == "Communication Thread State" ? communication_
                                                              : others_;
          rows.push_back(row);
          continue;
        }
        const std::string_view name = trace_[trace_.states().value[row]].name.text;
        if (std::find(kRuntimeStates.begin(), kRuntimeStates.end(), name) != kRuntimeStates.end()) {
          runtime_.push_back(row);
        } else if (job != nullptr && job->place(row) != UserColumn::kNoPlace) {
          tasks_.push_back(row);
        }
      }
    }
    if (tasks_.empty()) {
      throw std::runtime_error(
          "no tasks, which StarVZ needs: expected states of the type 'Worker State' with a field "
          "'JobId', as StarPU writes them");
    }
  }

  void add_states(const char* name, const Rows& rows, const std::vector<std::string_view>& words) {
    Frame frame(name);
    const auto names = containers(trace_, TypeKind::state, rows);
    frame.add("ResourceId", names);
    if (&rows == &others_) frame.add("Type", types(trace_, TypeKind::state, rows));
    add_times(frame, trace_, TypeKind::state, rows, zero_);
    add_depth_and_value(frame, trace_, rows);
    add_resources(frame, names, words, TypeOf::without_digits);
    keep(std::move(frame));
  }

  void add_variables() {
    const Rows rows = all_rows(trace_.variables().start.size());
    Frame frame("variable");
    const auto names = containers(trace_, TypeKind::variable, rows);
    frame.add("ResourceId", names);
    auto kinds = types(trace_, TypeKind::variable, rows);
    const std::map<std::string, std::string> shorter = {
        {"Number of Ready Tasks", "Ready"},
        {"Number of Submitted Uncompleted Tasks", "Submitted"},
        {"Bandwidth In (MB/s)", "B. In (MB/s)"},
        {"Bandwidth Out (MB/s)", "B. Out (MB/s)"}};
    for (std::string& kind : kinds) {
      if (const auto found = shorter.find(kind); found != shorter.end()) kind = found->second;
    }
    frame.add("Type", std::move(kinds));
    add_times(frame, trace_, TypeKind::variable, rows, zero_);
    const auto all = trace_.variables().value;
    frame.add("Value", std::vector<double>(all.begin(), all.end()));
    add_resources(frame, names, {"CUDA", "CPU"}, TypeOf::without_digits);
    keep(std::move(frame));
  }

  // In the order of times: of data, of memory, and the others.
  void add_events() {
    static constexpr std::array<std::string_view, 5> kData = {
        "data registration", "data state invalid", "data state owner", "data state shared",
        "data wont use"};
    static constexpr std::array<std::string_view, 11> kMemory = {"Allocating Async Start",
                                                                 "Allocating Async End",
                                                                 "Allocating Start",
                                                                 "Allocating End",
                                                                 "DriverCopy Start",
                                                                 "DriverCopy End",
                                                                 "DriverCopyAsync Start",
                                                                 "DriverCopyAsync End",
                                                                 "Free Start",
                                                                 "Free End",
                                                                 "Request Created"};
    Rows normal, data, memory;
    for (uint64_t row = 0; row < trace_.events().time.size(); ++row) {
      const std::string_view type = trace_[trace_.track_of(TypeKind::event, row).type].name.text;
      const bool is_data = std::find(kData.begin(), kData.end(), type) != kData.end();
      const bool is_memory = std::find(kMemory.begin(), kMemory.end(), type) != kMemory.end();
      (is_data ? data : is_memory ? memory : normal).push_back(row);
    }
    add_event_table("events", normal, false);
    add_event_table("events_data", data, false);
    add_event_table("events_memory", memory, true);
  }

  void add_event_table(const char* name, Rows rows, bool has_fields) {
    const auto times = trace_.events().time;
    std::stable_sort(rows.begin(), rows.end(),
                     [&](uint64_t a, uint64_t b) { return times[a] < times[b]; });
    Frame frame(name);
    frame.add("Container", containers(trace_, TypeKind::event, rows));
    frame.add("Type", types(trace_, TypeKind::event, rows));
    add_times(frame, trace_, TypeKind::event, rows, zero_);
    frame.add("Value", values(trace_, TypeKind::event, rows));
    if (has_fields) {
      add_text(frame, events_, "Handle", rows);
      add_text(frame, events_, "Info", rows);
      add_whole(frame, events_, "Size", rows);
      add_text(frame, events_, "Tid", rows);
      add_text(frame, events_, "Src", rows);
    }
    keep(std::move(frame));
  }

  // StarPU has the size as the value of a link.
  void add_links() {
    const LinkColumns links = trace_.links();
    const Rows rows = all_rows(links.start.size());
    std::vector<Integer> sizes;
    std::vector<std::string> origins, destinations, keys;
    for (const uint64_t row : rows) {
      const std::string_view text = trace_[links.value[row]].name.text;
      int64_t size = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
      const bool is_size = error == std::errc{} && end == text.data() + text.size();
      sizes.push_back(is_size ? Integer(size) : std::nullopt);
      origins.emplace_back(trace_[links.start_container[row]].name.text);
      destinations.emplace_back(trace_[links.end_container[row]].name.text);
      keys.emplace_back(trace_.link_key(row).text);
    }
    Frame frame("link");
    frame.add("Container", containers(trace_, TypeKind::link, rows));
    frame.add("Type", types(trace_, TypeKind::link, rows));
    add_times(frame, trace_, TypeKind::link, rows, zero_);
    frame.add("Size", sizes);
    frame.add("Origin", std::move(origins));
    frame.add("Dest", std::move(destinations));
    frame.add("Key", std::move(keys));
    for (const char* name : {"Tag", "MPIType"}) add_text(frame, links_, name, rows);
    add_whole(frame, links_, "Priority", rows);
    add_text(frame, links_, "Handle", rows);
    keep(std::move(frame));
  }

  void add_places() {
    std::vector<std::string> parents, types;
    std::vector<double> heights, positions;
    for (const Place& place : places_of(trace_)) {
      parents.emplace_back(trace_[place.container].name.text);
      types.push_back(place.type);
      heights.push_back(place.height);
      positions.push_back(place.position);
    }
    Frame frame("y");
    frame.add("Parent", std::move(parents));
    frame.add("Type", std::move(types));
    frame.add("Height", std::move(heights));
    frame.add("Position", std::move(positions));
    keep(std::move(frame));
  }

  // Containers, each followed by the types of its objects.
  void add_entities() {
    std::vector<std::string> parents, names, types, natures;
    const auto add = [&](std::string_view parent, std::string_view name, std::string_view type,
                         std::string_view nature) {
      parents.emplace_back(parent);
      names.emplace_back(name);
      types.emplace_back(type);
      natures.emplace_back(nature);
    };
    for (uint32_t i = 0; i < trace_.containers().size(); ++i) {
      const Container& container = trace_.containers()[i];
      const std::string_view parent =
          container.parent.valid() ? trace_[container.parent].name.text : container.name.text;
      add(parent, container.name.text, trace_[container.type].name.text, "Container");
      for (const Track& track : trace_.tracks(ContainerId{i})) {
        std::string nature(spelling(track.kind));
        nature.front() = static_cast<char>(nature.front() - 'a' + 'A');
        const std::string_view type = trace_[track.type].name.text;
        add(container.name.text, type, type, nature);
      }
    }
    Frame frame("entities");
    frame.add("Parent", std::move(parents));
    frame.add("Name", std::move(names));
    frame.add("Type", std::move(types));
    frame.add("Nature", std::move(natures));
    keep(std::move(frame));
  }

  const Trace& trace_;
  UserColumns states_, events_, links_;
  Rows tasks_, runtime_, memory_, communication_, others_;
  double zero_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace

std::vector<Frame> tables_of(const Trace& trace) { return Tables(trace).make(); }

}  // namespace paje::tools::starvz
