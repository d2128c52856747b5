// Actions without times as a run: computing takes what it does on a host of a certain speed,
// messages take no time, and receives, waits and collective operations wait for others.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/importer.hpp"
#include "exchange/ti/actions.hpp"

namespace paje::exchange {

class UntimedReplay {
 public:
  /// Actions by rank. Both must outlive it.
  UntimedReplay(const std::vector<std::vector<Action>>& actions, ImportedTrace& trace,
                Losses& losses);

  /// Throws Stuck if ranks wait for what never happens.
  struct Stuck {
    std::size_t rank;
    const Action* action;
  };
  void run(const std::function<void()>& on_step);

 private:
  struct Message {
    double sent = 0;
    double bytes = 0;
    int64_t tag = 0;
  };
  struct Request {
    bool is_receive = false;
    int64_t partner = 0;
    int64_t tag = 0;
  };
  struct Operation {
    std::size_t count = 0;
    double last = 0;
    std::vector<double> starts;  // by rank; below 0: not there yet
    std::vector<std::size_t> waiting;
    std::string_view value;
  };
  struct Rank {
    std::size_t next = 0;
    double clock = 0;
    double arrived = 0;  // of what the action has waited for so far
    bool is_open = false;
    bool has_sent = false;  // what the open action sends
    bool waits_for_messages = false;
    std::size_t operations = 0;
    std::vector<Request> requests;
    std::map<int64_t, std::deque<Message>> inbox;  // by source
    std::vector<ImportedLink> got;                 // in the action that is open
    std::vector<double> got_sent;
    ContainerIndex container = 0;
  };

  void make_containers();
  void advance(std::size_t rank);
  // Whether it is done; else the rank was put to wait.
  bool perform(std::size_t rank, const Action& action);
  // A message that is there.
  struct Arrival {
    int64_t sender = 0;
    std::deque<Message>* queue = nullptr;
    std::deque<Message>::iterator message;
  };
  std::optional<Arrival> find_message(std::size_t rank, int64_t source, int64_t tag);
  bool receive(std::size_t rank, int64_t source, int64_t tag);
  void accept(std::size_t rank, const Arrival& arrival);
  bool complete(std::size_t rank, const Request& request);
  bool complete_all(std::size_t rank);
  bool complete_any(std::size_t rank);
  bool complete_one(std::size_t rank, const Action& action);
  void test(std::size_t rank, const Action& action);
  bool join(std::size_t rank, const Action& action);
  void send(std::size_t rank, int64_t target, int64_t tag, double bytes);
  void open(Rank& rank, const Action& action);
  void close(Rank& rank);
  void wake(std::size_t rank) { ready_.emplace(ranks_[rank].clock, rank); }

  const std::vector<std::vector<Action>>& actions_;
  ImportedTrace& trace_;
  Losses& losses_;
  std::vector<Rank> ranks_;
  std::deque<Operation> operations_;
  using Ready = std::pair<double, std::size_t>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  // By size, operations, root and peer.
  std::map<std::tuple<double, double, int64_t, int64_t>, FieldsIndex> fields_;
  std::size_t present_ = 0;  // ranks with actions
  TypeIndex state_ = 0;
  TypeIndex link_ = 0;
};

}  // namespace paje::exchange
