#include "mpi/analyze.hpp"

#include "analyze/report.hpp"
#include "common/tool.hpp"
#include "mpi/shared_run.hpp"

namespace paje::tools {

namespace {

using Done = std::optional<std::string>;

Done show_transitions(const SharedTrace& share, const AnalyzeOptions& options,
                      MpiExchange& exchange) {
  PairOptions pairs = options.pairs;
  pairs.threads = options.read.threads;
  const PairTable table = count_pairs_together(share, pairs, exchange);
  if (exchange.rank() == 0) write_report(options, transitions_report(table, options));
  return std::nullopt;
}

std::string why_alone(const AnalyzeOptions& options) {
  if (options.input == "-") return "it comes from standard input";
  if (!options.text.empty()) return "it is a text of pairs";
  if (options.lenient) return "lines that cannot be used are left out";
  if (!options.svg.empty()) return "a picture is drawn of all of it";
  return {};
}

}  // namespace

int analyze_together(const AnalyzeOptions& options, MpiExchange& exchange) {
  begin_analysis(options);
  SharedRun run{options.input, options.read, options.quiet, why_alone(options)};
  run.read.keep_user_fields = options.command != "transitions";
  const auto together = [&](const SharedTrace& share, int&) -> Done {
    return show_transitions(share, options, exchange);
  };
  const auto alone = [&] {
    analyze(options);
    return static_cast<int>(ExitCode::done);
  };
  return run_shared(run, exchange, {together, alone});
}

}  // namespace paje::tools
