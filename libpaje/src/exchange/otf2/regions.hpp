// The regions that an OTF2 archive says are entered and left, as states that nest.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/definitions.hpp"
#include "exchange/otf2/ref_table.hpp"

namespace paje::exchange {

/// Each end closes the region opened last in its location, whatever region it names: one that names
/// another is counted.
class Otf2Regions {
 public:
  Otf2Regions(const Otf2Definitions& definitions, ImportedTrace& trace, Losses& losses)
      : definitions_(definitions), trace_(trace), losses_(losses) {}

  void enter(double time, const Otf2Location& location, OTF2_RegionRef region, FieldsIndex fields);
  void leave(double time, const Otf2Location& location, OTF2_RegionRef region);
  /// The fields of the region that is open, to be changed; nothing if none is.
  [[nodiscard]] std::optional<std::size_t> open_operation(const Otf2Location& location) const;
  void finish();

 private:
  struct Location {
    TypeIndex type = kRoot;
    double last = 0;  // time
    std::vector<WordIndex> open;
    std::vector<std::size_t> operations;  // by which they were
  };
  Location& at(double& time, const Otf2Location& location);
  WordIndex name(OTF2_RegionRef region);

  const Otf2Definitions& definitions_;
  ImportedTrace& trace_;
  Losses& losses_;
  std::vector<Location> locations_;                               // by their numbers
  std::map<std::pair<TypeIndex, std::string>, TypeIndex> types_;  // of states
  RefTable<WordIndex> names_;
};

}  // namespace paje::exchange
