#include "exchange/otf2/event_streams.hpp"

#include <algorithm>
#include <new>
#include <tuple>
#include <utility>

#include "exchange/otf2/keep_events.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kMostReaders = 16;  // more deliver events faster than one thread takes them

struct EvtCallbacksDeleter {
  void operator()(OTF2_GlobalEvtReaderCallbacks* made) const {
    OTF2_GlobalEvtReaderCallbacks_Delete(made);
  }
};
using EvtCallbacks = std::unique_ptr<OTF2_GlobalEvtReaderCallbacks, EvtCallbacksDeleter>;

}  // namespace

std::size_t Otf2EventStreams::readers_for(unsigned threads) {
  return threads < 2 ? 1 : std::min(kMostReaders, std::size_t{2} * threads);
}

Otf2EventStreams::Otf2EventStreams(const Otf2Archive& archive,
                                   const std::vector<Otf2Archive::Part>& parts) {
  const EvtCallbacks callbacks(OTF2_GlobalEvtReaderCallbacks_New());
  if (callbacks == nullptr) throw std::bad_alloc();
  set_callbacks_of_events(callbacks.get());
  for (const Otf2Archive::Part& part : parts) {
    archive.check(OTF2_Reader_OpenEvtFiles(part.reader));
    for (const OTF2_LocationRef location : part.locations) {
      if (OTF2_Reader_GetEvtReader(part.reader, location) == nullptr) {
        archive.fail_in(location, archive.trouble(OTF2_ERROR_INVALID) + std::string(kLenientHelp));
      }
    }
    Stream& stream = *streams_.emplace_back(std::make_unique<Stream>());
    stream.reader = part.reader;
    stream.events = OTF2_Reader_GetGlobalEvtReader(part.reader);
    if (stream.events == nullptr) archive.fail(archive.trouble(OTF2_ERROR_INVALID));
    archive.check(OTF2_Reader_RegisterGlobalEvtCallbacks(part.reader, stream.events,
                                                         callbacks.get(), &stream.filled));
  }
}

// In the same way in which they are taken later: so what comes before the damage is the same.
Otf2Damage Otf2EventStreams::damage_of(const Otf2Archive& archive, OTF2_LocationRef location) {
  const Otf2Archive::TroubleAside said;
  Otf2Damage damage{location};
  const Otf2Archive::Reader reader = archive.open_reader();
  archive.check(OTF2_Reader_SelectLocation(reader.get(), location));
  const bool is_open = OTF2_Reader_OpenEvtFiles(reader.get()) == OTF2_SUCCESS &&
                       OTF2_Reader_GetEvtReader(reader.get(), location) != nullptr;
  if (!is_open) {
    damage.trouble = said.text();
    return damage;
  }
  Otf2EventStreams alone(archive, {{reader.get(), {location}}});
  Stream& stream = *alone.streams_.front();
  damage.can_begin = true;
  do {
    Filling{&stream}();
    damage.sound += stream.next.events.size();
  } while (!stream.next.is_last);
  if (stream.next.failure != nullptr) std::rethrow_exception(stream.next.failure);
  damage.code = stream.next.code;
  damage.trouble = std::move(stream.next.trouble);
  return damage;
}

std::vector<Otf2Damage> Otf2EventStreams::find_damage(
    const Otf2Archive& archive, const std::vector<OTF2_LocationRef>& locations,
    ThreadPool& parallel) {
  std::vector<Otf2Damage> found(locations.size());
  parallel.for_each(locations.size(),
                    [&](std::size_t i) { found[i] = damage_of(archive, locations[i]); });
  std::erase_if(found, [](const Otf2Damage& one) { return one.code == OTF2_SUCCESS; });
  for (Otf2Damage& one : found) {
    if (one.trouble.empty()) one.trouble = OTF2_Error_GetDescription(one.code);
  }
  return found;
}

void Otf2EventStreams::Filling::operator()() const {
  const Otf2Archive::TroubleAside said;
  Otf2Block& block = stream->next;
  block.clear();
  stream->filled = &block;
  block.code =
      OTF2_Reader_ReadGlobalEvents(stream->reader, stream->events, kBlockEvents, &block.count);
  block.is_last = block.code != OTF2_SUCCESS || block.count < kBlockEvents;
  if (block.code != OTF2_SUCCESS) block.trouble = said.text();
}

// The streams that have more, as a heap: the one whose next event comes first is in front.
class Otf2EventStreams::Merge {
 public:
  Merge(std::vector<std::unique_ptr<Stream>>& streams, ThreadPool& parallel, AfterDamage after)
      : after_(after), queue_(parallel) {
    heads_.reserve(streams.size());
    for (const auto& stream : streams) {
      heads_.push_back({0, 0, stream.get()});
      fill(*stream);
    }
    // Before any event is taken, as the first ones of all locations are read.
    for (std::size_t i = heads_.size(); i-- > 0;) {
      if (go_on(heads_[i])) continue;
      heads_[i] = heads_.back();
      heads_.pop_back();
    }
    for (std::size_t i = heads_.size(); i-- > 0;) sink(i);
  }

  End run(const Take& take) {
    while ((end_.code == OTF2_SUCCESS || after_ == AfterDamage::go_on) && !heads_.empty()) {
      Head& head = heads_.front();
      Stream& stream = *head.stream;
      const std::size_t end = end_of_run(stream);
      take(stream.block, stream.at, end);
      stream.at = end;
      if (!go_on(head)) {
        head = heads_.back();
        heads_.pop_back();
      }
      sink(0);
    }
    return std::move(end_);
  }

 private:
  struct Head {
    OTF2_TimeStamp time;
    OTF2_LocationRef location;
    Stream* stream;

    [[nodiscard]] bool is_before(const Head& other) const {
      return std::tie(time, location) < std::tie(other.time, other.location);
    }
    [[nodiscard]] bool is_after(const Otf2Event& event) const {
      return std::tie(event.time, event.location) < std::tie(time, location);
    }
  };

  void fill(Stream& stream) { stream.filling = queue_.add({&stream}); }

  // How many events of the block in front come before those of all other streams.
  [[nodiscard]] std::size_t end_of_run(const Stream& front) const {
    const std::vector<Otf2Event>& events = front.block.events;
    if (heads_.size() == 1) return events.size();
    const bool is_third = heads_.size() > 2 && heads_[2].is_before(heads_[1]);
    const Head& other = heads_[is_third ? 2 : 1];
    std::size_t end = front.at + 1;
    while (end < events.size() && other.is_after(events[end])) ++end;
    return end;
  }

  // Whether the stream has another event.
  bool go_on(Head& head) {
    Stream& stream = *head.stream;
    while (stream.at == stream.block.events.size()) {
      if (stream.filling == nullptr) {
        if (stream.block.failure != nullptr) std::rethrow_exception(stream.block.failure);
        if (stream.block.code != OTF2_SUCCESS) {
          end_.code = stream.block.code;
          end_.trouble = std::move(stream.block.trouble);
        }
        return false;
      }
      queue_.wait(*stream.filling);
      std::swap(stream.block, stream.next);
      stream.at = 0;
      end_.count += stream.block.count;
      stream.filling.reset();
      if (!stream.block.is_last) fill(stream);
    }
    head.time = stream.block.events[stream.at].time;
    head.location = stream.block.events[stream.at].location;
    return true;
  }

  void sink(std::size_t at) {
    while (true) {
      std::size_t least = at;
      for (std::size_t child = 2 * at + 1; child <= 2 * at + 2 && child < heads_.size(); ++child) {
        if (heads_[child].is_before(heads_[least])) least = child;
      }
      if (least == at) return;
      std::swap(heads_[at], heads_[least]);
      at = least;
    }
  }

  std::vector<Head> heads_;
  AfterDamage after_;
  End end_;
  Queue queue_;
};

Otf2EventStreams::End Otf2EventStreams::run(ThreadPool& parallel, AfterDamage after,
                                            const Take& take) {
  End end;
  parallel.both([&] { end = Merge(streams_, parallel, after).run(take); }, [] {});
  return end;
}

}  // namespace paje::exchange
