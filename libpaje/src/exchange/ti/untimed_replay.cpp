#include "exchange/ti/untimed_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace paje::exchange {

namespace {

constexpr double kOperationsPerSecond = 1e9;

bool is_collective(ActionKind kind) {
  return kind == ActionKind::one_to_all || kind == ActionKind::all_to_one ||
         kind == ActionKind::all_to_all;
}

}  // namespace

UntimedReplay::UntimedReplay(const std::vector<std::vector<Action>>& actions, ImportedTrace& trace,
                             Losses& losses)
    : actions_(actions), trace_(trace), losses_(losses), ranks_(actions.size()) {
  make_containers();
}

void UntimedReplay::make_containers() {
  trace_.set_has_messages();
  const TypeIndex process = trace_.add_type({ImportedKind::container, kRoot, "MPI"});
  state_ = trace_.add_type({ImportedKind::state, process, "MPI_STATE"});
  link_ = trace_.add_type({ImportedKind::link, kRoot, "MPI_LINK", process, process});
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    ranks_[i].container = trace_.add_container(process, kRoot, fmt::format("rank-{}", i));
    if (!actions_[i].empty()) ++present_;
  }
}

void UntimedReplay::run(const std::function<void()>& on_step) {
  for (std::size_t i = 0; i < ranks_.size(); ++i) wake(i);
  while (!ready_.empty()) {
    const std::size_t rank = ready_.top().second;
    ready_.pop();
    advance(rank);
    on_step();
  }
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    if (ranks_[i].next < actions_[i].size()) throw Stuck{i, &actions_[i][ranks_[i].next]};
  }
  std::size_t left = 0;
  for (const Rank& rank : ranks_) {
    for (const auto& [source, messages] : rank.inbox) left += messages.size();
  }
  if (left > 0) losses_.add("messages that nobody receives", left);
}

// The rank that is least far goes first, so that a receive from any source gets what came first.
void UntimedReplay::advance(std::size_t rank) {
  Rank& own = ranks_[rank];
  while (own.next < actions_[rank].size()) {
    const Action& action = actions_[rank][own.next];
    if (!own.is_open) open(own, action);
    if (!perform(rank, action)) return;
    const double before = own.clock;
    own.clock = std::max(own.clock, own.arrived);
    close(own);
    ++own.next;
    if (own.clock > before) return wake(rank);
  }
}

void UntimedReplay::open(Rank& rank, const Action& action) {
  rank.is_open = true;
  rank.has_sent = false;
  rank.arrived = rank.clock;
  if (is_collective(action.kind)) ++rank.operations;
  FieldsIndex fields = 0;
  const bool has_root = action.kind == ActionKind::one_to_all ||
                        action.kind == ActionKind::all_to_one ||
                        action.kind == ActionKind::local_rooted;
  const bool has_peer = action.kind == ActionKind::send || action.kind == ActionKind::send_receive;
  if (action.amount > 0 || action.operations > 0 || has_root || has_peer) {
    const int64_t root = has_root ? action.partner : -1;
    const int64_t peer = has_peer ? action.partner : -1;
    // What the call sends in all, as of other calls.
    const double size = action.amount * (action.is_for_each ? static_cast<double>(present_) : 1);
    const auto [found, is_new] = fields_.try_emplace({size, action.operations, root, peer}, 0);
    if (is_new) {
      ImportedFields made = {{"Size", fmt::format("{}", size), FieldType::double_number}};
      if (action.operations > 0) {
        made.push_back(
            {"Operations", fmt::format("{}", action.operations), FieldType::double_number});
      }
      if (has_root) made.push_back({"Root", fmt::format("{}", root), FieldType::int_number});
      if (has_peer) made.push_back({"Peer", fmt::format("rank-{}", peer), FieldType::string});
      found->second = trace_.add_fields(std::move(made));
    }
    fields = found->second;
  }
  trace_.push(rank.clock, state_, rank.container, trace_.word(action.value), fields);
}

void UntimedReplay::close(Rank& rank) {
  rank.is_open = false;
  for (std::size_t i = 0; i < rank.got.size(); ++i) {
    trace_.link(rank.got_sent[i], rank.clock, rank.got[i]);
  }
  rank.got.clear();
  rank.got_sent.clear();
  trace_.pop(rank.clock, state_, rank.container);
}

bool UntimedReplay::perform(std::size_t rank, const Action& action) {
  Rank& own = ranks_[rank];
  switch (action.kind) {
    case ActionKind::local:
    case ActionKind::local_rooted:
      return true;
    case ActionKind::compute:
      own.arrived = own.clock + action.amount / kOperationsPerSecond;
      return true;
    case ActionKind::sleep:
      own.arrived = own.clock + action.amount;
      return true;
    case ActionKind::send:
      send(rank, action.partner, action.tag, action.amount);
      if (action.value.starts_with("PMPI_I")) {
        own.requests.push_back({false, action.partner, action.tag});
      }
      return true;
    case ActionKind::receive:
      return receive(rank, action.partner, action.tag);
    case ActionKind::post:
      own.requests.push_back({true, action.partner, action.tag});
      return true;
    case ActionKind::send_receive:
      if (!std::exchange(own.has_sent, true)) send(rank, action.partner, kAnyTag, action.amount);
      return receive(rank, action.source, kAnyTag);
    case ActionKind::wait:
      return complete_one(rank, action);
    case ActionKind::wait_all:
      return complete_all(rank);
    case ActionKind::wait_any:
      return complete_any(rank);
    case ActionKind::test:
      test(rank, action);
      return true;
    case ActionKind::one_to_all:
    case ActionKind::all_to_one:
    case ActionKind::all_to_all:
      break;
  }
  return join(rank, action);
}

void UntimedReplay::send(std::size_t rank, int64_t target, int64_t tag, double bytes) {
  const auto to = static_cast<std::size_t>(target);
  if (target < 0 || to >= ranks_.size() || actions_[to].empty()) {
    return losses_.add("messages to ranks that do nothing");
  }
  ranks_[to].inbox[static_cast<int64_t>(rank)].push_back({ranks_[rank].clock, bytes, tag});
  if (ranks_[to].waits_for_messages) {
    ranks_[to].waits_for_messages = false;
    ready_.emplace(std::max(ranks_[to].clock, ranks_[rank].clock), to);
  }
}

// Of what is there, what was sent first.
std::optional<UntimedReplay::Arrival> UntimedReplay::find_message(std::size_t rank, int64_t source,
                                                                  int64_t tag) {
  std::optional<Arrival> first;
  for (auto& [sender, queue] : ranks_[rank].inbox) {
    if (source != kAnySource && sender != source) continue;
    const auto found = std::find_if(queue.begin(), queue.end(), [&](const Message& message) {
      return tag == kAnyTag || message.tag == kAnyTag || message.tag == tag;
    });
    if (found == queue.end() || (first && first->message->sent <= found->sent)) continue;
    first = {sender, &queue, found};
  }
  return first;
}

bool UntimedReplay::receive(std::size_t rank, int64_t source, int64_t tag) {
  const std::optional<Arrival> found = find_message(rank, source, tag);
  if (found) {
    accept(rank, *found);
  } else {
    ranks_[rank].waits_for_messages = true;
  }
  return found.has_value();
}

void UntimedReplay::accept(std::size_t rank, const Arrival& arrival) {
  Rank& own = ranks_[rank];
  const Message& message = *arrival.message;
  ImportedLink link;
  link.type = link_;
  link.container = kRoot;
  link.start = ranks_[static_cast<std::size_t>(arrival.sender)].container;
  link.end = own.container;
  link.value = trace_.word("PTP");
  link.size = static_cast<int64_t>(std::min(message.bytes, 9e18));
  link.tag = message.tag == kAnyTag ? 0 : message.tag;
  own.got.push_back(link);
  own.got_sent.push_back(message.sent);
  own.arrived = std::max(own.arrived, message.sent);
  arrival.queue->erase(arrival.message);
}

bool UntimedReplay::complete(std::size_t rank, const Request& request) {
  return !request.is_receive || receive(rank, request.partner, request.tag);
}

bool UntimedReplay::complete_all(std::size_t rank) {
  std::vector<Request>& requests = ranks_[rank].requests;
  while (!requests.empty()) {
    if (!complete(rank, requests.front())) return false;
    requests.erase(requests.begin());
  }
  return true;
}

// A send is done at once; of receives the one whose message was sent first, and of those for the
// same message the one that was posted first.
bool UntimedReplay::complete_any(std::size_t rank) {
  std::vector<Request>& requests = ranks_[rank].requests;
  if (requests.empty()) return true;
  auto done = requests.end();
  std::optional<Arrival> first;
  for (auto request = requests.begin(); request != requests.end(); ++request) {
    if (!request->is_receive) {
      requests.erase(request);
      return true;
    }
    const auto found = find_message(rank, request->partner, request->tag);
    if (!found || (first && first->message->sent <= found->message->sent)) continue;
    first = found;
    done = request;
  }
  if (!first) {
    ranks_[rank].waits_for_messages = true;
    return false;
  }
  accept(rank, *first);
  requests.erase(done);
  return true;
}

namespace {

template <class Requests>
auto find_request(Requests& requests, std::size_t rank, const Action& action) {
  // A wait names source, target and tag.
  const auto own = static_cast<int64_t>(rank);
  return std::find_if(requests.begin(), requests.end(), [&](const auto& request) {
    const bool is_mine = request.is_receive
                             ? request.partner == action.partner || request.partner == kAnySource
                             : action.partner == own;
    return is_mine && (request.tag == action.tag || request.tag == kAnyTag);
  });
}

}  // namespace

bool UntimedReplay::complete_one(std::size_t rank, const Action& action) {
  std::vector<Request>& requests = ranks_[rank].requests;
  const auto found = find_request(requests, rank, action);
  if (found == requests.end()) {
    losses_.add("waits for what was not begun, or is no message");
    return true;
  }
  if (!complete(rank, *found)) return false;
  requests.erase(found);
  return true;
}

void UntimedReplay::test(std::size_t rank, const Action& action) {
  std::vector<Request>& requests = ranks_[rank].requests;
  const auto found = find_request(requests, rank, action);
  if (found == requests.end()) return;
  const bool is_done = complete(rank, *found);
  ranks_[rank].waits_for_messages = false;
  if (is_done) requests.erase(found);
}

bool UntimedReplay::join(std::size_t rank, const Action& action) {
  Rank& own = ranks_[rank];
  const std::size_t number = own.operations - 1;
  while (operations_.size() <= number) {
    operations_.emplace_back();
    operations_.back().starts.assign(ranks_.size(), -1);
    operations_.back().value = action.value;
  }
  Operation& operation = operations_[number];
  if (operation.starts[rank] < 0) {
    operation.starts[rank] = own.clock;
    operation.last = std::max(operation.last, own.clock);
    ++operation.count;
    if (operation.value != action.value) {
      losses_.add("collective operations that other ranks call otherwise (they are taken as one)");
    }
    for (const std::size_t other : operation.waiting) {
      ready_.emplace(std::max(ranks_[other].clock, own.clock), other);
    }
    operation.waiting.clear();
  }
  const bool is_root = action.partner == static_cast<int64_t>(rank);
  const auto root = static_cast<std::size_t>(action.partner);
  bool is_there = operation.count == present_;
  double coming = operation.last;
  if (action.kind == ActionKind::one_to_all && root < ranks_.size()) {
    is_there = operation.starts[root] >= 0;
    coming = operation.starts[root];
  }
  if (action.kind == ActionKind::all_to_one && !is_root) {
    is_there = true;
    coming = own.clock;
  }
  if (is_there) {
    // It combines what has come.
    own.arrived = std::max(own.arrived, coming) + action.operations / kOperationsPerSecond;
    return true;
  }
  operation.waiting.push_back(rank);
  return false;
}

}  // namespace paje::exchange
