// A trace of a simulated file system: clients, servers and their disks.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "binary/trace_output.hpp"
#include "paje/writer.hpp"
#include "simulate/storage.hpp"

namespace paje::tools {

namespace {

// In the order of StorageActivity.
constexpr std::array<std::string_view, 6> kActivities = {"open", "read", "write",
                                                         "wait", "seek", "transfer"};

class StorageTrace {
 public:
  StorageTrace(const StorageConfiguration& configuration, const StorageResult& result,
               TraceWriter& writer)
      : configuration_(configuration), result_(result), writer_(writer) {}

  void write() {
    define();
    gather();
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& one, const Event& other) { return one.time < other.time; });
    for (const Event& event : events_) event.write();
    const double end = std::max(result_.written, result_.time);
    for (const auto container : containers_) writer_.destroy_container(end, container);
    writer_.close();
  }

 private:
  struct Event {
    double time;
    std::function<void()> write;
  };

  void define() {
    client_ = writer_.container_type("CLIENT");
    server_ = writer_.container_type("SERVER");
    metadata_ = writer_.container_type("METADATA");
    disk_ = writer_.container_type("DISK", server_);
    client_state_ = writer_.state_type("IO", client_);
    metadata_state_ = writer_.state_type("METADATA_STATE", metadata_);
    disk_state_ = writer_.state_type("DISK_STATE", disk_);
    queue_ = writer_.variable_type("queue_length", server_);
    dirty_ = writer_.variable_type("dirty", server_);
    links_ = {writer_.link_type("REQUEST", TraceWriter::kRootType, client_, server_),
              writer_.link_type("REPLY", TraceWriter::kRootType, server_, client_),
              writer_.link_type("OPEN", TraceWriter::kRootType, client_, metadata_),
              writer_.link_type("OPENED", TraceWriter::kRootType, metadata_, client_)};
    size_ = writer_.user_fields({{"Size", FieldType::int_number}});
    request_ =
        writer_.user_fields({{"Size", FieldType::int_number}, {"Offset", FieldType::int_number}});
    add_containers(client_, "client", configuration_.clients);
    add_containers(server_, "server", configuration_.servers);
    add_containers(metadata_, "metadata", configuration_.metadata_servers);
    for (uint32_t i = 0; i < configuration_.servers; ++i) {
      disks_.push_back(writer_.create_container(0, disk_, fmt::format("disk-{}", i),
                                                containers_[configuration_.clients + i]));
    }
  }
  void add_containers(TraceWriter::Type type, const char* name, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      containers_.push_back(writer_.create_container(0, type, fmt::format("{}-{}", name, i)));
    }
  }

  void gather() {
    std::vector<StorageState> states = result_.states;
    std::stable_sort(states.begin(), states.end(), [](const auto& one, const auto& other) {
      return std::tie(one.container, one.start) < std::tie(other.container, other.start);
    });
    for (const StorageState& state : states) add_state(state);
    for (std::size_t i = 0; i < result_.messages.size(); ++i) add_message(i);
    for (const StorageLevel& level : result_.levels) {
      const auto container = containers_[level.container];
      add(level.time, [this, container, level] {
        writer_.set_variable(level.time, container, queue_, level.queue);
        writer_.set_variable(level.time, container, dirty_, level.dirty);
      });
    }
  }
  void add(double time, std::function<void()> write) {
    events_.push_back({time, std::move(write)});
  }
  void add_state(const StorageState& state) {
    const bool is_client = state.container < configuration_.clients;
    const bool is_server =
        !is_client && state.container < configuration_.clients + configuration_.servers;
    const auto container =
        is_server ? disks_[state.container - configuration_.clients] : containers_[state.container];
    const auto type = is_client ? client_state_ : is_server ? disk_state_ : metadata_state_;
    const std::string_view name = kActivities[static_cast<std::size_t>(state.activity)];
    add(state.start, [=, this] {
      if (state.bytes == 0) return writer_.push_state(state.start, container, type, name);
      const std::array<UserValue, 2> request = {static_cast<int64_t>(state.bytes),
                                                static_cast<int64_t>(state.offset)};
      writer_.push_state(state.start, container, type, name, {request_, request});
    });
    add(state.end, [=, this] { writer_.pop_state(state.end, container, type); });
  }
  void add_message(std::size_t number) {
    const StorageMessage& message = result_.messages[number];
    const uint32_t other = std::max(message.sender, message.receiver);
    const bool is_metadata = other >= configuration_.clients + configuration_.servers;
    const auto type = links_[(is_metadata ? 2U : 0U) + (message.is_reply ? 1U : 0U)];
    const std::string key = std::to_string(number);
    const char* const value = message.is_reply ? "reply" : "request";
    add(message.start, [=, this] {
      const std::array<UserValue, 1> size = {static_cast<int64_t>(message.bytes)};
      writer_.start_link(message.start, TraceWriter::kRootContainer, type,
                         containers_[message.sender], key, value, {size_, size});
    });
    add(message.end, [=, this] {
      writer_.end_link(message.end, TraceWriter::kRootContainer, type,
                       containers_[message.receiver], key, value);
    });
  }

  const StorageConfiguration& configuration_;
  const StorageResult& result_;
  TraceWriter& writer_;
  TraceWriter::Type client_, server_, metadata_, disk_, client_state_, metadata_state_, disk_state_,
      queue_, dirty_;
  std::array<TraceWriter::Type, 4> links_;
  TraceWriter::Fields size_, request_;
  std::vector<TraceWriter::Container> containers_, disks_;
  std::vector<Event> events_;
};

}  // namespace

void write_storage_trace(const StorageStudy& study, const std::string& path, unsigned threads) {
  write_trace({.path = path, .threads = threads}, [&](TraceWriter& writer) {
    StorageTrace(study.configurations.front(), study.results.front(), writer).write();
  });
}

}  // namespace paje::tools
