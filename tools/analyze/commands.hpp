// The commands of pj_analyze, each of which makes tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyze/pictures.hpp"
#include "analyze/run.hpp"
#include "analyze/sheet.hpp"
#include "paje/communication.hpp"
#include "paje/utilisation.hpp"

namespace paje::tools {

/// What a command found.
struct Findings {
  std::vector<std::string> lines;                     ///< sentences before the tables; text only
  std::vector<std::pair<std::string, Sheet>> sheets;  ///< by the member of JSON that holds them
  std::vector<std::string> remarks;
};

/// Charts of what a command finds.
using Picture = Charts (*)(const Run& run, const AnalyzeOptions& options);

using Command = Findings (*)(const Run& run, const AnalyzeOptions& options);

bool is_command(std::string_view word);
/// `summary, causes, ...`
std::string command_names();
/// Of those that give a table.
std::string table_names();
/// A line for each.
std::string command_help();
/// Null for `summary` and `transitions`, which print in their own ways.
Command find_command(std::string_view name);

/// Null for a command without a picture.
Picture find_picture(std::string_view name);
/// Of the commands that have one.
std::string picture_names();

Charts draw_causes(const Run& run, const AnalyzeOptions& options);
Charts draw_waits(const Run& run, const AnalyzeOptions& options);
Charts draw_path(const Run& run, const AnalyzeOptions& options);
Charts draw_iterations(const Run& run, const AnalyzeOptions& options);
Charts draw_efficiency(const Run& run, const AnalyzeOptions& options);
Charts draw_profile(const Run& run, const AnalyzeOptions& options);
Charts draw_messages(const Run& run, const AnalyzeOptions& options);
Charts draw_lateness(const Run& run, const AnalyzeOptions& options);
Charts draw_bounds(const Run& run, const AnalyzeOptions& options);
Charts draw_slack(const Run& run, const AnalyzeOptions& options);
Charts draw_clocks(const Run& run, const AnalyzeOptions& options);
Charts draw_classes(const Run& run, const AnalyzeOptions& options);
Charts draw_summary(const Run& run, const AnalyzeOptions& options);

Findings show_causes(const Run& run, const AnalyzeOptions& options);
Findings show_waits(const Run& run, const AnalyzeOptions& options);
Findings show_path(const Run& run, const AnalyzeOptions& options);
Findings show_iterations(const Run& run, const AnalyzeOptions& options);
Findings show_slack(const Run& run, const AnalyzeOptions& options);
Findings show_efficiency(const Run& run, const AnalyzeOptions& options);
Findings show_classes(const Run& run, const AnalyzeOptions& options);
Findings show_profile(const Run& run, const AnalyzeOptions& options);
Findings show_messages(const Run& run, const AnalyzeOptions& options);
/// Of `messages --metrics`.
Findings show_metrics(const Run& run, const AnalyzeOptions& options);
Findings show_lateness(const Run& run, const AnalyzeOptions& options);
Findings show_bounds(const Run& run, const AnalyzeOptions& options);
Findings show_clocks(const Run& run, const AnalyzeOptions& options);

// The same of what was measured.
Findings profile_findings(const Run& run, const Usage& usage);
Findings message_findings(const Run& run, const MessageFigures& figures);
Findings wait_findings(const Run& run, const std::vector<PlacedWait>& waits,
                       const std::vector<PlacedWait>& root_waits);
Findings efficiency_findings(const Run& run, const Efficiencies& all,
                             const std::vector<double>& useful);

/// What `transitions` prints. It reads the trace or text itself, and needs no graph.
std::string transitions_report(const AnalyzeOptions& options);
/// The same of pairs that are counted.
std::string transitions_report(const PairTable& table, const AnalyzeOptions& options);

}  // namespace paje::tools
