// What a correction of clocks did, in words.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "paje/clocks.hpp"

namespace paje {

std::string correction_text(const Trace& trace, const ClockCorrection& correction) {
  if (correction.clocks == 0) {
    return "no messages or collectives say anything of the clocks; nothing was corrected";
  }
  if (!correction.were_wrong) return "the clocks agree; nothing was corrected";
  std::string text =
      fmt::format("clocks corrected: times of {} of {} change", correction.containers,
                  counted(correction.clocks, "container", "containers"));
  if (correction.container.valid()) {
    text += fmt::format(", by up to {:.6g} ({})", correction.largest,
                        trace[correction.container].name.text);
  }
  if (correction.largest_drift > 0) {
    text += fmt::format(", with drifts of up to {:.3g} ppm", correction.largest_drift * 1e6);
  }
  if (correction.late_events > 0) {
    text += fmt::format("; {} of messages and collectives moved on their own",
                        counted(correction.late_events, "end", "ends"));
  }
  if (correction.unsolved > 0) {
    text += fmt::format("; {} wrong, for no clock puts a circle of them right",
                        counted(correction.unsolved, "message stays", "messages stay"));
  }
  return text;
}

}  // namespace paje
