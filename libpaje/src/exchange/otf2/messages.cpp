#include "exchange/otf2/messages.hpp"

namespace paje::exchange {

uint32_t Otf2Messages::type_named(std::string_view name) {
  if (!type_names_.empty() && type_names_[latest_name_] == name) return latest_name_;
  const auto found = name_numbers_.find(name);
  if (found != name_numbers_.end()) return latest_name_ = found->second;
  latest_name_ = static_cast<uint32_t>(type_names_.size());
  type_names_.emplace_back(name);
  name_numbers_.emplace(name, latest_name_);
  return latest_name_;
}

TypeIndex Otf2Messages::type_of(uint32_t name, TypeIndex start, TypeIndex end) {
  const Type wanted{name, start, end};
  if (latest_type_ != kRoot && latest_ == wanted) return latest_type_;
  const auto [type, is_new] = types_.try_emplace(wanted, kRoot);
  if (is_new) {
    type->second = trace_.add_type({ImportedKind::link, kRoot, type_names_[name], start, end});
  }
  latest_ = wanted;
  return latest_type_ = type->second;
}

void Otf2Messages::add(const Otf2Channel& channel, const Otf2Half& sent, const Otf2Half& received) {
  const TypeIndex start = trace_.containers()[sent.location].type;
  const TypeIndex end = trace_.containers()[received.location].type;
  ImportedLink link{type_of(sent.type, start, end), kRoot, sent.location, received.location,
                    sent.value};
  link.size = sent.size;
  link.tag = channel.tag;
  link.key = sent.key;
  link.fields = sent.fields;
  trace_.link(sent.time, received.time, link);
}

void Otf2Messages::send(const Otf2Channel& channel, const Otf2Half& half) {
  Otf2Half received;
  if (waiting_.take_other(channel, true, half, received)) add(channel, half, received);
}

void Otf2Messages::receive(const Otf2Channel& channel, const Otf2Half& half) {
  Otf2Half sent;
  if (waiting_.take_other(channel, false, half, sent)) add(channel, sent, half);
}

void Otf2Messages::finish(Losses& losses) const {
  losses.add("messages that were sent and never received", waiting_.count(true));
  losses.add("messages that were received and never sent", waiting_.count(false));
}

}  // namespace paje::exchange
