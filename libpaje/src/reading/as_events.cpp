#include "reading/as_events.hpp"

#include <sys/stat.h>

#include "exchange/other_events.hpp"
#include "exchange/recognise.hpp"

namespace paje {

Input as_events(const Input& input, const ReadOptions& options) {
  const exchange::Recognised found = exchange::recognise(input, options.stop);
  if (!found.format) return found.input;
  return exchange::events_of(exchange::convert(found.input, *found.format, options));
}

std::optional<FileMark> mark_of(const Input& input) {
  struct stat status {};
  const bool is_file = !input.reader() && input.kind() == Input::Kind::path &&
                       ::stat(input.name().c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (!is_file) return std::nullopt;
  return FileMark{input.name(), status.st_dev, status.st_ino,
                  static_cast<uint64_t>(status.st_size)};
}

}  // namespace paje
