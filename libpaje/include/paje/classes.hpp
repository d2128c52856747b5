// The meaning of state values: whether they are useful work, communication, waiting or overhead,
// and what a communication call does. Every analysis is based on this classification.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// What a state spends its time on.
enum class ValueClass : uint8_t {
  compute,        ///< useful work
  communication,  ///< a call that sends, receives or synchronises
  waiting,        ///< waits for another thread, device or task
  runtime,        ///< overhead of a runtime system
  idle,           ///< nothing to do
};
PAJE_EXPORT std::string_view spelling(ValueClass value_class);

/// What a call does, as far as other tracks depend on it.
enum class CallKind : uint8_t {
  local,          ///< independent of other tracks
  send,           ///< starts a message and does not wait for the receiver: MPI_Isend
  blocking_send,  ///< starts a message and may wait for the receiver: MPI_Send
  receive,        ///< posts a receive and completes it: MPI_Recv
  post,           ///< posts a receive that a later call completes: MPI_Irecv
  wait,           ///< completes receives posted before: MPI_Wait
  send_receive,   ///< starts one message and completes another: MPI_Sendrecv
  all_to_all,     ///< nobody leaves before the last has arrived: MPI_Allreduce
  barrier,        ///< the same, without data
  one_to_all,     ///< nobody leaves before the root has arrived: MPI_Bcast
  all_to_one,     ///< the root does not leave before the last has arrived: MPI_Reduce
  /// Not a call: a thread's share of a parallel region. The region starts with its first thread in
  /// the process; the other threads wait for that thread from one region to the next.
  parallel_region,
  // Start an operation that a later wait completes:
  post_all_to_all,  ///< MPI_Iallreduce, MPI_Ibarrier
  post_one_to_all,  ///< MPI_Ibcast
  post_all_to_one,  ///< MPI_Ireduce
  wait_for_tasks,   ///< waits for tasks started by links from its process: cudaDeviceSynchronize
};
PAJE_EXPORT std::string_view spelling(CallKind kind);
/// Whether a call is one operation of several tracks.
[[nodiscard]] inline bool is_collective(CallKind kind) {
  return kind == CallKind::all_to_all || kind == CallKind::barrier ||
         kind == CallKind::one_to_all || kind == CallKind::all_to_one;
}

/// Rules that classify values by name, or by category: the user-defined field `cat` of states,
/// which traces in Chrome's format have. A rule is a case-insensitive glob (`*`, `?`). The first
/// match decides, and rules added later are tried first. A value without a match is useful work.
class PAJE_EXPORT Classes {
 public:
  struct Meaning {
    ValueClass value_class = ValueClass::compute;
    CallKind kind = CallKind::local;
    bool matched = false;  ///< false: useful work only because no rule matches
    friend bool operator==(const Meaning&, const Meaning&) = default;
  };
  struct Rule {
    std::string pattern;
    Meaning meaning;
    std::string origin;  ///< `MPI`, `StarPU`, ... or the file and line
  };

  /// The built-in rules: MPI, OpenMP, StarPU, CUDA, NCCL, and the categories of PyTorch's profiler.
  Classes();
  /// No rules at all.
  static Classes none();

  /// Adds the rules of a text; they precede all others. Each line is `CLASS[:KIND] PATTERN`, for
  /// example `communication:barrier my_barrier*`; the pattern goes to the end of the line. `#`
  /// starts a comment; empty lines are skipped. A line `only` drops the rules that exist so far.
  /// Throws std::invalid_argument, its message beginning with `name:line:`, if a line is malformed.
  void add(std::string_view text, std::string_view name);

  /// Rules with patterns `cat:...` apply to the category of a value, if it has one.
  [[nodiscard]] Meaning of(std::string_view value, std::string_view category = {}) const;
  /// The rule that decides; null if none matches.
  [[nodiscard]] const Rule* rule_for(std::string_view value, std::string_view category = {}) const;
  /// In the order in which they are tried.
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }

 private:
  struct WithoutRules {};
  explicit Classes(WithoutRules) {}

  std::vector<Rule> rules_;
};

}  // namespace paje
