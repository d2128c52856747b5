#include "record/recorded_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <queue>

#include "record/thread_events.hpp"

namespace paje::tools {

namespace {

using Kind = ThreadEvent::Kind;

class RecordedTrace {
 public:
  RecordedTrace(RecordedRun& run, TraceWriter& writer) : run_(run), writer_(writer) {}

  RecordedCounts write() {
    find_begin();
    define();
    create();
    write_events();
    for (const Place& place : places_) {
      if (place.is_process) writer_.destroy_container(seconds(end_), place.container);
    }
    for (const auto& [name, machine] : machines_) {
      writer_.destroy_container(seconds(end_), machine);
    }
    writer_.close();
    return counts_;
  }

 private:
  // A thread and what it is in the trace.
  struct Place {
    bool is_process = false;
    TraceWriter::Container container;
    std::unique_ptr<ThreadEvents> events;
    std::map<std::string_view, TraceWriter::Type> variables;
  };
  struct Next {
    int64_t time;
    std::size_t place;
    bool operator<(const Next& other) const {  // the earliest is on top
      return time != other.time ? time > other.time : place > other.place;
    }
  };

  [[nodiscard]] double seconds(int64_t time) const {
    return static_cast<double>(time - begin_) / 1e9;
  }

  void find_begin() {
    begin_ = std::numeric_limits<int64_t>::max();
    for (RecordedProcess& process : run_.processes) {
      for (RecordFile& file : process.threads) {
        begin_ = std::min(begin_, process.clock.corrected(file.header().start));
      }
    }
    end_ = begin_;
  }

  void define() {
    machine_type_ = writer_.container_type("Machine");
    types_[0] = writer_.container_type("Process", machine_type_);
    states_[0] = writer_.state_type("Function", types_[0]);
    messages_[0][0] = link_type(0, 0);
    const bool has_threads =
        std::any_of(run_.processes.begin(), run_.processes.end(),
                    [](const RecordedProcess& process) { return process.threads.size() > 1; });
    if (has_threads) {
      types_[1] = writer_.container_type("Thread", types_[0]);
      states_[1] = writer_.state_type("Function", types_[1]);
      messages_[0][1] = link_type(0, 1);
      messages_[1][0] = link_type(1, 0);
      messages_[1][1] = link_type(1, 1);
    }
    clock_fields_ = writer_.user_fields({{"ClockOffset", FieldType::double_number},
                                         {"ClockDrift", FieldType::double_number},
                                         {"ClockError", FieldType::double_number}});
    link_fields_ = writer_.user_fields({{"Comm", FieldType::string},
                                        {"Tag", FieldType::int_number},
                                        {"Size", FieldType::int_number}});
  }

  TraceWriter::Type link_type(std::size_t from, std::size_t to) {
    return writer_.link_type("Message", TraceWriter::kRootType, types_[from], types_[to]);
  }

  void create() {
    for (RecordedProcess& process : run_.processes) {
      const auto [machine, is_new] = machines_.try_emplace(process.host);
      if (is_new) machine->second = writer_.create_container(0, machine_type_, process.host);
      const ClockLine& clock = process.clock;
      const TraceWriter::Container container = writer_.create_container(
          0, types_[0], process.name(), machine->second,
          {clock_fields_, {clock.offset() / 1e9, clock.drift(), clock.error() / 1e9}});
      for (RecordFile& file : process.threads) {
        Place& place = places_.emplace_back();
        place.is_process = &file == &process.threads.front();
        place.container =
            place.is_process
                ? container
                : writer_.create_container(
                      0, types_[1],
                      fmt::format("{} thread {}", process.name(), file.header().thread), container);
        place.events = std::make_unique<ThreadEvents>(process, file);
      }
    }
  }

  void write_events() {
    std::priority_queue<Next> queue;
    const auto enqueue = [&](std::size_t place) {
      if (const ThreadEvent* event = places_[place].events->next())
        queue.push({event->time, place});
    };
    find_receivers();
    for (std::size_t i = 0; i < places_.size(); ++i) enqueue(i);
    while (!queue.empty()) {
      const Next next = queue.top();
      queue.pop();
      Place& place = places_[next.place];
      end_ = std::max(end_, next.time);
      write_event(place, *place.events->next());
      place.events->take();
      enqueue(next.place);
    }
  }

  // Links of processes and of threads are of different types, which both ends have to name.
  void find_receivers() {
    if (!types_[1].valid()) return;
    for (std::size_t i = 0, place = 0; i < run_.processes.size(); ++i) {
      RecordedProcess& process = run_.processes[i];
      for (RecordFile& file : process.threads) {
        ThreadEvents events(process, file);
        while (const ThreadEvent* event = events.next()) {
          if (event->kind == Kind::start_link) ends_[key_of(event->key)].first = place;
          if (event->kind == Kind::end_link) ends_[key_of(event->key)].second = place;
          events.take();
        }
        ++place;
      }
    }
    for (std::size_t i = 0, place = 0; i < run_.processes.size(); ++i) {
      for (RecordFile& file : run_.processes[i].threads) {
        places_[place++].events = std::make_unique<ThreadEvents>(run_.processes[i], file);
      }
    }
  }

  static uint64_t key_of(const MessageKey& key) {
    return (static_cast<uint64_t>(key.channel) << 32U) | key.nth;
  }

  [[nodiscard]] TraceWriter::Type message_type(const MessageKey& key) const {
    const auto found = ends_.find(key_of(key));
    if (found == ends_.end()) return messages_[0][0];
    return messages_[places_[found->second.first].is_process ? 0 : 1]
                    [places_[found->second.second].is_process ? 0 : 1];
  }

  void write_event(Place& place, const ThreadEvent& event) {
    const double time = seconds(event.time);
    const std::size_t kind = place.is_process ? 0 : 1;
    switch (event.kind) {
      case Kind::push:
        ++(event.name.starts_with("MPI_") ? counts_.calls : counts_.regions);
        push(time, place, states_[kind], event);
        break;
      case Kind::pop:
        writer_.pop_state(time, place.container, states_[kind]);
        break;
      case Kind::variable:
        writer_.set_variable(time, place.container, variable(place, kind, event.name), event.value);
        break;
      case Kind::start_link:
        start_link(time, place, event);
        break;
      case Kind::end_link:
        writer_.end_link(time, TraceWriter::kRootContainer, message_type(event.key),
                         place.container, key_text(event.key), "message");
    }
  }

  void start_link(double time, const Place& place, const ThreadEvent& event) {
    const Channel& channel = run_.channels[event.key.channel];
    ++counts_.links;
    writer_.start_link(
        time, TraceWriter::kRootContainer, message_type(event.key), place.container,
        key_text(event.key), "message",
        {link_fields_,
         {run_.communicator_names[channel.communicator], static_cast<int64_t>(channel.tag),
          static_cast<int64_t>(event.fields.size.value_or(0))}});
  }

  TraceWriter::Type variable(const Place& place, std::size_t kind, std::string_view name) {
    auto& known = variables_[{place.is_process, std::string(name)}];
    if (!known.valid()) known = writer_.variable_type(name, types_[kind]);
    return known;
  }

  [[nodiscard]] std::string key_text(const MessageKey& key) const {
    const Channel& channel = run_.channels[key.channel];
    return fmt::format("{}_{}_{}_{}_{}", channel.communicator, channel.sender, channel.receiver,
                       channel.tag, key.nth);
  }

  static std::string rank_text(int64_t rank) {
    return rank < 0 ? "any" : fmt::format("rank {}", rank);
  }

  // The fields that there are, in one order; their definitions are made as they are needed.
  void push(double time, const Place& place, TraceWriter::Type type, const ThreadEvent& event) {
    const CallFields& of = event.fields;
    std::vector<UserField> names;
    std::vector<UserValue> values;
    const std::string root = of.root ? rank_text(*of.root) : "",
                      peer = of.peer ? rank_text(*of.peer) : "";
    const auto add_text = [&](const char* name, std::string_view text) {
      names.push_back({name, FieldType::string});
      values.emplace_back(text);
    };
    const auto add_number = [&](const char* name, auto number) {
      names.push_back({name, FieldType::int_number});
      values.emplace_back(static_cast<int64_t>(number));
    };
    unsigned mask = 0;
    if (of.communicator) add_text("Comm", run_.communicator_names[*of.communicator]), mask |= 1U;
    if (of.sequence) add_number("Sequence", *of.sequence), mask |= 2U;
    if (of.root) add_text("Root", root), mask |= 4U;
    if (of.peer) add_text("Peer", peer), mask |= 8U;
    if (of.tag) add_number("Tag", *of.tag), mask |= 16U;
    if (of.size) add_number("Size", *of.size), mask |= 32U;
    if (mask == 0) return writer_.push_state(time, place.container, type, event.name);
    const auto [found, is_new] = call_fields_.try_emplace(mask);
    if (is_new) found->second = writer_.user_fields(std::move(names));
    writer_.push_state(time, place.container, type, event.name, {found->second, values});
  }

  RecordedRun& run_;
  TraceWriter& writer_;
  RecordedCounts counts_;
  int64_t begin_ = 0;
  int64_t end_ = 0;
  TraceWriter::Type machine_type_;
  TraceWriter::Type types_[2], states_[2], messages_[2][2];  // of processes, of further threads
  TraceWriter::Fields clock_fields_, link_fields_;
  std::map<unsigned, TraceWriter::Fields> call_fields_;
  std::map<std::string, TraceWriter::Container> machines_;
  std::map<std::pair<bool, std::string>, TraceWriter::Type> variables_;
  std::vector<Place> places_;
  std::unordered_map<uint64_t, std::pair<std::size_t, std::size_t>> ends_;
};

}  // namespace

RecordedCounts write_recorded(RecordedRun& run, TraceWriter& writer) {
  return RecordedTrace(run, writer).write();
}

}  // namespace paje::tools
