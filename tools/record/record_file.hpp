// Reads a file that a recorded thread wrote, up to where it ends or makes no sense.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/format.h"

namespace paje::tools {

/// Times are those of the thread's clock, in nanoseconds.
struct Record {
  rec_kind kind = REC_END;
  uint64_t start = 0;
  uint64_t end = 0;                ///< of a call
  uint64_t number = 0;             ///< of a call, a name or a communicator, as the kind has one
  uint64_t serial = 0;             ///< of what was posted
  std::array<uint64_t, 4> rest{};  ///< the other numbers, in their order
  double value = 0;
  std::string_view text;
  std::vector<std::vector<int64_t>> groups;  ///< of a communicator, as ranks of the world
};

class RecordFile {
 public:
  /// Throws std::system_error, or std::runtime_error if this is no such file.
  explicit RecordFile(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const rec_header& header() const { return header_; }
  [[nodiscard]] std::string host() const;
  /// Of the last record.
  [[nodiscard]] uint64_t last_time() const { return last_time_; }
  /// Whether there was something that is no record.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }

  /// The next record, whose text is valid as long as the file; false at the end.
  bool next(Record& record);
  void rewind();

 private:
  bool read(Record& record);
  bool skip_window();
  bool number(uint64_t& result);
  bool text(Record& record);
  bool call(Record& record, std::size_t count);
  bool message(Record& record, std::size_t count);
  bool communicator(Record& record);
  bool time(Record& record);

  std::string path_;
  rec_header header_{};
  std::shared_ptr<const unsigned char> bytes_;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
  uint64_t last_time_ = 0;
  uint64_t last_serial_ = 0;
  bool is_damaged_ = false;
};

}  // namespace paje::tools
