#include "reading/as_events.hpp"

#include "exchange/other_events.hpp"
#include "exchange/recognise.hpp"

namespace paje {

Input as_events(const Input& input, const ReadOptions& options) {
  const exchange::Recognised found = exchange::recognise(input);
  if (!found.format) return found.input;
  return exchange::events_of(exchange::convert(found.input, *found.format, options));
}

}  // namespace paje
