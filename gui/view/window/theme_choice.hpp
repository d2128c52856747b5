// Light, dark, or as the system has it: the colours of widgets, which those of pictures follow.
#pragma once

#include <QString>

namespace paje::gui {

enum class ThemeChoice { system, light, dark };

/// Gives the application the palette. Kept until it is chosen again.
void choose_theme(ThemeChoice choice);
/// The one that was chosen last, also by an earlier run of the program.
ThemeChoice chosen_theme();
/// For this run of the program only.
void use_theme(ThemeChoice choice);
/// The one that is used now.
ThemeChoice used_theme();

}  // namespace paje::gui
