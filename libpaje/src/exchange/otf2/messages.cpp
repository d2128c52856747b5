#include "exchange/otf2/messages.hpp"

namespace paje::exchange {

void Otf2Messages::add(const Otf2Channel& channel, const Otf2Half& sent, const Otf2Half& received) {
  const TypeIndex start = trace_.containers()[sent.location].type;
  const TypeIndex end = trace_.containers()[received.location].type;
  const auto [type, is_new] = types_.try_emplace({sent.type, start, end}, kRoot);
  if (is_new) type->second = trace_.add_type({ImportedKind::link, kRoot, sent.type, start, end});
  ImportedLink link{type->second, kRoot, sent.location, received.location, sent.value};
  link.size = sent.size;
  link.tag = channel.tag;
  link.key = sent.key;
  link.fields = sent.fields;
  trace_.link(sent.time, received.time, link);
}

void Otf2Messages::send(const Otf2Channel& channel, const Otf2Half& half) {
  Waiting& waiting = waiting_[channel];
  if (waiting.received.empty()) {
    waiting.sent.push_back(half);
    return;
  }
  add(channel, half, waiting.received.front());
  waiting.received.pop_front();
}

void Otf2Messages::receive(const Otf2Channel& channel, const Otf2Half& half) {
  Waiting& waiting = waiting_[channel];
  if (waiting.sent.empty()) {
    waiting.received.push_back(half);
    return;
  }
  add(channel, waiting.sent.front(), half);
  waiting.sent.pop_front();
}

void Otf2Messages::finish(Losses& losses) {
  for (const auto& [channel, waiting] : waiting_) {
    losses.add("messages that were sent and never received", waiting.sent.size());
    losses.add("messages that were received and never sent", waiting.received.size());
  }
}

}  // namespace paje::exchange
