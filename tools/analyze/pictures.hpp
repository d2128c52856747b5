// What was found of a run, as charts: for pj_analyze --svg and for reports.
#pragma once

#include <vector>

#include "analyze/summarise.hpp"
#include "charts/chart.hpp"
#include "charts/value_styles.hpp"
#include "paje/bounds.hpp"

namespace paje::tools {

/// `wait at all-to-all`: without terms that only some know.
std::string seen_name(WaitKind kind);

using Charts = std::vector<NamedChart>;

/// The factors of the parallel efficiency, as a tree.
NamedChart efficiency_chart(const Efficiencies& all, double width);
/// The costliest causes, `most` of them.
NamedChart causes_chart(const Run& run, const std::vector<Cause>& causes, double waited,
                        std::size_t most, double width);
NamedChart wait_kinds_chart(const Run& run, const std::vector<Wait>& waits, double width);
/// The containers that others wait for most.
NamedChart waiting_chart(const Run& run, const std::vector<Wait>& waits, double width);
NamedChart profile_chart(const Run& run, const ValueStyles& styles, double width);
NamedChart iterations_chart(const Run& run, const Iterations& found, double width);
NamedChart lateness_chart(const Run& run, double width);
NamedChart bounds_chart(const Run& run, const RunBounds& bounds, double width);
/// How much of each value's time makes the run longer if it is longer: it has no slack.
NamedChart slack_chart(const Run& run, double width);
/// What is to be added to the clock of each container.
NamedChart clocks_chart(const Run& run, double width);
/// The time of each class, and of the values in it.
NamedChart classes_chart(const Run& run, const ValueStyles& styles, double width);
NamedChart matrix_chart(const Run& run, const AnalyzeOptions& options);
/// Messages by size, if sizes are known, by latency, and, last and wide, over time; none without
/// messages.
Charts message_charts(const Run& run, const AnalyzeOptions& options, double width);

}  // namespace paje::tools
