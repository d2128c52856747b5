#include "mpi/aggregate.hpp"

#include <utility>

#include "aggregate/density.hpp"
#include "aggregate/type_choice.hpp"
#include "aggregate/write_overview.hpp"
#include "common/tool.hpp"
#include "mpi/shared_run.hpp"
#include "paje/shared_analysis.hpp"

namespace paje::tools {

namespace {

std::string why_alone(const AggregateOptions& options) {
  if (options.input == "-") return kFromStandardInput;
  if (options.lenient) return "lines that cannot be used are left out";
  if (options.density) return "a density is aggregated";
  if (!options.against.empty()) return "it is compared with another trace";
  return {};
}

// Nothing if it is done.
std::optional<std::string> aggregate_share(const SharedTrace& share,
                                           const AggregateOptions& options, MpiExchange& exchange) {
  TypeCounts counts = counts_of_types(share.trace);
  counts.tracks = exchange.sum(std::move(counts.tracks));
  counts.objects = exchange.sum(std::move(counts.objects));
  const AggregationModelOptions chosen = model_options(share.trace, counts, options);
  if (exchange.rank() == 0) {
    check_overview_memory(aggregation_leaves(share.trace, chosen), options);
  }
  auto model = aggregation_model_together(share, chosen, exchange);
  if (!model) return "";
  if (exchange.rank() != 0) return std::nullopt;
  write_overview(overview_of(share.trace, chosen, std::move(*model), options), options);
  return std::nullopt;
}

}  // namespace

int aggregate_together(const AggregateOptions& options, bool stats, MpiExchange& exchange) {
  begin_aggregation(options);
  SharedRun run{.input = options.input, .read = density_reading(options), .quiet = options.quiet};
  run.stats = stats;
  run.alone = why_alone(options);
  const auto together = [&](const SharedTrace& share, int&) {
    return aggregate_share(share, options, exchange);
  };
  const auto alone = [&] {
    write_overview(make_overview(options), options);
    return static_cast<int>(ExitCode::done);
  };
  return run_shared(run, exchange, {together, alone});
}

}  // namespace paje::tools
