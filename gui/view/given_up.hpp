// How work in the background ends early.
#pragma once

namespace paje::gui {

/// Thrown out of work in the background that nobody waits for any more.
struct GivenUp {};

}  // namespace paje::gui
