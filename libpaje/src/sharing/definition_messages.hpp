// Event definitions as messages.
#pragma once

#include <string>
#include <vector>

#include "paje/event.hpp"
#include "sharing/messages.hpp"

namespace paje {

void put_definitions(const std::vector<EventDefinition>& definitions, std::string& message);
std::vector<EventDefinition> take_definitions(MessageReader& from);

}  // namespace paje
