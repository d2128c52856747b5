#include "report/page.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "common/tool.hpp"
#include "paje/measured_time.hpp"
#include "report/comparison.hpp"
#include "report/elements.hpp"
#include "report/first_screen.hpp"
#include "report/material.hpp"
#include "report/sections.hpp"
#include "report/style.hpp"

namespace paje::tools {

namespace {

Analysed analyse(Run run, const AnalyzeOptions& options) {
  Summary summary = summarise(run, options);
  ValueStyles styles(run.graph);
  std::string name = file_name(run.name);
  return {std::move(run), std::move(summary), std::move(styles), std::move(name)};
}

// Why a run cannot be analysed; empty if it can.
std::string obstacle(const Run& run) {
  if (run.graph.tracks().empty()) {
    return "The trace has no states, so there is nothing that could be analysed.";
  }
  try {
    check_measured(run.trace);
  } catch (const TimeError& error) {
    return fmt::format("The run cannot be analysed: {}.", error.what());
  }
  if (run.graph.length() == 0)
    return "All states begin and end at the same time: nothing took long.";
  return {};
}

void add_head(Markup& page, const std::string& name) {
  page.open("head")
      .empty("meta", {{"charset", "utf-8"}})
      .empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}})
      // A browser then loads nothing and runs nothing, whatever the names in a trace are.
      .empty("meta", {{"http-equiv", "Content-Security-Policy"},
                      {"content", "default-src 'none'; style-src 'unsafe-inline'"}})
      .element("title", name + " \u2013 performance report")
      .open("style")
      .include(page_rules())
      .include(chart_rules())
      .close()
      .close();
}

std::string facts(const Run& run) {
  const auto& counts = run.graph.counts();
  return fmt::format(
      "{} \u00b7 {} \u00b7 {} \u00b7 {}",
      counted(run.graph.tracks().size(), "container", "containers"),
      counted(counts.states, "state", "states"),
      counted(run.graph.messages().size(), "message", "messages"),
      counted(run.graph.collectives().size(), "collective operation", "collective operations"));
}

void add_header(Markup& page, const Run& run, const std::string& name) {
  page.open("header").element("h1", name).element("p", facts(run)).close();
}

void add_navigation(Markup& page, bool has_comparison) {
  constexpr std::pair<const char*, const char*> kPlaces[] = {
      {"#comparison", "Comparison"},     {"#overview", "At a glance"},
      {"#efficiency", "Efficiency"},     {"#causes", "Waits and causes"},
      {"#path", "Critical path"},        {"#profile", "Profile"},
      {"#messages", "Messages"},         {"#iterations", "Iterations"},
      {"#basis", "Data and assumptions"}};
  page.open("nav");
  for (const auto& [place, name] : kPlaces) {
    if (place == kPlaces[0].first && !has_comparison) continue;
    page.element("a", name, {{"href", place}}).include("\n");
  }
  page.close();
}

void add_sections(Markup& page, const Material& material) {
  const Analysed& of = material.first;
  page.open("main");
  add_first_screen(page, material);
  if (material.other || !material.no_comparison.empty()) add_comparison(page, material);
  add_overview(page, material);
  add_efficiency(page, of);
  add_waits(page, of);
  add_path(page, of);
  add_profile(page, of);
  add_messages(page, of.run, material.options.analyze);
  add_iterations(page, of);
  add_basis(page, of);
  page.close();
}

// Of a run that cannot be analysed.
void add_obstacle(Markup& page, const Run& run, const std::string& why,
                  const ReportOptions& options) {
  page.open("main").element("p", why, {{"class", "verdict"}}).include("\n");
  if (run.graph.counts().links > 0 && run.graph.tracks().empty()) {
    add_messages(page, run, options.analyze);
  }
  page.close();
}

void compare_with_other(Material& material) {
  const ReportOptions& options = material.options;
  AnalyzeOptions of_other = options.analyze;
  of_other.input = options.other;
  of_other.unit = material.first.run.unit;
  Run run = open_run(of_other, false);
  const std::string why = obstacle(run);
  if (!why.empty()) {
    material.no_comparison = file_name(run.name) + ": " + why;
    return;
  }
  material.other = analyse(std::move(run), of_other);
  CompareOptions compare;
  compare.input_a = options.analyze.input;
  compare.input_b = options.other;
  compare.comparison.alignment.threads = options.analyze.read.threads;
  try {
    material.comparison =
        compare_traces(material.first.run.trace, material.other->run.trace, compare);
  } catch (const std::invalid_argument& error) {
    material.no_comparison = fmt::format("The runs cannot be compared: {}.", error.what());
  }
}

void add_body(Markup& page, Run run, const ReportOptions& options) {
  const std::string name = file_name(run.name);
  const std::string why = obstacle(run);
  add_header(page, run, name);
  if (!why.empty()) {
    add_obstacle(page, run, why, options);
    return;
  }
  Material material{options, analyse(std::move(run), options.analyze), {}, {}, {}};
  if (!options.other.empty()) compare_with_other(material);
  add_navigation(page, !options.other.empty());
  add_sections(page, material);
}

}  // namespace

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string make_page(const ReportOptions& options) {
  Run run = open_run(options.analyze, false);
  Markup page;
  page.include("<!DOCTYPE html>\n").open("html", {{"lang", "en"}});
  add_head(page, file_name(run.name));
  page.open("body");
  add_body(page, std::move(run), options);
  page.open("footer")
      .words("Written by " + version_text("pj_report") + ". Times are those of the trace.")
      .close();
  page.close().close();
  return page.text();
}

}  // namespace paje::tools
