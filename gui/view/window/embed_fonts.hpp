// Fonts inside an SVG file.
#pragma once

#include <QByteArray>

class QFont;

namespace paje::gui {

/// Embeds what the words of `svg`, as QSvgGenerator writes it, need of `font`, in each weight they
/// are written in, and names it before other fonts. Then words look the same on a machine without
/// that font, and fill the room that was left for them.
void embed_fonts(QByteArray& svg, const QFont& font);

}  // namespace paje::gui
