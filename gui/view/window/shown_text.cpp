#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

// Whether a character goes on there, rather than begins.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Cannot be seen, and is not allowed in XML or moves what follows.
bool is_invisible(QChar character) {
  const char16_t code = character.unicode();
  return code < u' ' || (code >= 0x7F && code < 0xA0) || code == 0xFFFE || code == 0xFFFF;
}

QString visible(QString text) {
  for (QChar& character : text) {
    if (is_invisible(character)) character = QChar::ReplacementCharacter;
  }
  return text;
}

QString whole_text(std::string_view utf8) {
  return visible(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

}  // namespace

QString shown_text(std::string_view utf8, std::size_t most) {
  if (utf8.size() <= most) return whole_text(utf8);
  std::size_t head = most / 2;
  std::size_t tail = utf8.size() - most / 2;
  // A character has four bytes at most; more of these are not valid UTF-8.
  for (int i = 0; i < 3 && head > 0 && goes_on(utf8[head]); ++i) --head;
  for (int i = 0; i < 3 && tail + 1 < utf8.size() && goes_on(utf8[tail]); ++i) ++tail;
  return whole_text(utf8.substr(0, head)) + QChar(0x2026) + whole_text(utf8.substr(tail));
}

QString shown_text(const QString& text) {
  constexpr auto kMost = static_cast<qsizetype>(kMostShownBytes);
  if (text.size() <= kMost) return visible(text);
  return visible(text.left(kMost / 2) + QChar(0x2026) + text.right(kMost / 2));
}

}  // namespace paje::gui
