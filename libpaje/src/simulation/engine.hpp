// Runs the programs of all processes, each until it has to wait for another.
//
// Receivers name their senders, so simulated times do not depend on the order in which processes
// run. With one process per label, that is the process with rank 0, and its partners with the same
// label are assumed to be in the same state.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "simulation/costs.hpp"
#include "simulation/farm.hpp"
#include "simulation/presence.hpp"
#include "simulation/usage.hpp"

namespace paje::simulation {

struct EngineInput {
  std::span<const LabelRun> labels;
  const ExpandedSystem& system;
  const Placement& placement;
  bool one_per_label;
  uint64_t recorded;
  Presence& presence;
};

class Engine {
 public:
  Engine(const EngineInput& input, Costs& costs, Usage& usage, SimulationResult& result);

  /// Sets the times of labels, the end of the run, and the recorded run in the result. Throws
  /// SimulationError.
  void run();

 private:
  static constexpr uint32_t kNobody = UINT32_MAX;

  struct Process {
    uint32_t label = 0;
    uint32_t instruction = 0;
    uint64_t rank = 0;
    double clock = 0;
    double computing = 0;
    uint32_t situation = 0;
    uint32_t waits_for = kNobody;  // sender of the awaited message of an exchange
    uint32_t meets = kNobody;      // partner in one_to_one
    double offer = 0;              // seconds of its own message in one_to_one
    bool is_answered = false;      // the awaited event has happened
    // For an exchange:
    bool has_sent = false;
    bool has_received = false;
    bool is_rendezvous = false;   // its message waits for the receiver
    bool is_taken = false;        // in a rendezvous: the receiver has received the message
    bool awaits_receipt = false;  // in a rendezvous: only this is missing
    double posted = 0, sent = 0, received = 0;  // times
    bool is_done = false;
  };
  // A buffered message arrives at `time`; a rendezvous takes `seconds` after both sides are ready.
  struct Message {
    double time = 0, seconds = 0;
    bool is_rendezvous = false;
  };
  // Messages from one process to another that are not yet received.
  struct Inbox {
    uint32_t sender = 0;
    std::size_t first = 0;
    std::vector<Message> messages;
  };
  struct Inboxes {
    std::vector<Inbox> all;
    std::size_t last = 0;  // index of the box used last
  };
  // The k-th message from each process of a label to each process of another.
  struct Broadcast {
    uint64_t sent = 0, received = 0;
    double latest = 0;
    std::vector<uint32_t> waiting;
  };
  struct Channel {
    uint64_t first = 0;  // number of the first broadcast
    std::deque<Broadcast> broadcasts;
  };
  // Processes that take part in a collective block.
  struct Meeting {
    std::vector<uint32_t> present;
    double latest = 0, seconds = 0;
  };
  using MeetingKey = std::pair<BlockKind, std::vector<uint32_t>>;

  void start();
  void advance(uint32_t number);
  bool step(uint32_t number, const Instruction& instruction);  // whether it can continue
  bool do_block(uint32_t number, const Instruction& instruction);
  void compute(uint32_t number, const Instruction& instruction);
  void send(uint32_t number, const Instruction& instruction);
  bool receive(uint32_t number, const Instruction& instruction);
  bool exchange(uint32_t number, const Instruction& instruction);
  bool exchange_alike(uint32_t number, const Instruction& instruction);
  bool one_to_one(uint32_t number, const Instruction& instruction);
  bool meet(uint32_t number, const Instruction& instruction);
  bool join_farm(uint32_t number, const Instruction& instruction);
  void run_farm_of(Meeting& meeting);
  void record_farm_task(const FarmTask& task, uint32_t master, std::span<const uint32_t> workers,
                        double bytes, double back);
  struct Transfer {
    double seconds = 0;
    bool is_rendezvous = false;
  };
  Transfer transfer(uint32_t number, const Instruction& instruction, uint32_t partner,
                    double bytes);
  void post(uint32_t number, const Instruction& instruction);
  bool receive_from(uint32_t number, uint32_t sender);
  void end_send(uint32_t number, const Block& block);
  void put(uint32_t sender, uint32_t receiver, const Message& message);
  bool take(uint32_t sender, uint32_t receiver, Message& message);
  Inbox& inbox(uint32_t sender, uint32_t receiver);
  void go_on(uint32_t number);
  void spend(uint32_t number, Activity activity, double end, uint64_t blocks = 0);
  uint32_t partner_of(uint32_t number, const Block& block, const Formula& formula);
  [[noreturn]] void fail(uint32_t number, const Block& block, const std::string& what) const;
  // The invalid result of a formula in a block.
  struct Yield {
    const char* what;
    const Formula* formula;
    double value;
  };
  [[noreturn]] void refuse(uint32_t number, const Block& block, const Yield& found,
                           const std::string& expected) const;
  [[noreturn]] void report_stop() const;
  void finish();

  [[nodiscard]] std::size_t value_place(uint32_t number) const {
    const uint32_t label = processes_[number].label;
    return first_value_[label] + (number - first_[label]) * labels_[label].values.size();
  }
  std::span<double> values(uint32_t number) {
    return {values_.data() + value_place(number), labels_[processes_[number].label].values.size()};
  }
  [[nodiscard]] std::span<const double> values(uint32_t number) const {
    return {values_.data() + value_place(number), labels_[processes_[number].label].values.size()};
  }
  [[nodiscard]] uint64_t simulated(uint32_t label) const {
    return first_[label + 1] - first_[label];
  }
  [[nodiscard]] uint32_t global(const Process& process, uint32_t label) const {
    return labels_[process.label].first_label + label;
  }
  [[nodiscard]] bool is_recorded(uint32_t number) const { return number < recorded_; }
  [[nodiscard]] uint32_t instance_of(uint32_t left_label, uint32_t right_label) const;

  std::span<const LabelRun> labels_;
  const ExpandedSystem& system_;
  const Placement& placement_;
  bool one_per_label_;
  uint64_t recorded_;
  Presence& presence_;
  Costs& costs_;
  Usage& usage_;
  SimulationResult& result_;

  std::vector<uint32_t> first_;  // number of the first process of each label, then the end
  std::vector<Process> processes_;
  std::vector<std::size_t> first_value_;  // by label
  std::vector<double> values_;
  std::vector<uint32_t> sent_, received_;  // broadcasts, by process and label
  std::vector<Inboxes> inboxes_;
  std::vector<Channel> channels_;  // by two labels
  std::map<MeetingKey, Meeting> meetings_;
  std::vector<uint32_t> ready_;
};

}  // namespace paje::simulation
