#include "record/match_messages.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace paje::tools {

namespace {

// A send, or a receive that got its message or whose sender and tag are known.
struct Half {
  uint64_t serial;
  Channel channel;
  bool is_complete;
};

struct Halves {
  std::vector<Half> sends;
  std::vector<Half> receives;
};

// What a process posts, in any order at first: threads write files of their own.
class HalfReader {
 public:
  explicit HalfReader(RecordedProcess& process) : process_(process) {}

  Halves read() {
    for (RecordFile& file : process_.threads) {
      Record record;
      file.rewind();
      while (file.next(record)) add(record);
    }
    complete();
    const auto is_before = [](const Half& a, const Half& b) { return a.serial < b.serial; };
    const auto is_cancelled = [this](const Half& half) {
      return cancelled_.count(half.serial) > 0;
    };
    for (std::vector<Half>* halves : {&halves_.sends, &halves_.receives}) {
      std::erase_if(*halves, is_cancelled);
      std::sort(halves->begin(), halves->end(), is_before);
    }
    return std::move(halves_);
  }

 private:
  struct Posted {
    uint64_t on;
    uint64_t peer;  // + 1, or 0: any
    uint64_t tag;
  };
  struct Done {
    uint64_t serial, peer, tag;
  };

  void add(const Record& record) {
    const auto& [first, second, third, fourth] = record.rest;
    if (record.kind == REC_SEND) add_send(record.serial, first, second, third);
    if (record.kind == REC_RECEIVE) add_receive(record.serial, first, second, third, true);
    if (record.kind == REC_POST) posted_[record.serial] = {first, second, third};
    if (record.kind == REC_DONE) done_.push_back({record.serial, first, second});
    if (record.kind == REC_CANCELLED) cancelled_.insert(record.serial);
  }

  // A thread may have completed what another one posted.
  void complete() {
    for (const Done& done : done_) {
      const auto posted = posted_.find(done.serial);
      if (posted == posted_.end()) continue;
      process_.posted_on[done.serial] = posted->second.on;
      add_receive(done.serial, posted->second.on, done.peer, done.tag, true);
      posted_.erase(posted);
    }
    // One that never ended took its message all the same.
    for (const auto& [serial, posted] : posted_) {
      if (posted.peer == 0 || posted.tag == 0) continue;
      add_receive(serial, posted.on, posted.peer - 1, posted.tag - 1, false);
    }
  }

  void add_send(uint64_t serial, uint64_t on, uint64_t peer, uint64_t tag) {
    const auto known = process_.communicators.find(on);
    if (known == process_.communicators.end() || peer >= known->second.peers.size()) return;
    halves_.sends.push_back(
        {serial, {known->second.id, process_.rank, known->second.peers[peer], tag}, true});
  }

  void add_receive(uint64_t serial, uint64_t on, uint64_t peer, uint64_t tag, bool is_complete) {
    const auto known = process_.communicators.find(on);
    if (known == process_.communicators.end() || peer >= known->second.peers.size()) return;
    halves_.receives.push_back(
        {serial, {known->second.id, known->second.peers[peer], process_.rank, tag}, is_complete});
  }

  RecordedProcess& process_;
  Halves halves_;
  std::unordered_map<uint64_t, Posted> posted_;
  std::vector<Done> done_;
  std::unordered_set<uint64_t> cancelled_;
};

// The place of a half in the whole run.
struct PlacedHalf {
  std::size_t process;
  Half half;
};

std::vector<PlacedHalf> by_channel(const std::vector<Halves>& all, bool sends) {
  std::vector<PlacedHalf> placed;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Half& half : sends ? all[i].sends : all[i].receives) placed.push_back({i, half});
  }
  std::stable_sort(placed.begin(), placed.end(), [](const PlacedHalf& a, const PlacedHalf& b) {
    return a.half.channel < b.half.channel;
  });
  return placed;
}

std::size_t end_of_channel(const std::vector<PlacedHalf>& halves, std::size_t first) {
  std::size_t last = first;
  while (last < halves.size() && halves[last].half.channel == halves[first].half.channel) ++last;
  return last;
}

void pair_up(RecordedRun& run, const PlacedHalf& send, const PlacedHalf& receive, std::size_t nth) {
  if (run.channels.empty() || run.channels.back() != send.half.channel) {
    run.channels.push_back(send.half.channel);
  }
  const MessageKey key{static_cast<uint32_t>(run.channels.size() - 1), static_cast<uint32_t>(nth)};
  run.processes[send.process].keys.emplace(send.half.serial, key);
  run.processes[receive.process].keys.emplace(receive.half.serial, key);
  ++run.messages;
}

}  // namespace

void match_messages(RecordedRun& run) {
  std::vector<Halves> all;
  for (RecordedProcess& process : run.processes) all.push_back(HalfReader(process).read());
  const std::vector<PlacedHalf> sends = by_channel(all, true), receives = by_channel(all, false);
  std::size_t send = 0, receive = 0;
  while (send < sends.size() || receive < receives.size()) {
    const bool only_sent =
        receive == receives.size() ||
        (send < sends.size() && sends[send].half.channel < receives[receive].half.channel);
    const bool only_received =
        !only_sent &&
        (send == sends.size() || receives[receive].half.channel < sends[send].half.channel);
    const std::size_t send_end = only_received ? send : end_of_channel(sends, send);
    const std::size_t receive_end = only_sent ? receive : end_of_channel(receives, receive);
    const std::size_t both = std::min(send_end - send, receive_end - receive);
    for (std::size_t i = 0; i < both; ++i) {
      if (receives[receive + i].half.is_complete) {
        pair_up(run, sends[send + i], receives[receive + i], i);
      } else {
        ++run.sends_without_receive;
      }
    }
    run.sends_without_receive += send_end - send - both;
    for (std::size_t i = receive + both; i < receive_end; ++i) {
      run.receives_without_send += receives[i].half.is_complete;
    }
    send = send_end;
    receive = receive_end;
  }
}

}  // namespace paje::tools
