#include "archive/user_rows.hpp"

#include <utility>

namespace paje {

void replace_user_rows(std::span<const uint32_t> some, const archive::UserRows& others,
                       std::size_t first, archive::UserRows& rows) {
  const archive::UserRows before = std::exchange(rows, {});
  UserRowWalk mine(before), other(others);
  for (std::size_t i = 0; i < first; ++i) other.skip();
  for (uint32_t row = 0; row < before.events.size(); ++row) {
    if (some.empty() || some.front() != row) {
      mine.copy_to(rows);
      continue;
    }
    some = some.subspan(1);
    mine.skip();
    other.copy_to(rows);
  }
}

}  // namespace paje
