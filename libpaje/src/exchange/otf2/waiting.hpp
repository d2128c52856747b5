// Halves of messages until their others come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/word_table.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// One side of a message.
struct Otf2Half {
  double time = 0;
  int64_t size = 0;
  ContainerIndex location = kRoot;
  FieldsIndex fields = 0;  ///< of the message, known where it is sent, as those below
  WordIndex value = 0;
  WordIndex key = ImportedLink::kNumbered;
  uint32_t type = 0;  ///< see type_named()
};

/// What has to be the same on both sides: the processes, the communicator and the tag.
struct Otf2Channel {
  ContainerIndex sender = kRoot;
  ContainerIndex receiver = kRoot;
  uint32_t communicator = 0;
  uint32_t tag = 0;
  friend bool operator==(const Otf2Channel&, const Otf2Channel&) = default;
};

/// The halves that wait for their others, by channel, in the order in which they came. Those of one
/// channel are all sent or all received. O(1) for each half; memory for those that wait.
class Otf2Waiting {
 public:
  Otf2Waiting() : channels_(kFirstChannels) {}

  /// Whether one of the other side waits, which is the earliest and no longer does; else this half
  /// waits.
  bool take_other(const Otf2Channel& channel, bool is_sent, const Otf2Half& half, Otf2Half& other);
  /// How many wait.
  [[nodiscard]] uint64_t count(bool is_sent) const { return counts_[is_sent ? 1 : 0]; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kFirstChannels = 256;

  struct Channel {
    Otf2Channel channel;
    uint32_t first = kNone;  // in halves_; none: a free place
    uint32_t last = kNone;
    bool is_sent = false;
  };
  struct Half {
    Otf2Half half;
    uint32_t next = kNone;  // that waits in the channel, or is free
  };

  [[nodiscard]] std::size_t start_of(const Otf2Channel& channel) const;
  [[nodiscard]] std::size_t place_of(const Otf2Channel& channel) const;
  uint32_t keep(const Otf2Half& half);
  void remove(std::size_t place);
  void grow();

  std::vector<Channel> channels_;  // a power of two, half of them free at least
  std::size_t used_ = 0;
  std::vector<Half> halves_;
  uint32_t free_ = kNone;
  uint64_t counts_[2] = {};
};

inline std::size_t Otf2Waiting::start_of(const Otf2Channel& channel) const {
  const uint64_t ends = uint64_t{channel.sender} << 32U | channel.receiver;
  const uint64_t rest = uint64_t{channel.communicator} << 32U | channel.tag;
  const uint64_t mixed = detail::mix(ends ^ detail::kHashSeed.low, 0x9E3779B97F4A7C15);
  return detail::mix(mixed ^ rest, detail::kHashSeed.high | 1U) & (channels_.size() - 1);
}

// Of the channel, or the free one where it belongs.
inline std::size_t Otf2Waiting::place_of(const Otf2Channel& channel) const {
  std::size_t at = start_of(channel);
  while (channels_[at].first != kNone && channels_[at].channel != channel) {
    at = (at + 1) & (channels_.size() - 1);
  }
  return at;
}

inline bool Otf2Waiting::take_other(const Otf2Channel& channel, bool is_sent, const Otf2Half& half,
                                    Otf2Half& other) {
  const std::size_t place = place_of(channel);
  Channel& found = channels_[place];
  if (found.first != kNone && found.is_sent != is_sent) {
    const uint32_t taken = found.first;
    other = halves_[taken].half;
    --counts_[is_sent ? 0 : 1];
    found.first = std::exchange(halves_[taken].next, free_);
    free_ = taken;
    if (found.first == kNone) remove(place);
    return true;
  }
  const uint32_t kept = keep(half);
  ++counts_[is_sent ? 1 : 0];
  if (found.first != kNone) {
    halves_[found.last].next = kept;
    found.last = kept;
    return false;
  }
  found = {channel, kept, kept, is_sent};
  if (++used_ * 2 > channels_.size()) grow();
  return false;
}

inline uint32_t Otf2Waiting::keep(const Otf2Half& half) {
  if (free_ == kNone) {
    halves_.push_back({half});
    return static_cast<uint32_t>(halves_.size() - 1);
  }
  const uint32_t place = free_;
  free_ = halves_[place].next;
  halves_[place] = {half};
  return place;
}

// Those after it that would not be found over the gap move up.
inline void Otf2Waiting::remove(std::size_t place) {
  const std::size_t mask = channels_.size() - 1;
  std::size_t gap = place;
  for (std::size_t at = (gap + 1) & mask; channels_[at].first != kNone; at = (at + 1) & mask) {
    const std::size_t from_start = (at - start_of(channels_[at].channel)) & mask;
    if (from_start < ((at - gap) & mask)) continue;
    channels_[gap] = channels_[at];
    gap = at;
  }
  channels_[gap] = {};
  --used_;
}

inline void Otf2Waiting::grow() {
  std::vector<Channel> old(channels_.size() * 2);
  old.swap(channels_);
  for (const Channel& channel : old) {
    if (channel.first != kNone) channels_[place_of(channel.channel)] = channel;
  }
}

}  // namespace paje::exchange
