// The regions that an OTF2 archive says are entered and left, as states that nest.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/definitions.hpp"

namespace paje::exchange {

/// Each end closes the region opened last in its location, whatever region it names: one that names
/// another is counted.
class Otf2Regions {
 public:
  Otf2Regions(const Otf2Definitions& definitions, ImportedTrace& trace, Losses& losses)
      : definitions_(definitions), trace_(trace), losses_(losses) {}

  void enter(double time, ContainerIndex location, OTF2_RegionRef region, FieldsIndex fields);
  void leave(double time, ContainerIndex location, OTF2_RegionRef region);
  void finish();

 private:
  struct Location {
    TypeIndex type = kRoot;
    double last = 0;  // time
    std::vector<WordIndex> open;
  };
  Location& at(double& time, ContainerIndex location);
  WordIndex name(OTF2_RegionRef region);

  const Otf2Definitions& definitions_;
  ImportedTrace& trace_;
  Losses& losses_;
  std::vector<Location> locations_;                 // by container
  std::unordered_map<TypeIndex, TypeIndex> types_;  // of the states of a container's type
  std::unordered_map<OTF2_RegionRef, WordIndex> names_;
};

}  // namespace paje::exchange
