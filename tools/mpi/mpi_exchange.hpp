// How the processes of a program of MPI exchange what they have.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "paje/sharing.hpp"

namespace paje::tools {

/// What a call throws on a process if another one has failed, which says why.
class OtherFailed : public std::runtime_error {
 public:
  OtherFailed() : std::runtime_error("another process failed") {}
};

class MpiExchange final : public Exchange {
 public:
  MpiExchange();
  MpiExchange(const MpiExchange&) = delete;
  MpiExchange& operator=(const MpiExchange&) = delete;
  ~MpiExchange() override;

  [[nodiscard]] unsigned rank() const override { return static_cast<unsigned>(rank_); }
  [[nodiscard]] unsigned ranks() const override { return static_cast<unsigned>(ranks_); }
  std::vector<std::string> all_gather(std::string mine) override;
  std::vector<std::string> gather(std::string mine) override;
  std::vector<std::string> all_to_all(std::vector<std::string> to) override;
  std::optional<std::vector<std::string>> all_to_all_if_any(std::vector<std::string> to) override;
  std::vector<uint64_t> sum(std::vector<uint64_t> mine) override;
  void start_counter() override;
  uint64_t next_number() override;
  void stop_counter() override;

  /// Processor time of this process in calls of this, waiting for others in most of it.
  [[nodiscard]] double seconds_in_calls() const { return seconds_in_calls_; }
  /// What this process has sent to others so far.
  [[nodiscard]] uint64_t bytes_sent() const { return bytes_sent_; }
  /// Waits for all others.
  void meet() { enter(); }
  /// To be called when the work of this process ended by an exception, once: others stop at their
  /// next call, too. `status` is how this process would exit; nothing if it only heard of trouble.
  struct Failure {
    bool is_mine = false;  ///< whether this process says what is wrong: the first that can
    int status = 0;        ///< how all exit
  };
  Failure fail(std::optional<int> status);

 private:
  class Stopwatch;
  void enter();
  void check_failed(bool failed);
  void gather_into(std::vector<std::string>& all, std::string mine,
                   const std::vector<uint64_t>& sizes, uint64_t total);
  std::vector<std::string> deliver(std::vector<std::string> to,
                                   const std::vector<uint64_t>& received);
  std::vector<std::string> send_all(std::vector<std::string> to,
                                    const std::vector<uint64_t>& received);

  MPI_Comm everyone_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1;
  MPI_Win counter_ = MPI_WIN_NULL;
  uint64_t* count_ = nullptr;
  double seconds_in_calls_ = 0;
  uint64_t bytes_sent_ = 0;
};

/// Processor time of this process so far.
[[nodiscard]] double processor_seconds();

}  // namespace paje::tools
