// Sends and receives of an OTF2 archive, which know only their own side, paired into links.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/waiting.hpp"

namespace paje::exchange {

/// Messages of one channel arrive in the order in which they were sent.
class Otf2Messages {
 public:
  explicit Otf2Messages(ImportedTrace& trace) : trace_(trace) {}

  /// The number of a type of links.
  uint32_t type_named(std::string_view name);
  void send(const Otf2Channel& channel, const Otf2Half& half);
  void receive(const Otf2Channel& channel, const Otf2Half& half);
  /// Counts what found no other half as lost.
  void finish(Losses& losses) const;

 private:
  void add(const Otf2Channel& channel, const Otf2Half& sent, const Otf2Half& received);
  TypeIndex type_of(uint32_t name, TypeIndex start, TypeIndex end);

  ImportedTrace& trace_;
  std::vector<std::string> type_names_;
  uint32_t latest_name_ = 0;
  std::map<std::string, uint32_t, std::less<>> name_numbers_;
  using Type = std::tuple<uint32_t, TypeIndex, TypeIndex>;  // its name and ends
  std::map<Type, TypeIndex> types_;
  Type latest_{};
  TypeIndex latest_type_ = kRoot;
  Otf2Waiting waiting_;
};

}  // namespace paje::exchange
