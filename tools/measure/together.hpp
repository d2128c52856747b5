// Processes that mpirun started measure together: each knows which it is, and the first one gets
// the results of all. MPI itself is in a program next to this one, which each of them starts.
#pragma once

#include <sys/types.h>

#include <stdexcept>
#include <string>

namespace paje::tools {

/// Another process has failed, and said why.
class OtherProcessFailed : public std::runtime_error {
 public:
  OtherProcessFailed() : std::runtime_error("another process has failed") {}
};

class MeasuringTogether {
 public:
  /// Starts the program. Throws std::runtime_error if it does not come up.
  explicit MeasuringTogether(const std::string& program);
  MeasuringTogether(const MeasuringTogether&) = delete;
  MeasuringTogether& operator=(const MeasuringTogether&) = delete;
  /// All processes end if this one has not called gather().
  ~MeasuringTogether();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const std::string& machine() const { return machine_; }

  /// In the first process the text of all, by rank; else nothing. Once, and in all. Throws
  /// OtherProcessFailed.
  std::string gather(const std::string& own);

 private:
  std::string read_line();
  std::string read_all();
  int wait();

  pid_t process_ = -1;
  int channel_ = -1;  // its input and its output
  int rank_ = 0, size_ = 1;
  std::string machine_;
};

}  // namespace paje::tools
