// Sends and receives of an OTF2 archive, which know only their own side, paired into links.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// One side of a message.
struct Otf2Half {
  double time = 0;
  ContainerIndex location = kRoot;
  int64_t size = 0;
  FieldsIndex fields = 0;  ///< of the message, known where it is sent, as those below
  WordIndex value = 0;
  WordIndex key = ImportedLink::kNumbered;
  std::string type = {};  ///< of the link
};

/// What has to be the same on both sides: the processes, the communicator and the tag.
struct Otf2Channel {
  ContainerIndex sender = kRoot;
  ContainerIndex receiver = kRoot;
  uint32_t communicator = 0;
  uint32_t tag = 0;
  friend auto operator<=>(const Otf2Channel&, const Otf2Channel&) = default;
};

/// Messages of one channel arrive in the order in which they were sent.
class Otf2Messages {
 public:
  explicit Otf2Messages(ImportedTrace& trace) : trace_(trace) {}

  void send(const Otf2Channel& channel, const Otf2Half& half);
  void receive(const Otf2Channel& channel, const Otf2Half& half);
  /// Counts what found no other half as lost.
  void finish(Losses& losses);

 private:
  struct Waiting {
    std::deque<Otf2Half> sent;
    std::deque<Otf2Half> received;
  };
  void add(const Otf2Channel& channel, const Otf2Half& sent, const Otf2Half& received);

  ImportedTrace& trace_;
  std::map<std::tuple<std::string, TypeIndex, TypeIndex>, TypeIndex> types_;  // by name and ends
  std::map<Otf2Channel, Waiting> waiting_;
};

}  // namespace paje::exchange
