// User-defined fields of one object as facts of it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

/// A fact for each field, in the order of the events that have them: numbers as written, what is
/// hexadecimal as a decimal number, too, text without its quotes. Of an object that takes that many
/// seconds to carry what its size says (a link), the size is in units for people, and its bandwidth
/// follows. The size is in the field of that name, or if it is empty in one of the usual ones.
void add_user_facts(const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& words, std::optional<double> seconds,
                    std::string_view size_field, Facts& facts);

}  // namespace paje::gui
