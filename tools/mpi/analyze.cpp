#include "mpi/analyze.hpp"

#include <utility>

#include "analyze/report.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "mpi/shared_run.hpp"
#include "paje/shared_analysis.hpp"

namespace paje::tools {

namespace {

// Why one process has to do it alone, if that is so.
using Alone = std::optional<std::string>;

// What a command says of a run, on the first process; nothing on others.
class Analysis {
 public:
  Analysis(const AnalyzeOptions& options, MpiExchange& exchange)
      : options_(options), exchange_(exchange) {}

  Alone run(SharedTrace share) {
    if (options_.command == "transitions") return show_transitions(share);
    if (needs_one_process(share, read_classes(options_.classes), exchange_)) {
      return "links connect tasks, or values have categories";
    }
    std::optional<MessageFigures> messages;
    const bool is_of_messages = options_.command == "messages";
    if (is_of_messages) {
      messages = messages_together(share, options_.graph.size_field, options_.bins, exchange_);
    }
    SharedGraph shared = share_graph(std::move(share));
    if (shared.graph.tracks().empty() && !is_of_messages) {
      throw std::runtime_error("the trace has no states, which an analysis needs");
    }
    const auto& counts = shared.graph.counts();
    if (counts.links_outside_tracks > 0 && counts.collective_calls > 0) {
      return "links connect containers without states, and may end in calls of collectives";
    }
    // A table or stacks have no remarks.
    std::optional<GraphFacts> facts;
    if (!options_.csv && !options_.folded) {
      facts = graph_facts_together(shared, exchange_);
      if (!facts) return "messages or collectives end before others began, or in no time";
    }
    if (is_of_messages) {
      finish(
          shared, [&](const Run& run) { return message_findings(run, *messages); }, facts);
    } else if (options_.command == "waits") {
      const auto waits = waits_together(shared, exchange_);
      const auto root_waits = root_waits_together(shared, exchange_);
      finish(
          shared, [&](const Run& run) { return wait_findings(run, waits, root_waits); }, facts);
    } else if (options_.command == "efficiency") {
      const auto figures = efficiencies_together(shared, exchange_);
      finish(
          shared,
          [&](const Run& run) { return efficiency_findings(run, figures.all, figures.useful); },
          facts);
    } else {
      show_profile(shared, facts);
    }
    return std::nullopt;
  }

 private:
  Alone show_transitions(const SharedTrace& share) {
    PairOptions pairs = options_.pairs;
    pairs.threads = options_.read.threads;
    const PairTable table = count_pairs_together(share, pairs, exchange_);
    if (is_first()) write_report(options_, transitions_report(table, options_));
    return std::nullopt;
  }

  SharedGraph share_graph(SharedTrace share) {
    DependencyOptions graph = options_.graph;
    graph.classes = read_classes(options_.classes);
    graph.threads = options_.read.threads;
    return graph_together(std::move(share), graph, exchange_);
  }

  void show_profile(SharedGraph& shared, const std::optional<GraphFacts>& facts) {
    const Usage usage = usage_together(shared, options_.bins, exchange_);
    if (options_.folded) {
      if (is_first()) write_report(options_, folded_stacks(shared.graph, usage.tree));
      return;
    }
    finish(
        shared, [&](const Run& run) { return profile_findings(run, usage); }, facts);
  }

  template <class Find>
  void finish(SharedGraph& shared, Find&& find, const std::optional<GraphFacts>& facts) {
    if (!is_first()) return;
    const Trace trace = shared.graph.trace();
    std::vector<std::string> names = names_of_tracks(shared.graph);
    const Run run = {trace, std::move(shared.graph), unit_of(trace), options_.input,
                     std::move(names)};
    Findings findings = find(run);
    if (facts) {
      findings.remarks = remarks(run, facts->check, find_unclassified(run.graph, facts->seconds));
    }
    write_report(options_, findings_report(findings, options_, run.unit));
  }

  [[nodiscard]] TimeUnit unit_of(const Trace& trace) const {
    const Trace* const traces[] = {&trace};
    return unit_for(options_.unit, traces, options_.tool, options_.quiet);
  }
  [[nodiscard]] bool is_first() const { return exchange_.rank() == 0; }

  const AnalyzeOptions& options_;
  MpiExchange& exchange_;
};

std::string why_alone(const AnalyzeOptions& options) {
  if (!options.text.empty()) return "it is a text of pairs";
  if (options.input == "-") return kFromStandardInput;
  if (options.lenient) return "lines that cannot be used are left out";
  if (options.metrics) return "metrics of messages are asked for";
  if (!options.svg.empty()) return "a picture is drawn of all of it";
  return {};
}

}  // namespace

int analyze_together(const AnalyzeOptions& options, bool stats, MpiExchange& exchange) {
  begin_analysis(options);
  SharedRun run{.input = options.input, .read = options.read, .quiet = options.quiet};
  run.alone = why_alone(options);
  run.stats = stats;
  run.read.keep_user_fields = options.command != "transitions";
  const auto together = [&](SharedTrace share, int&) {
    return Analysis(options, exchange).run(std::move(share));
  };
  const auto alone = [&] {
    analyze(options);
    return static_cast<int>(ExitCode::done);
  };
  return run_shared(run, exchange, {together, alone});
}

}  // namespace paje::tools
