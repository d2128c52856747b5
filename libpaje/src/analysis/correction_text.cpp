// Describes a correction of clocks in words.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "paje/clocks.hpp"

namespace paje {

std::string correction_text(const Trace& trace, const ClockCorrection& correction) {
  if (correction.clocks == 0) {
    return "no messages or collectives show whether the clocks agree; nothing was corrected";
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
    text += fmt::format("; {} of messages and collectives moved individually",
                        counted(correction.late_events, "end", "ends"));
  }
  if (correction.unsolved > 0) {
    text += fmt::format("; {} wrong, in a circle that no clocks can correct",
                        counted(correction.unsolved, "message stays", "messages stay"));
  }
  if (correction.one_sided > 0) {
    text += fmt::format(
        "; messages of {} go one way only, which bounds their clocks on one side: times may still "
        "be wrong, and so may lengths and waits",
        counted(correction.one_sided, "container", "containers"));
  }
  return text;
}

}  // namespace paje
