#include "message_text.hpp"

namespace paje {

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = c == '\t' ? ' ' : '?';
  }
  return shown;
}

std::string shortened(std::string_view text) {
  if (text.size() <= kMostShown) return printable(text);
  return printable(text.substr(0, kMostShown)) + "...";
}

std::string quoted(std::string_view name) { return "'" + shortened(name) + "'"; }

}  // namespace paje
