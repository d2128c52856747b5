// A realistic trace: an SPMD program of ranks that compute, exchange messages with their
// neighbours, and meet in a collective, iteration by iteration.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generate/keyed_random.hpp"
#include "generate/line_writer.hpp"
#include "generate/options.hpp"
#include "generate/part_lines.hpp"

namespace paje::tools {

class SpmdProgram {
 public:
  /// `parts`: where the states and punctual events of ranks go; null if they go to `out`, too.
  SpmdProgram(const GenerateOptions& options, LineWriter& out, PartLines* parts = nullptr);
  void write();
  /// The states that ranks of such a program are in.
  [[nodiscard]] static std::vector<std::string_view> states_of(const GenerateOptions& options);

 private:
  enum class What : uint8_t {
    push,
    pop,
    start_link,
    end_link,
    event,
    set,
    add,
    sub,
    create,
    destroy
  };

  // One event of an iteration, before all are put in order of time.
  struct Step {
    double time;
    What what;
    uint32_t rank;
    uint32_t detail;  // state, peer or amount
    uint64_t key;     // of links; size of sends
  };

  void write_definitions();
  void write_types();
  void write_containers();
  void write_iteration(uint64_t iteration);
  void write_round(uint64_t iteration, uint64_t number);
  void write_end();
  [[nodiscard]] uint64_t rounds(uint64_t iteration) const;
  [[nodiscard]] double slowness(uint64_t iteration, uint32_t rank) const;
  double compute(uint64_t round, uint32_t rank, double slow, double time);
  void exchange(uint64_t round, const std::vector<double>& computed);
  void meet(uint64_t iteration);
  void add_variables(uint64_t iteration);
  void add_churn(uint64_t iteration);
  void write_step(const Step& step);
  void name_parts();
  template <class... Arguments>
  void write_of_rank(uint32_t rank, fmt::format_string<Arguments...> format,
                     Arguments&&... arguments) {
    if (parts_ == nullptr) return out_.event(format, std::forward<Arguments>(arguments)...);
    parts_->line(rank * parts_->parts() / options_.ranks, format,
                 std::forward<Arguments>(arguments)...);
  }
  void add(double time, What what, uint32_t rank, uint32_t detail = 0, uint64_t key = 0) {
    steps_.push_back({time, what, rank, detail, key});
  }
  uint32_t state(uint32_t wanted, uint64_t iteration, uint32_t rank, uint64_t purpose) const;
  [[nodiscard]] uint64_t nodes() const { return (options_.ranks + 3) / 4; }

  const GenerateOptions& options_;
  LineWriter& out_;
  PartLines* parts_;
  KeyedRandom random_;
  std::vector<Step> steps_;
  std::vector<double> clock_;  // of each rank, within the iteration
  double now_ = 0;             // when the iteration began for all
  uint64_t message_ = 0;       // sent so far
  uint64_t turn_ = 0;          // iterations written, extra ones included
  uint64_t exchange_ = 0;      // rounds in which messages were sent
};

}  // namespace paje::tools
