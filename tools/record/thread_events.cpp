#include "record/thread_events.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

int64_t or_any(uint64_t number) {
  return number == 0 ? CallFields::kAny : static_cast<int64_t>(number) - 1;
}

}  // namespace

ThreadEvents::ThreadEvents(const RecordedProcess& process, RecordFile& file)
    : process_(process), file_(file) {
  file_.rewind();
}

const ThreadEvent* ThreadEvents::next() {
  while (pending_.empty() && !is_at_end_) fill();
  return pending_.empty() ? nullptr : &pending_.front();
}

// Calls end after what is recorded of their parts.
void ThreadEvents::fill() {
  Record record;
  if (!file_.next(record)) {
    is_at_end_ = true;
    return add_open_call();
  }
  switch (record.kind) {
    case REC_CALL_NAME:
      calls_[record.number] = record.text;
      break;
    case REC_NAME:
      names_[record.number] = record.text;
      break;
    case REC_CALL:
    case REC_CALL_ON:
    case REC_COLLECTIVE:
      add_call(record);
      break;
    case REC_ENTER:
    case REC_LEAVE:
    case REC_VALUE:
      add_region(record);
      break;
    default:
      add_part(record);
  }
}

ThreadEvent& ThreadEvents::add(ThreadEvent::Kind kind, uint64_t local) {
  ThreadEvent& event = pending_.emplace_back();
  event.kind = kind;
  event.time = last_ = std::max(last_, process_.clock.corrected(local));
  return event;
}

CallFields ThreadEvents::message_fields(uint64_t on, uint64_t peer, uint64_t tag) const {
  CallFields fields;
  const auto known = process_.communicators.find(on);
  if (known == process_.communicators.end()) return fields;
  fields.communicator = known->second.id;
  fields.peer = or_any(peer);
  if (peer > 0 && peer <= known->second.peers.size()) fields.peer = known->second.peers[peer - 1];
  fields.tag = or_any(tag);
  return fields;
}

void ThreadEvents::add_part(const Record& record) {
  const auto& [first, second, third, fourth] = record.rest;
  const auto key = process_.keys.find(record.serial);
  const bool has_key = key != process_.keys.end();
  CallFields fields;
  switch (record.kind) {
    case REC_SEND:
      if (has_key) sent_.push_back({key->second, fourth});
      fields = message_fields(first, second + 1, third + 1);
      fields.size = fourth;
      break;
    case REC_RECEIVE:
      if (has_key) received_.push_back(key->second);
      fields = message_fields(first, second + 1, third + 1);
      fields.size = fourth;
      break;
    case REC_POST:
      fields = message_fields(first, second, third);
      fields.size = fourth;
      break;
    case REC_DONE: {
      if (has_key) received_.push_back(key->second);
      const auto on = process_.posted_on.find(record.serial);
      if (on != process_.posted_on.end())
        fields = message_fields(on->second, first + 1, second + 1);
      fields.size = third;
      break;
    }
    case REC_PROBE:
      fields = message_fields(first, second, third);
      break;
    default:
      return;
  }
  // Of a call that sends and receives, what it sends; of several others, nothing.
  if (parts_++ == 0) part_ = fields;
}

CallFields ThreadEvents::fields_of(const Record& record) const {
  CallFields fields;
  if (record.kind == REC_CALL) {
    const bool says_one_thing = parts_ == 1 || (sent_.size() == 1 && received_.size() == 1);
    return says_one_thing ? part_ : fields;
  }
  const auto known = process_.communicators.find(record.rest[0]);
  if (known == process_.communicators.end()) return fields;
  fields.communicator = known->second.id;
  if (record.kind == REC_CALL_ON) return fields;
  fields.sequence = record.rest[1];
  const uint64_t root = record.rest[2];
  if (root > 0 && root <= known->second.peers.size()) fields.root = known->second.peers[root - 1];
  fields.size = record.rest[3];
  return fields;
}

void ThreadEvents::add_call(const Record& record) {
  using Kind = ThreadEvent::Kind;
  const std::string_view name = call_name(record.number);
  ThreadEvent& push = add(Kind::push, record.start);
  push.name = name;
  push.fields = fields_of(record);
  if (record.kind != REC_CALL && parts_ == 1) {
    push.fields.peer = part_.peer;
    push.fields.tag = part_.tag;
  }
  add_messages(record.start, record.end);
  add(Kind::pop, record.end);
  part_ = {};
  parts_ = 0;
}

void ThreadEvents::add_region(const Record& record) {
  using Kind = ThreadEvent::Kind;
  if (record.kind == REC_LEAVE) {
    if (open_regions_ == 0) return;
    --open_regions_;
    add(Kind::pop, record.end);
    return;
  }
  const auto found = names_.find(record.number);
  const std::string_view name = found == names_.end() ? "?" : found->second;
  if (record.kind == REC_ENTER) {
    ++open_regions_;
    add(Kind::push, record.start).name = name;
  } else {
    ThreadEvent& event = add(Kind::variable, record.start);
    event.name = name;
    event.value = record.value;
  }
}

void ThreadEvents::add_messages(uint64_t start, uint64_t end) {
  using Kind = ThreadEvent::Kind;
  for (const Sent& sent : sent_) {
    ThreadEvent& link = add(Kind::start_link, start);
    link.key = sent.key;
    link.fields.size = sent.size;
  }
  for (const MessageKey& key : received_) add(Kind::end_link, end).key = key;
  sent_.clear();
  received_.clear();
}

// A call that never returned lasts to the end of the run; what it had done by then counts.
void ThreadEvents::add_open_call() {
  const rec_header& header = file_.header();
  const bool is_open = header.open_call != 0 && header.open_start >= file_.last_time();
  const uint64_t time = is_open ? header.open_start : file_.last_time();
  if (is_open) add(ThreadEvent::Kind::push, time).name = call_name(header.open_call - 1);
  add_messages(time, time);
}

std::string_view ThreadEvents::call_name(uint64_t number) const {
  const auto found = calls_.find(number);
  return found == calls_.end() ? "?" : found->second;
}

}  // namespace paje::tools
