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
// Waiting is what to speak of first if it takes that much of the time, or of what is lost.
constexpr double kMuchWaiting = 0.05, kMuchOfLoss = 0.25;

double waited_share(const Analysed& of) { return share_of_all(of.run, of.summary.waited); }

bool is_about_waiting(const Analysed& of) {
  const double share = waited_share(of);
  return !of.summary.causes.empty() &&
         (share >= kMuchWaiting || share >= kMuchOfLoss * (1 - of.summary.efficiency.parallel));
}

void say_cause(Markup& page, const Analysed& of) {
  const Run& run = of.run;
  const Cause& cause = of.summary.causes.front();
  page.words("The first cause of waiting is ")
      .element("b", container_name(run.track_name(cause.track)))
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
  number(page, share_cell(part(cause.cost(), of.summary.waited)));
  page.words(" of all waiting.");
}

// What a program can change, where its calls come first.
void say_useful_cause(Markup& page, const Analysed& of) {
  if (!starts_with_a_call(of.run, of.summary)) return;
  const UsefulCauses useful = useful_causes(of.run, of.summary);
  page.open("li");
  if (useful.first == nullptr) {
    page.words("Useful work causes none of the waiting.").close();
    return;
  }
  page.words("Useful work causes ");
  number(page, share_cell(part(useful.seconds, of.summary.waited)));
  page.words(" of the waiting; first is ")
      .element("b", container_name(of.run.track_name(useful.first->track)))
      .words(" in ")
      .element("b", state_name(value_name(of.run.graph, useful.first->value)))
      .words(": others wait ");
  number(page, time_cell(useful.first->cost(), of.run.unit));
  page.words(" for it.").close();
}

void say_efficiency(Markup& page, const Analysed& of) {
  const Efficiencies& all = of.summary.efficiency;
  page.open("b");
  number(page, share_cell(all.parallel));
  page.close().words("of the time of all containers is useful work. ");
  const WeakFactor weak = weakest_factor(all);
  if (weak.value > 0.995) return;
  page.words(fmt::format("Most is lost to {} (", weak.name));
  number(page, share_cell(weak.value));
  page.words(fmt::format("): {}.", weak.meaning));
}

void add_verdict(Markup& page, const Analysed& of) {
  page.open("p", {{"class", is_about_waiting(of) ? "verdict cause" : "verdict"}});
  if (is_about_waiting(of)) {
    say_cause(page, of);
  } else {
    say_efficiency(page, of);
  }
  page.close();
}

// What is not in the first sentence, which a comparison has for itself.
void add_second_answers(Markup& page, const Analysed& of, bool is_compared) {
  const bool is_waiting_first = is_about_waiting(of);
  if (!of.summary.causes.empty() && (is_compared || !is_waiting_first)) {
    page.open("li");
    say_cause(page, of);
    page.close();
  }
  say_useful_cause(page, of);
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
  if (found.count == 0 || is_of_few(run, found)) {
    add_tile(page, "Iterations", count_cell(0),
             found.count == 0 ? "no order of states repeats" : "none that many containers share");
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
  const Efficiencies& all = of.summary.efficiency;
  if (of.run.graph.tracks().size() < 2) return;
  if (all.useful_maximum <= 0) return;
  page.open("li").words(std::string(of.run.track_name(all.busiest)) + " works longest, ");
  number(page, time_cell(all.useful_maximum, of.run.unit));
  page.words("; the mean is ");
  number(page, time_cell(all.useful_average, of.run.unit));
  page.words(".").close();
}

void add_iterations_facts(Markup& page, const Analysed& of) {
  const Iterations& found = of.summary.iterations;
  if (found.count == 0) return;
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
    return "There is one container with states, so nothing waits for another.";
  }
  if (run.graph.counts().links == 0) {
    return run.graph.collectives().empty()
               ? "The trace has neither links nor collective operations, so it does not show which "
                 "containers wait for others."
               : "The trace has no links, so waits in messages are not seen.";
  }
  if (run.graph.messages().empty()) {
    return "No link of the trace connects a state that sends with one that receives, so waits for "
           "messages are not seen; --classes can say which states do.";
  }
  return {};
}

WeakFactor weakest_factor(const Efficiencies& all) {
  const std::array<WeakFactor, 3> factors = {
      WeakFactor{"load balance", all.load_balance, "some containers have more work than others"},
      WeakFactor{"serialisation", all.serialisation,
                 "containers wait for each other or are idle, however fast the network"},
      WeakFactor{"transfer", all.transfer, "messages and the calls themselves take the time"}};
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
  add_idle(page, of);
  add_path_facts(page, of);
  add_imbalance(page, of);
  add_iterations_facts(page, of);
  page.close();
  add_chart(page, of);
  page.close();
}

}  // namespace paje::tools
