#include "import/otf2_messages.hpp"

namespace paje::tools {

void Otf2Messages::add(const Otf2Channel& channel, const Otf2Half& sent, const Otf2Half& received) {
  if (type_ == kRoot) {
    type_ = trace_.add_type({ImportedKind::link, kRoot, "Message", location_type_, location_type_});
  }
  ImportedLink link{type_, kRoot, sent.location, received.location, trace_.word("message")};
  link.size = sent.size;
  link.tag = channel.tag;
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

}  // namespace paje::tools
