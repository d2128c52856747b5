// Names of a trace as a window shows them.
#pragma once

#include <QString>
#include <string_view>

namespace paje::gui {

/// No screen is as many letters wide.
inline constexpr std::size_t kMostShownBytes = 1500;

/// UTF-8 as text. A name may be as long as a trace, and what measures and paints text takes many
/// times its size: so the middle of one that is longer than `most` bytes is left out. What is no
/// UTF-8 or cannot be seen becomes U+FFFD, so that XML holds all of it.
[[nodiscard]] QString shown_text(std::string_view utf8, std::size_t most = kMostShownBytes);
[[nodiscard]] QString shown_text(const QString& text);

}  // namespace paje::gui
