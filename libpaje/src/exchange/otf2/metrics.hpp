// Values of the metrics of an OTF2 archive as variables. A metric's mode says what its value is (a
// level, or the change of one) and for when; its scope, of what.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <utility>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/definitions.hpp"
#include "exchange/otf2/event.hpp"

namespace paje::exchange {

class Otf2Metrics {
 public:
  Otf2Metrics(const Otf2Definitions& definitions, ImportedTrace& trace, Losses& losses)
      : definitions_(definitions), trace_(trace), losses_(losses) {}

  /// To be called for the first event of all, with its time: a first value for the time before it
  /// holds from then on.
  void begin(double time) { first_time_ = time; }
  /// Values that the location of `here` recorded. In order of time.
  void add(const Otf2Event& event, double when, Otf2Attributes values, ContainerIndex here,
           FieldsIndex fields);

 private:
  // What is known of the values of one member at one place.
  struct Series {
    TypeIndex type = kRoot;
    double sum = 0;   // of the changes so far
    double last = 0;  // time of the last value
  };
  void add_value(OTF2_MetricMemberRef member, const Otf2Attribute& given, double when,
                 ContainerIndex place, FieldsIndex fields);
  [[nodiscard]] double number_of(const Otf2Metric& defined, const Otf2Attribute& given);
  [[nodiscard]] ContainerIndex place_of(const Otf2MetricInstance* instance, ContainerIndex here);
  Series& series_of(OTF2_MetricMemberRef member, const Otf2Metric& defined, ContainerIndex place);

  const Otf2Definitions& definitions_;
  ImportedTrace& trace_;
  Losses& losses_;
  double first_time_ = 0;
  std::map<std::pair<TypeIndex, OTF2_MetricMemberRef>, TypeIndex> types_;
  std::map<std::pair<ContainerIndex, OTF2_MetricMemberRef>, Series> series_;
};

}  // namespace paje::exchange
