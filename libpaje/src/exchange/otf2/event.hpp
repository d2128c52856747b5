// The events of an OTF2 archive as its library delivers them, kept until it is their turn: reading
// them goes on meanwhile.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace paje::exchange {

/// An attribute of an event, or a value of a metric.
struct Otf2Attribute {
  OTF2_AttributeRef ref = OTF2_UNDEFINED_ATTRIBUTE;
  OTF2_Type type = OTF2_TYPE_NONE;
  OTF2_AttributeValue value{};
};
using Otf2Attributes = std::span<const Otf2Attribute>;

enum class Otf2EventKind : uint8_t {
  enter,
  leave,
  send,
  receive,
  metric,
  collective_end,
  text_parameter,
  signed_parameter,
  unsigned_parameter,
  other
};

struct Otf2Event {
  OTF2_TimeStamp time = 0;
  OTF2_LocationRef location = 0;
  uint64_t size = 0;      ///< of a message; what a collective sent; the number of a parameter
  uint64_t received = 0;  ///< by a collective
  uint32_t subject = 0;   ///< region, metric, parameter, other side of a message, kind of others
  uint32_t communicator = 0;
  uint32_t detail = 0;      ///< tag, root, text of a parameter
  uint32_t first = 0;       ///< of its attributes in the block; those of a metric follow its values
  uint32_t attributes = 0;  ///< how many
  uint8_t values = 0;       ///< of a metric
  Otf2EventKind kind = Otf2EventKind::other;
};

/// Some events of one reader, in the order in which it delivers them.
struct Otf2Block {
  std::vector<Otf2Event> events;
  std::vector<Otf2Attribute> attributes;
  uint64_t count = 0;                  ///< as the library counts them
  OTF2_ErrorCode code = OTF2_SUCCESS;  ///< what comes after the events, if nothing does
  std::string trouble;                 ///< that the library had then
  std::exception_ptr failure;          ///< of keeping them
  bool is_last = false;

  void clear() {
    events.clear();
    attributes.clear();
    count = 0;
  }
  [[nodiscard]] Otf2Attributes values_of(const Otf2Event& event) const {
    return {attributes.data() + event.first, event.values};
  }
  [[nodiscard]] Otf2Attributes attributes_of(const Otf2Event& event) const {
    return {attributes.data() + event.first + event.values, event.attributes};
  }
};

}  // namespace paje::exchange
