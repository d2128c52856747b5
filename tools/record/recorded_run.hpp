// All that the processes of a run recorded: which of their sends and receives belong together, and
// which of their communicators are one.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/record_file.hpp"

namespace paje::tools {

/// A time of rank 0's clock: a line through what was measured at the start and the end.
class ClockLine {
 public:
  ClockLine() = default;
  explicit ClockLine(const rec_header& header);
  /// Nanoseconds; never goes back.
  [[nodiscard]] int64_t corrected(uint64_t local) const;
  [[nodiscard]] double offset() const { return offset_; }  ///< nanoseconds, at the start
  [[nodiscard]] double drift() const { return drift_; }    ///< of the offset, a second
  [[nodiscard]] double error() const { return error_; }    ///< nanoseconds at most

 private:
  uint64_t from_ = 0;
  double offset_ = 0;
  double drift_ = 0;
  double error_ = 0;
};

struct RecordedCommunicator {
  uint32_t id = UINT32_MAX;    ///< the same in all processes
  std::vector<int64_t> peers;  ///< by rank in it: ranks of the world
  std::vector<int64_t> own;    ///< the group of this process: the same, unless it is between two
};

/// Messages of one communicator, sender, receiver and tag, which do not overtake one another.
struct Channel {
  uint32_t communicator;  ///< its id
  int64_t sender;         ///< ranks of the world
  int64_t receiver;
  uint64_t tag;
  auto operator<=>(const Channel&) const = default;
};

struct MessageKey {
  uint32_t channel;
  uint32_t nth;
};

struct RecordedProcess {
  std::string host;
  uint32_t process = 0;
  int rank = -1;
  ClockLine clock;
  std::vector<RecordFile> threads;
  std::unordered_map<uint64_t, RecordedCommunicator> communicators;
  /// By serial, of sends and receives that have a partner: the key of the message.
  std::unordered_map<uint64_t, MessageKey> keys;
  /// By serial, of what was posted: the number of the communicator here.
  std::unordered_map<uint64_t, uint64_t> posted_on;

  [[nodiscard]] std::string name() const;
};

struct RecordedRun {
  std::vector<RecordedProcess> processes;  ///< by rank
  std::vector<std::string> communicator_names;
  std::vector<Channel> channels;  ///< those with messages
  uint64_t messages = 0;
  uint64_t sends_without_receive = 0;
  uint64_t receives_without_send = 0;
  std::vector<std::string> warnings;
};

/// Reads all files of a folder. Throws std::runtime_error if there are none, std::system_error.
RecordedRun read_recording(const std::string& folder);

}  // namespace paje::tools
