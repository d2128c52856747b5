#include "exchange/otf2/metrics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "base/whole_digits.hpp"

namespace paje::exchange {

void Otf2Metrics::add(const Otf2Event& event, double when, Otf2Attributes values,
                      ContainerIndex here, FieldsIndex fields) {
  const OTF2_MetricRef metric = event.subject;
  const Otf2MetricInstance* const instance = definitions_.metric_instances.find(metric);
  const std::vector<OTF2_MetricMemberRef>* const members =
      definitions_.metric_classes.find(instance == nullptr ? metric : instance->of_class);
  const ContainerIndex place = place_of(instance, here);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (members == nullptr || i >= members->size()) {
      losses_.add("values of metrics that are not defined");
      continue;
    }
    add_value((*members)[i], values[i], when, place, fields);
  }
}

// A change is added to those before it. A value for the time since the last one began there; after
// the last one of all nothing is known, and it is taken to go on.
void Otf2Metrics::add_value(OTF2_MetricMemberRef member, const Otf2Attribute& given, double when,
                            ContainerIndex place, FieldsIndex fields) {
  static constexpr Otf2Metric kUndefined;
  const Otf2Metric* const found = definitions_.metrics.find(member);
  const Otf2Metric& defined = found == nullptr ? kUndefined : *found;
  double value = number_of(defined, given);
  // Of our own archives: variables may have such values.
  if (!std::isfinite(value) && !definitions_.is_exact) {
    return losses_.add("values of metrics that are not finite");
  }
  Series& series = series_of(member, defined, place);
  if ((defined.mode & OTF2_METRIC_VALUE_MASK) == OTF2_METRIC_VALUE_RELATIVE) {
    value = series.sum += value;
  }
  const double before = std::exchange(series.last, when);
  trace_.set_variable(defined.mode == OTF2_METRIC_ABSOLUTE_LAST ? before : when, series.type, place,
                      value, fields);
}

double Otf2Metrics::number_of(const Otf2Metric& defined, const Otf2Attribute& given) {
  double value = given.value.float64;
  bool is_exact = true;
  if (given.type == OTF2_TYPE_INT64) {
    value = static_cast<double>(given.value.int64);
    is_exact = is_exact_double(given.value.int64);
  }
  if (given.type == OTF2_TYPE_UINT64) {
    value = static_cast<double>(given.value.uint64);
    is_exact = is_exact_double(given.value.uint64);
  }
  if (!is_exact) losses_.add(kLastDigits);
  const double base = defined.base == OTF2_BASE_BINARY ? 2 : 10;
  if (defined.exponent != 0) value *= std::pow(base, static_cast<double>(defined.exponent));
  return value;
}

ContainerIndex Otf2Metrics::place_of(const Otf2MetricInstance* instance, ContainerIndex here) {
  if (instance == nullptr) return here;
  const auto container = [&](const auto* found) {
    return found == nullptr ? here : found->container;
  };
  switch (instance->kind) {
    case OTF2_SCOPE_LOCATION:
      return container(definitions_.locations.find(instance->scope));
    case OTF2_SCOPE_LOCATION_GROUP:
      return container(definitions_.location_groups.find(instance->scope));
    case OTF2_SCOPE_SYSTEM_TREE_NODE:
      return container(definitions_.nodes.find(instance->scope));
    default:
      losses_.add("values of metrics of groups (they are of the locations that record them)");
      return here;
  }
}

Otf2Metrics::Series& Otf2Metrics::series_of(OTF2_MetricMemberRef member, const Otf2Metric& defined,
                                            ContainerIndex place) {
  const auto [series, is_new] = series_.try_emplace({place, member});
  if (!is_new) return series->second;
  series->second.last = first_time_;
  const TypeIndex around = trace_.containers()[place].type;
  const auto [type, is_first] = types_.try_emplace({around, member}, kRoot);
  if (is_first) {
    type->second =
        trace_.add_type({ImportedKind::variable, around,
                         definitions_.text(defined.name, fmt::format("metric {}", member))});
  }
  series->second.type = type->second;
  return series->second;
}

}  // namespace paje::exchange
