#include "simulate/run_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "binary/trace_output.hpp"

namespace paje::tools {

namespace {

struct NamedColor {
  std::string_view name;
  Color color;
};
// In the order of Activity, and in the colours that SimGrid gives them.
constexpr std::array kActivities = {
    NamedColor{"computing", {0, 1, 1, 1}},
    NamedColor{"PMPI_Send", {0, 0, 1, 1}},
    NamedColor{"PMPI_Recv", {1, 0, 0, 1}},
    NamedColor{"PMPI_Sendrecv", {0, 1, 1, 1}},
    NamedColor{"PMPI_Scatter", {1, 0.74F, 0.54F, 1}},
    NamedColor{"PMPI_Gather", {1, 1, 0, 1}},
    NamedColor{"PMPI_Reduce", {0.78F, 0.82F, 0.43F, 1}},
    NamedColor{"PMPI_Barrier", {0, 0.39F, 0.78F, 1}},
};

struct Event {
  enum class Kind : uint8_t { push, pop, start, end };
  double time;
  Kind kind;
  uint32_t number;  // of a state or a message
};

class RunTrace {
 public:
  RunTrace(const Study& study, TraceWriter& writer)
      : study_(study), result_(study.results.front()), writer_(writer) {}

  void write() {
    define();
    for (const Event& event : events()) write(event);
    for (const auto container : containers_) writer_.destroy_container(result_.time, container);
    writer_.close();
  }

 private:
  [[nodiscard]] const SimulatedRun& run() const { return result_.run; }

  void define() {
    type_ = writer_.container_type("MPI");
    state_ = writer_.state_type("MPI_STATE", type_);
    link_ = writer_.link_type("MPI_LINK", TraceWriter::kRootType, type_, type_);
    for (const NamedColor& one : kActivities) {
      values_.push_back(writer_.value(state_, one.name, one.color));
    }
    const auto facts =
        writer_.user_fields({{"Label", FieldType::string}, {"Machine", FieldType::string}});
    size_ = writer_.user_fields({{"Size", FieldType::int_number}});
    const ExpandedSystem& system = study_.systems.front()->expanded;
    for (std::size_t i = 0; i < run().processes.size(); ++i) {
      const SimulatedProcess& process = run().processes[i];
      const std::string& label = result_.labels[process.label].name;
      const std::string machine = fmt::format(
          "{}-{}", system.kinds[system.machines[process.machine].kind].name, process.machine);
      const std::array<UserValue, 2> words = {label, machine};
      containers_.push_back(writer_.create_container(0, type_, fmt::format("rank-{}", i),
                                                     TraceWriter::kRootContainer, {facts, words}));
    }
  }
  // By time, those of a process in its own order.
  std::vector<Event> events() {
    order_.resize(run().states.size());
    for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    const auto& states = run().states;
    std::stable_sort(order_.begin(), order_.end(), [&](uint32_t left, uint32_t right) {
      const SimulatedState &one = states[left], &other = states[right];
      return std::tie(one.process, one.start, one.end) <
             std::tie(other.process, other.start, other.end);
    });
    std::vector<Event> events;
    events.reserve(2 * (order_.size() + run().messages.size()));
    for (const uint32_t i : order_) {
      events.push_back({states[i].start, Event::Kind::push, i});
      events.push_back({states[i].end, Event::Kind::pop, i});
    }
    for (uint32_t i = 0; i < run().messages.size(); ++i) {
      events.push_back({run().messages[i].start, Event::Kind::start, i});
      events.push_back({run().messages[i].end, Event::Kind::end, i});
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& one, const Event& other) { return one.time < other.time; });
    return events;
  }
  void write(const Event& event) {
    if (event.kind == Event::Kind::push || event.kind == Event::Kind::pop) {
      const SimulatedState& state = run().states[event.number];
      const auto container = containers_[state.process];
      if (event.kind == Event::Kind::pop) return writer_.pop_state(event.time, container, state_);
      return writer_.push_state(event.time, container, state_,
                                values_[static_cast<std::size_t>(state.activity)]);
    }
    const SimulatedMessage& message = run().messages[event.number];
    const std::string key = std::to_string(event.number);
    if (event.kind == Event::Kind::end) {
      return writer_.end_link(event.time, TraceWriter::kRootContainer, link_,
                              containers_[message.receiver], key, "PTP");
    }
    const std::array<UserValue, 1> size = {static_cast<int64_t>(std::min(message.bytes, 9e18))};
    writer_.start_link(event.time, TraceWriter::kRootContainer, link_, containers_[message.sender],
                       key, "PTP", {size_, size});
  }

  const Study& study_;
  const SimulationResult& result_;
  TraceWriter& writer_;
  TraceWriter::Type type_, state_, link_;
  TraceWriter::Fields size_;
  std::vector<TraceWriter::Value> values_;
  std::vector<TraceWriter::Container> containers_;
  std::vector<uint32_t> order_;
};

}  // namespace

void write_run_trace(const Study& study, const std::string& path, unsigned threads) {
  write_trace({.path = path, .threads = threads},
              [&](TraceWriter& writer) { RunTrace(study, writer).write(); });
}

}  // namespace paje::tools
