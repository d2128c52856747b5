#include "report/first_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyze/iterations_text.hpp"
#include "charts/words.hpp"
#include "common/tool.hpp"
#include "report/comparison.hpp"
#include "report/elements.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostCauses = 5;
constexpr double kHalf = 486;  // pixels of a chart next to words
// Less of the time of all containers is not worth to be spoken of first.
constexpr double kMuchWaiting = 0.05;
// Waiting that is less than this part of what the imbalance costs does not show most of it.
constexpr double kMostOfImbalance = 0.5;

bool is_weak(const WeakFactor& factor) { return factor.value <= 0.995; }

double waited_share(const Analysed& of) { return share_of_all(of.run, of.summary.waited); }

// What others cannot do while the busiest container works, whether they wait in a call or not.
double lost_to_imbalance(const Analysed& of) {
  const Efficiencies& all = of.summary.efficiency;
  return (all.useful_maximum - all.useful_average) *
         static_cast<double>(of.run.graph.tracks().size());
}

// The factor that loses most decides. The network makes up what is lost to transfer, and calls are
// then what waits are for.
bool is_about_waiting(const Analysed& of) {
  if (of.summary.causes.empty()) return false;
  const WeakFactor weak = weakest_factor(of.summary.efficiency);
  return weak.factor != Factor::transfer && waited_share(of) >= kMuchWaiting &&
         of.summary.waited >= kMostOfImbalance * lost_to_imbalance(of);
}

void say_cause(Markup& page, const Run& run, const Summary& summary, const Cause& cause) {
  page.element("b", container_name(run.track_name(cause.track)))
      .words(cause.value == Cause::kBefore ? " " : " in ")
      .element("b", cause.value == Cause::kBefore ? "before its first state"
                                                  : state_name(value_name(run.graph, cause.value)))
      .words(" from ");
  number(page, place_cell(cause.start, run));
  page.words(" to ");
  number(page, place_cell(cause.end, run));
  page.words(": others wait ");
  page.open("b");
  number(page, time_cell(cause.cost(), run.unit));
  page.close().words("for it, ");
  number(page, share_cell(part(cause.cost(), summary.waited)));
  page.words(" of all waiting.");
}

void say_first_cause(Markup& page, const Analysed& of) {
  page.words("The first cause of waiting is ");
  say_cause(page, of.run, of.summary, of.summary.causes.front());
}

// What a program can change.
void say_useful_cause(Markup& page, const Analysed& of) {
  const UsefulCauses useful = useful_causes(of.run, of.summary);
  if (useful.first == nullptr) {
    page.words("Useful work causes none of the waiting.");
    return;
  }
  page.words("Useful work causes ");
  number(page, share_cell(part(useful.seconds, of.summary.waited)));
  page.words(" of the waiting; most by ")
      .element("b", container_name(of.run.track_name(useful.first->track)))
      .words(" in ")
      .element("b", state_name(value_name(of.run.graph, useful.first->value)))
      .words(": others wait ");
  number(page, time_cell(useful.first->cost(), of.run.unit));
  page.words(" for it.");
}

bool has_busiest(const Analysed& of) {
  return of.run.graph.tracks().size() > 1 && of.summary.efficiency.useful_maximum > 0;
}

void say_busiest(Markup& page, const Analysed& of) {
  const Efficiencies& all = of.summary.efficiency;
  page.words(std::string(of.run.track_name(all.busiest)) + " works longest, ");
  number(page, time_cell(all.useful_maximum, of.run.unit));
  page.words("; the mean is ");
  number(page, time_cell(all.useful_average, of.run.unit));
  page.words(".");
}

bool is_busiest_said(const Analysed& of) {
  const WeakFactor weak = weakest_factor(of.summary.efficiency);
  return weak.factor == Factor::load_balance && is_weak(weak) && has_busiest(of);
}

void say_efficiency(Markup& page, const Analysed& of) {
  const Efficiencies& all = of.summary.efficiency;
  page.open("b");
  number(page, share_cell(all.parallel));
  page.close().words("of the time of all containers is useful work. ");
  const WeakFactor weak = weakest_factor(all);
  if (!is_weak(weak)) return;
  page.words(fmt::format("Most is lost to {} (", weak.name));
  number(page, share_cell(weak.value));
  page.words(fmt::format("): {}", weak.meaning));
  const uint32_t call = longest_call(of.run);
  if (is_busiest_said(of)) {
    page.words(": ");
    say_busiest(page, of);
  } else if (weak.factor == Factor::transfer && call != DependencyGraph::kNone) {
    page.words(", most of all ")
        .element("b", state_name(of.run.graph.values()[call].name))
        .words(".");
  } else {
    page.words(".");
  }
}

// Whether the first sentences name a cause, and which one: the first of all, or the first that a
// program can change.
enum class NamedCause : uint8_t { none, first, useful };
NamedCause named_cause(const Analysed& of) {
  const UsefulCauses useful = useful_causes(of.run, of.summary);
  if (useful.first == nullptr || share_of_all(of.run, useful.first->cost()) < kLeastShare) {
    return is_about_waiting(of) ? NamedCause::first : NamedCause::none;
  }
  return is_about_waiting(of) || !starts_with_a_call(of.run, of.summary) ? NamedCause::first
                                                                         : NamedCause::useful;
}

void add_verdict(Markup& page, const Analysed& of) {
  const bool is_waiting_first = is_about_waiting(of);
  page.open("p", {{"class", is_waiting_first ? "verdict cause" : "verdict"}});
  if (!is_waiting_first) say_efficiency(page, of);
  switch (named_cause(of)) {
    case NamedCause::first:
      page.words(is_waiting_first ? "" : " ");
      say_first_cause(page, of);
      break;
    case NamedCause::useful:
      page.words(" ");
      say_useful_cause(page, of);
      break;
    case NamedCause::none:
      break;
  }
  page.close();
}

// What is not in the first sentences, which a comparison has for itself.
void add_second_answers(Markup& page, const Analysed& of, bool is_compared) {
  const bool is_waiting_first = is_about_waiting(of);
  const NamedCause named = is_compared ? NamedCause::none : named_cause(of);
  if (!of.summary.causes.empty() && named != NamedCause::first) {
    page.open("li");
    say_first_cause(page, of);
    page.close();
  }
  if (starts_with_a_call(of.run, of.summary) && named != NamedCause::useful) {
    page.open("li");
    say_useful_cause(page, of);
    page.close();
  }
  if (is_compared || is_waiting_first) {
    page.open("li");
    say_efficiency(page, of);
    page.close();
  }
}

void add_tile(Markup& page, std::string_view name, const TableCell& cell, std::string_view note) {
  page.open("div").element("dt", name).open("dd");
  number(page, cell);
  page.close().element("dd", kept_together(note), {{"class", "note"}}).close();
}

void add_tiles(Markup& page, const Analysed& of) {
  const Run& run = of.run;
  const Summary& summary = of.summary;
  page.open("dl", {{"class", "tiles"}});
  add_tile(page, "Length", time_cell(run.graph.length(), run.unit),
           counted(run.graph.tracks().size(), "container", "containers"));
  add_tile(
      page, "Parallel efficiency", share_cell(summary.efficiency.parallel),
      fmt::format("load balance {}, communication {}", share_text(summary.efficiency.load_balance),
                  share_text(summary.efficiency.communication)));
  add_tile(page, "Waiting", time_cell(summary.waited, run.unit),
           share_text(waited_share(of)) + " of the time of all containers");
  const Iterations& found = summary.iterations;
  if (found.count == 0) {
    add_tile(page, "Iterations", count_cell(0),
             found.count_of_few == 0 ? "no sequence of states repeats"
                                     : "none that many containers share");
  } else {
    add_tile(page, "Iterations", count_cell(found.count),
             fmt::format("typically {}, {}", time_cell(found.typical, run.unit).words,
                         found.outliers.empty()
                             ? "no outliers"
                             : counted(found.outliers.size(), "outlier", "outliers")));
  }
  page.close();
}

void add_waiting(Markup& page, const Analysed& of) {
  const Summary& summary = of.summary;
  if (summary.waits.empty()) {
    if (what_lacks(of.run).empty()) item(page, "No container was found to wait for another.");
    return;
  }
  page.open("li").words("Containers wait ");
  number(page, time_cell(summary.waited, of.run.unit));
  page.words(" in all: ");
  std::string kinds;
  for (const WaitKind kind : kinds_by_time(summary)) {
    const double share =
        part(summary.waited_by_kind[static_cast<std::size_t>(kind)], summary.waited);
    if (share < kLeastShare) continue;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", seen_name(kind), share_text(share));
  }
  page.words(kept_together(kinds + ".")).close();
}

// Kinds of waits end as the first member comes.
void add_root_waits(Markup& page, const Analysed& of) {
  const Summary& summary = of.summary;
  if (share_of_all(of.run, summary.root_waited) < kLeastShare) return;
  const uint32_t whom = longest_awaited(summary);
  page.open("li").words("Roots wait ");
  number(page, time_cell(summary.root_waited, of.run.unit));
  page.words(" from the arrival of the first member of an operation to that of the last; most for ")
      .element("b", container_name(of.run.track_name(whom)))
      .words(": ");
  number(page, time_cell(summary.root_waits[whom], of.run.unit));
  page.words(".").close();
}

void add_idle(Markup& page, const Analysed& of) {
  const double share = share_of_all(of.run, of.summary.idle);
  if (share < kLeastShare) return;
  page.open("li").words("Containers are idle ");
  number(page, time_cell(of.summary.idle, of.run.unit));
  page.words(", ");
  number(page, share_cell(share));
  page.words(" of the time, and no message explains it.").close();
}

std::string largest_text(const std::vector<PathSum>& sums, double length, std::size_t most,
                         std::string (*name)(std::string_view)) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, sums.size()); ++i) {
    const double share = part(sums[i].seconds, length);
    if (i > 0 && share < 0.01) break;
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", name(sums[i].name), share_text(share));
  }
  return text;
}

void add_path_facts(Markup& page, const Analysed& of) {
  const PathSums& path = of.summary.path;
  item(page, fmt::format("On the critical path: {}; it leads through {}.",
                         largest_text(path.by_value, path.length, 3, &state_name),
                         largest_text(path.by_track, path.length, 3, &container_name)));
}

void add_imbalance(Markup& page, const Analysed& of) {
  if (!has_busiest(of) || is_busiest_said(of)) return;
  page.open("li");
  say_busiest(page, of);
  page.close();
}

void add_iterations_facts(Markup& page, const Analysed& of) {
  const Iterations& found = of.summary.iterations;
  if (found.count + found.count_of_few == 0) return;
  std::string text = iterations_text(of.run, found);
  if (!found.outliers.empty()) text += " The longest outlier:" + outlier_text(of.run, found, 1);
  const std::size_t end = text.find('\n');
  item(page, text.substr(0, end));
}

// Next to the words.
void add_chart(Markup& page, const Analysed& of) {
  if (of.summary.causes.empty()) {
    figure(page, efficiency_chart(of.summary.efficiency, kHalf));
  } else {
    figure(page, causes_chart(of.run, of.summary.causes, of.summary.waited, kMostCauses, kHalf));
  }
}

// What makes all else doubtful.
void add_warnings(Markup& page, const Analysed& of) {
  for (const std::string& line : remarks(of.run, of.summary.check)) {
    if (line.starts_with("Warning")) item(page, line, "warning");
  }
}

void add_lack(Markup& page, const Analysed& of) {
  const std::string words = what_lacks(of.run);
  if (!words.empty()) item(page, words, "lack");
}

}  // namespace

std::string what_lacks(const Run& run) {
  if (run.graph.tracks().size() == 1) {
    return "Only one container has states, so no container waits for another.";
  }
  if (run.graph.counts().links == 0) {
    return run.graph.collectives().empty()
               ? "The trace has neither links nor collective operations, so it does not show which "
                 "containers wait for others."
               : "The trace has no links, so waits in messages are not seen.";
  }
  if (run.graph.messages().empty()) {
    return "No link of the trace connects a state that sends with one that receives, so waits for "
           "messages are not seen; --classes can define which states do.";
  }
  return {};
}

WeakFactor weakest_factor(const Efficiencies& all) {
  const std::array<WeakFactor, 3> factors = {
      WeakFactor{Factor::load_balance, "load balance", all.load_balance,
                 "some containers have more work than others"},
      WeakFactor{Factor::serialisation, "serialisation", all.serialisation,
                 "containers wait for each other or are idle, however fast the network"},
      WeakFactor{Factor::transfer, "transfer", all.transfer,
                 "messages and the calls themselves take the time"}};
  return *std::min_element(factors.begin(), factors.end(),
                           [](const auto& a, const auto& b) { return a.value < b.value; });
}

void add_first_screen(Markup& page, const Material& material) {
  const Analysed& of = material.first;
  if (material.comparison) {
    add_comparison_verdict(page, material);
  } else {
    add_verdict(page, of);
  }
  add_tiles(page, of);
  page.open("div", {{"class", "two"}}).open("ul", {{"class", "words"}});
  add_warnings(page, of);
  add_lack(page, of);
  add_second_answers(page, of, material.comparison.has_value());
  add_waiting(page, of);
  add_root_waits(page, of);
  add_idle(page, of);
  add_path_facts(page, of);
  add_imbalance(page, of);
  add_iterations_facts(page, of);
  page.close();
  add_chart(page, of);
  page.close();
}

}  // namespace paje::tools
