// What an OTF2 archive says of an event beyond its kind, as user-defined fields: attributes, where
// a region is in the source, the communicator of a message.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/definitions.hpp"
#include "exchange/otf2/event.hpp"
#include "exchange/otf2/ref_table.hpp"

namespace paje::exchange {

class Otf2Fields {
 public:
  Otf2Fields(const Otf2Definitions& definitions, ImportedTrace& trace)
      : definitions_(definitions), trace_(trace) {}

  /// `SourceFile`, `SourceLine`, `SourceEndLine` as far as they are known (tables do not show the
  /// fields `File` and `Line` of the format), then the attributes.
  FieldsIndex of_region(OTF2_RegionRef region, Otf2Attributes attributes);
  /// `Comm`, unless it stands for a link, then the attributes.
  FieldsIndex of_message(OTF2_CommRef communicator, uint64_t size, Otf2Attributes attributes,
                         bool is_link);
  FieldsIndex of_metric(Otf2Attributes attributes);
  /// Those that a state has already, with `Comm`, `Root` (a rank of it), `SentBytes` and
  /// `ReceivedBytes` of its collective operation.
  FieldsIndex of_collective(FieldsIndex state, OTF2_CommRef communicator, uint32_t root,
                            uint64_t sent, uint64_t received);
  /// What a message was written for: texts of the archive; an empty type if for no link.
  struct Link {
    std::string_view type;
    std::string_view value;
    std::optional<std::string_view> key;
  };
  [[nodiscard]] Link link_of(Otf2Attributes attributes);

 private:
  [[nodiscard]] ImportedField field(std::string name, std::string_view text);
  ImportedFields region_fields(OTF2_RegionRef region);
  ImportedFields message_fields(OTF2_CommRef communicator);
  FieldsIndex with(ImportedFields fields, Otf2Attributes attributes, uint64_t size = 0);
  // What an attribute is for; the last four say what a message was written for.
  enum class Meaning : uint8_t { field, size, type, value, key };
  struct Attribute {
    std::string name;
    Meaning meaning = Meaning::field;
  };
  const Attribute& attribute(OTF2_AttributeRef attribute);
  [[nodiscard]] std::string attribute_text(OTF2_Type type, const OTF2_AttributeValue& value) const;
  [[nodiscard]] std::string reference_text(OTF2_Type type, const OTF2_AttributeValue& value) const;
  void count_names();

  const Otf2Definitions& definitions_;
  ImportedTrace& trace_;
  RefTable<FieldsIndex> of_regions_;
  RefTable<FieldsIndex> of_communicators_;
  RefTable<Attribute> attributes_;
  std::map<std::tuple<FieldsIndex, OTF2_CommRef, uint32_t, uint64_t, uint64_t>, FieldsIndex>
      of_collectives_;
  NameCounts communicator_names_;
  bool has_counted_ = false;
};

}  // namespace paje::exchange
