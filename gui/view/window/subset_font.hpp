// A font cut down to the glyphs of some characters, as a file of its own.
#pragma once

#include <QByteArray>
#include <QRawFont>
#include <QSet>

namespace paje::gui {

/// A TrueType font (OpenType with `glyf` outlines) of the characters that `font` has glyphs for,
/// without hints and kerning, called `family`. Empty if its outlines are in another form, or if it
/// has none of the characters.
QByteArray subset_font(const QRawFont& font, const QSet<char32_t>& characters,
                       const QByteArray& family);

}  // namespace paje::gui
