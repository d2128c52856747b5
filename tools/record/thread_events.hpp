// The events of a trace that one recorded thread makes, in the order of their times.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "record/recorded_run.hpp"

namespace paje::tools {

/// What is known of a call, as fields of its state.
struct CallFields {
  std::optional<uint32_t> communicator;
  std::optional<uint64_t> sequence;
  std::optional<int64_t> root;  ///< a rank of the world
  std::optional<int64_t> peer;  ///< a rank of the world, or kAny
  std::optional<int64_t> tag;   ///< or kAny
  std::optional<uint64_t> size;

  static constexpr int64_t kAny = -1;
};

struct ThreadEvent {
  enum class Kind : uint8_t { push, pop, variable, start_link, end_link };
  Kind kind = Kind::push;
  int64_t time = 0;  ///< nanoseconds of rank 0's clock
  std::string_view name;
  double value = 0;
  CallFields fields;
  MessageKey key{};
};

class ThreadEvents {
 public:
  ThreadEvents(const RecordedProcess& process, RecordFile& file);

  /// The next event; null at the end.
  [[nodiscard]] const ThreadEvent* next();
  void take() { pending_.pop_front(); }

 private:
  void fill();
  void add_part(const Record& record);
  void add_call(const Record& record);
  void add_region(const Record& record);
  void add_open_call();
  void add_messages(uint64_t start, uint64_t end);
  [[nodiscard]] CallFields fields_of(const Record& record) const;
  [[nodiscard]] CallFields message_fields(uint64_t on, uint64_t peer, uint64_t tag) const;
  [[nodiscard]] std::string_view call_name(uint64_t number) const;
  ThreadEvent& add(ThreadEvent::Kind kind, uint64_t local);

  const RecordedProcess& process_;
  RecordFile& file_;
  std::deque<ThreadEvent> pending_;
  struct Sent {
    MessageKey key;
    uint64_t size;
  };
  std::vector<Sent> sent_;  // of the call that follows
  std::vector<MessageKey> received_;
  CallFields part_;  // what is known of it from these
  std::size_t parts_ = 0;
  std::unordered_map<uint64_t, std::string_view> calls_, names_;
  int64_t last_ = INT64_MIN;
  std::size_t open_regions_ = 0;
  bool is_at_end_ = false;
};

}  // namespace paje::tools
