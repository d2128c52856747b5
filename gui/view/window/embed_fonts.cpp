#include "view/window/embed_fonts.hpp"

#include <QFont>
#include <QFontInfo>
#include <QMap>
#include <QRawFont>
#include <QSet>

#include "view/window/subset_font.hpp"

namespace paje::gui {

namespace {

constexpr const char* kFamily = "paje";

using Characters = QSet<char32_t>;

QByteArray attribute_of(const QByteArray& element, const QByteArray& name) {
  const auto from = element.indexOf(' ' + name + "=\"");
  if (from < 0) return {};
  const auto first = from + name.size() + 3;
  return element.mid(first, element.indexOf('"', first) - first);
}

QString without_entities(QByteArray text) {
  text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
  return QString::fromUtf8(text);
}

// By weight.
QMap<QByteArray, Characters> characters_of(const QByteArray& svg) {
  QMap<QByteArray, Characters> found;
  for (qsizetype at = svg.indexOf("<text "); at >= 0; at = svg.indexOf("<text ", at)) {
    const auto first = svg.indexOf('>', at);
    const auto last = svg.indexOf("</text>", at);
    if (first < 0 || last < first) break;
    Characters& characters = found[attribute_of(svg.mid(at, first - at), "font-weight")];
    for (const auto character : without_entities(svg.mid(first + 1, last - first - 1)).toUcs4()) {
      characters.insert(char32_t{character});
    }
    at = last;
  }
  return found;
}

QByteArray rule_of(const QFont& font, const QByteArray& weight, const Characters& characters) {
  QFont weighted = font;
  weighted.setWeight(static_cast<QFont::Weight>(weight.toInt()));
  const QByteArray file = subset_font(QRawFont::fromFont(weighted), characters, kFamily);
  if (file.isEmpty()) return {};
  return QByteArray("@font-face{font-family:'") + kFamily + "';font-weight:" + weight +
         ";src:url(data:font/ttf;base64," + file.toBase64() + ")}\n";
}

}  // namespace

void embed_fonts(QByteArray& svg, const QFont& font) {
  QByteArray rules;
  const auto all = characters_of(svg);
  for (auto one = all.constBegin(); one != all.constEnd(); ++one) {
    rules += rule_of(font, one.key(), one.value());
  }
  const auto definitions = svg.indexOf("<defs>");
  if (rules.isEmpty() || definitions < 0) return;
  svg.insert(definitions + 6, "\n<style>\n" + rules + "</style>");
  svg.replace("font-family=\"'", QByteArray("font-family=\"'") + kFamily + "', '");
}

}  // namespace paje::gui
