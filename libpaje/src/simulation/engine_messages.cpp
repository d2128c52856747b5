// Messages to all processes of a label, and between two processes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/engine.hpp"

namespace paje::simulation {

void Engine::send(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Block& block = *instruction.block;
  const uint32_t to = global(process, block.labels[0]);
  const double peers = static_cast<double>(labels_[to].count) - (to == process.label ? 1.0 : 0.0);
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  const CostRule rule = peers > 1 ? CostRule::one_to_many : CostRule::point_to_point;
  const double start = process.clock;
  const double seconds = peers <= 0 ? 0
                                    : costs_.message(rule, process.label, instruction, bytes, peers,
                                                     instance_of(process.label, to));
  spend(number, Activity::sending, start + seconds, 1);
  Channel& channel = channels_[process.label * labels_.size() + to];
  const uint64_t place = sent_[number * labels_.size() + to]++ - channel.first;
  if (place >= channel.broadcasts.size()) channel.broadcasts.resize(place + 1);
  Broadcast& broadcast = channel.broadcasts[place];
  broadcast.latest = std::max(broadcast.latest, process.clock);
  for (uint32_t i = first_[to]; is_recorded(number) && i < first_[to + 1] && is_recorded(i); ++i) {
    if (i != number) result_.run.messages.push_back({number, i, start, process.clock, bytes});
  }
  if (++broadcast.sent < simulated(process.label)) return;
  for (const uint32_t waiting : broadcast.waiting) go_on(waiting);
  broadcast.waiting.clear();
}

bool Engine::receive(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const uint32_t from = global(process, instruction.block->labels[0]);
  const uint64_t senders = simulated(from);
  uint32_t& received = received_[number * labels_.size() + from];
  Channel& channel = channels_[from * labels_.size() + process.label];
  const uint64_t place = received - channel.first;
  if (senders > 0) {
    if (place >= channel.broadcasts.size()) channel.broadcasts.resize(place + 1);
    Broadcast& broadcast = channel.broadcasts[place];
    if (broadcast.sent < senders) {
      broadcast.waiting.push_back(number);
      return false;
    }
    spend(number, Activity::receiving, std::max(process.clock, broadcast.latest), 1);
    ++broadcast.received;
  }
  ++received;
  while (!channel.broadcasts.empty() &&
         channel.broadcasts.front().received == simulated(process.label)) {
    channel.broadcasts.pop_front();
    ++channel.first;
  }
  return true;
}

Engine::Inbox& Engine::inbox(uint32_t sender, uint32_t receiver) {
  Inboxes& boxes = inboxes_[receiver];
  // Start at the box used last, because programs receive from the same partners in the same order.
  for (std::size_t i = 0; i < boxes.all.size(); ++i) {
    const std::size_t place = (boxes.last + i) % boxes.all.size();
    if (boxes.all[place].sender != sender) continue;
    boxes.last = place;
    return boxes.all[place];
  }
  boxes.last = boxes.all.size();
  return boxes.all.emplace_back(Inbox{sender, 0, {}});
}

void Engine::put(uint32_t sender, uint32_t receiver, const Message& message) {
  inbox(sender, receiver).messages.push_back(message);
  if (processes_[receiver].waits_for != sender) return;
  processes_[receiver].waits_for = kNobody;
  go_on(receiver);
}

bool Engine::take(uint32_t sender, uint32_t receiver, Message& message) {
  Inbox& box = inbox(sender, receiver);
  if (box.first == box.messages.size()) return false;
  message = box.messages[box.first++];
  if (box.first == box.messages.size() || box.first > 4096) {
    box.messages.erase(box.messages.begin(),
                       box.messages.begin() + static_cast<std::ptrdiff_t>(box.first));
    box.first = 0;
  }
  return true;
}

// The process number for a rank of the block's label; kNobody if the formula is negative.
uint32_t Engine::partner_of(uint32_t number, const Block& block, const Formula& formula) {
  const double rank = formula(values(number));
  if (rank < 0) return kNobody;
  const uint32_t label = global(processes_[number], block.labels[0]);
  if (!(rank < static_cast<double>(labels_[label].count)) || rank != std::floor(rank)) {
    refuse(number, block, {&formula == &block.to ? "to" : "from", &formula, rank},
           fmt::format("a rank below {}, or less than 0 for nobody", labels_[label].count));
  }
  return first_[label] + (one_per_label_ ? 0 : static_cast<uint32_t>(rank));
}

Engine::Transfer Engine::transfer(uint32_t number, const Instruction& instruction, uint32_t partner,
                                  double bytes) {
  const Process& process = processes_[number];
  const Process& other = processes_[partner];
  const uint32_t instance =
      one_per_label_
          ? instance_of(process.label, other.label)
          : system_.common(
                system_.machines[placement_.machine_of[process.label][process.rank]].instance,
                system_.machines[placement_.machine_of[other.label][other.rank]].instance);
  return {costs_.message(CostRule::point_to_point, process.label, instruction, bytes, 1, instance),
          costs_.waits(bytes, instance)};
}

bool Engine::exchange(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Block& block = *instruction.block;
  if (!std::exchange(process.has_sent, true)) post(number, instruction);
  const uint32_t from = partner_of(number, block, block.from);
  if (from != kNobody && !receive_from(number, from)) return false;
  if (process.is_rendezvous && !process.is_taken) {
    process.awaits_receipt = true;
    return false;
  }
  if (process.is_rendezvous) end_send(number, block);
  if (from != kNobody) {
    spend(number, Activity::receiving, std::max(process.clock, process.received), 1);
  }
  process.has_sent = process.has_received = false;
  return true;
}

// Sends the message of an exchange; from then on, the process is also ready to receive.
void Engine::post(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Block& block = *instruction.block;
  process.posted = process.clock;
  const uint32_t to = partner_of(number, block, block.to);
  if (to == kNobody) return;
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  const Transfer needed = transfer(number, instruction, to, bytes);
  if (needed.is_rendezvous) {
    process.is_rendezvous = true;
    process.is_taken = false;
    put(number, to, {process.posted, needed.seconds, true});
    return;
  }
  process.sent = process.posted + needed.seconds;
  put(number, to, {process.sent, 0, false});
  end_send(number, block);
}

bool Engine::receive_from(uint32_t number, uint32_t sender) {
  Process& process = processes_[number];
  if (process.has_received) return true;
  Message message;
  if (!take(sender, number, message)) {
    process.waits_for = sender;
    return false;
  }
  process.has_received = true;
  process.received = message.time;
  if (!message.is_rendezvous) return true;
  process.received = std::max(message.time, process.posted) + message.seconds;
  Process& other = processes_[sender];
  other.sent = process.received;
  other.is_taken = true;
  if (std::exchange(other.awaits_receipt, false)) go_on(sender);
  return true;
}

void Engine::end_send(uint32_t number, const Block& block) {
  Process& process = processes_[number];
  spend(number, Activity::sending, process.sent, 1);
  process.is_rendezvous = false;
  if (!is_recorded(number)) return;
  const uint32_t to = partner_of(number, block, block.to);
  if (!is_recorded(to)) return;
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  result_.run.messages.push_back({number, to, process.posted, process.sent, bytes});
}

// With one process per label, partners of the same label are in the same state: their messages take
// as long, at the same time.
bool Engine::exchange_alike(uint32_t number, const Instruction& instruction) {
  Process& process = processes_[number];
  const Block& block = *instruction.block;
  const bool sends = partner_of(number, block, block.to) != kNobody;
  const bool receives = partner_of(number, block, block.from) != kNobody;
  if (!sends && !receives) return true;
  const double bytes = costs_.bytes(process.label, block, block.data, values(number));
  const double end = process.clock + transfer(number, instruction, number, bytes).seconds;
  if (sends) spend(number, Activity::sending, end, 1);
  if (receives) spend(number, Activity::receiving, end, 1);
  return true;
}

}  // namespace paje::simulation
