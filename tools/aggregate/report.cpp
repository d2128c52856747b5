#include "aggregate/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "aggregate/density.hpp"
#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "formats/text/json_writer.hpp"

namespace paje::tools {

namespace {

std::string percent(double part) { return fmt::format("{:.1f}%", 100 * part); }

double start_of(const Overview& overview, const Aggregate& aggregate) {
  return overview.model.slice_start(aggregate.first);
}
double end_of(const Overview& overview, const Aggregate& aggregate) {
  return overview.model.slice_start(aggregate.last + 1);
}

// Of the amounts of an aggregate, the mode's part: for states that is how far it leads.
std::string mode_text(const Overview& overview, const ShownAggregate& shown) {
  return shown.total > 0 ? overview.value_text(shown.mode) : "nothing";
}

std::string head_text(const Overview& overview) {
  const AggregationCells& cells = overview.model.cells;
  std::string text =
      fmt::format("{}: {} {}, {:.6g} to {:.6g}{}\n", overview.title, subject_text(overview),
                  overview.leaves, overview.model.start, overview.model.end,
                  overview.has_unit ? fmt::format(" {}", spelling(overview.unit)) : "");
  text += fmt::format("{} x {} of {:.6g} x {}\n", counted(cells.leaves, "container", "containers"),
                      counted(cells.slices, "slice", "slices"), overview.model.slice_length(),
                      counted(cells.values, "value", "values"));
  if (overview.density) {
    text += fmt::format("{}: {} {}\n", density_column(*overview.density),
                        time_text(overview.amount_of(whole_of(overview.model)), overview.unit),
                        *overview.density == Density::lateness ? "on average" : "in all");
  }
  return text;
}

void write_amounts(const Overview& overview, const ShownAggregate& shown, JsonWriter& json) {
  json.member("amount", overview.amount_of(shown));
  json.key("amounts").begin_array();
  for (uint32_t value = 0; value < shown.shares.size(); ++value) {
    json.value(overview.amount_of(shown, value));
  }
  json.end_array();
}

// The name of the column of amounts, and what it has of an aggregate.
std::string_view amount_name(const Overview& overview) {
  return overview.density ? density_column(*overview.density) : "share";
}
double amount_of(const Overview& overview, const ShownAggregate& shown) {
  return overview.density ? overview.amount_of(shown) : shown.shares[shown.mode];
}

}  // namespace

std::string subject_text(const Overview& overview) {
  if (overview.density) return density_words(*overview.density);
  return fmt::format("{} '{}'", spelling(overview.kind), overview.type);
}

std::string p_text(const Overview& overview) {
  std::string text = fmt::format("p = {:.6g}", overview.partition.p);
  if (overview.is_knee) text += " (the knee of the quality curve)";
  return text;
}

std::string aggregates_text(const Overview& overview) {
  std::string text = head_text(overview);
  text += fmt::format(
      "{}: {} of {}, gain {}, loss {}\n\n", p_text(overview),
      counted(overview.aggregates.size(), "aggregate", "aggregates"),
      counted(static_cast<uint64_t>(overview.model.cells.leaves) * overview.model.cells.slices,
              "cell", "cells"),
      percent(overview.gain_share(overview.partition.gain)),
      percent(overview.loss_share(overview.partition.loss)));
  std::size_t path_width = 9;
  std::size_t mode_width = 4;
  for (const ShownAggregate& shown : overview.aggregates) {
    path_width = std::max(path_width, width_of(overview.model.paths[shown.aggregate.node]));
    mode_width = std::max(mode_width, width_of(mode_text(overview, shown)));
  }
  text += fmt::format("{:<{}}  {:>14}  {:>14}  {:>8}  {:<{}}  {:>8}  {:>7}  {:>7}\n", "container",
                      path_width, "start", "end", "cells", "mode", mode_width,
                      amount_name(overview), "gain", "loss");
  for (const ShownAggregate& shown : overview.aggregates) {
    const Aggregate& aggregate = shown.aggregate;
    text += fmt::format("{}  {:>14.6f}  {:>14.6f}  {:>8}  {}  {:>8.4g}  {:>7}  {:>7}\n",
                        padded(overview.model.paths[aggregate.node], path_width),
                        start_of(overview, aggregate), end_of(overview, aggregate), shown.cells,
                        padded(mode_text(overview, shown), mode_width), amount_of(overview, shown),
                        percent(overview.gain_share(aggregate.gain)),
                        percent(overview.loss_share(aggregate.loss)));
  }
  if (!overview.remarks.empty()) text += '\n';
  for (const std::string& remark : overview.remarks) text += remark + '\n';
  return text;
}

std::string aggregates_csv(const Overview& overview) {
  std::string text = "container,start,end,cells,mode,gain,loss";
  if (overview.density) text += fmt::format(",{}", density_column(*overview.density));
  for (uint32_t value = 0; value < overview.model.cells.values; ++value) {
    text += "," + csv_field((overview.density ? "" : "share of ") + overview.value_text(value));
  }
  text += '\n';
  for (const ShownAggregate& shown : overview.aggregates) {
    const Aggregate& aggregate = shown.aggregate;
    text += fmt::format("{},{},{},{},{},{},{}", csv_field(overview.model.paths[aggregate.node]),
                        start_of(overview, aggregate), end_of(overview, aggregate), shown.cells,
                        csv_field(shown.total > 0 ? overview.value_text(shown.mode) : ""),
                        aggregate.gain, aggregate.loss);
    if (overview.density) text += fmt::format(",{}", overview.amount_of(shown));
    for (uint32_t value = 0; value < shown.shares.size(); ++value) {
      text += fmt::format(
          ",{}", overview.density ? overview.amount_of(shown, value) : shown.shares[value]);
    }
    text += '\n';
  }
  return text;
}

std::string curve_text(const Overview& overview) {
  std::string text = head_text(overview) + '\n';
  text += fmt::format("{:>10}  {:>7}  {:>7}  {:>10}\n", "p", "gain", "loss", "aggregates");
  for (std::size_t i = 0; i < overview.curve.size(); ++i) {
    const Partition& partition = overview.curve[i];
    text += fmt::format(
        "{:>10.6g}  {:>7}  {:>7}  {:>10}{}\n", partition.p,
        percent(overview.gain_share(partition.gain)), percent(overview.loss_share(partition.loss)),
        with_separators(partition.parts.size()), i == *overview.knee ? "  <- knee" : "");
  }
  return text;
}

std::string curve_csv(const Overview& overview) {
  std::string text = "p,gain,loss,aggregates,knee\n";
  for (std::size_t i = 0; i < overview.curve.size(); ++i) {
    const Partition& partition = overview.curve[i];
    text += fmt::format("{},{},{},{},{}\n", partition.p, partition.gain, partition.loss,
                        partition.parts.size(), i == *overview.knee ? 1 : 0);
  }
  return text;
}

namespace {

void write_curve(const Overview& overview, JsonWriter& json) {
  json.key("curve").begin_array();
  for (std::size_t i = 0; i < overview.curve.size(); ++i) {
    const Partition& partition = overview.curve[i];
    json.begin_object()
        .member("p", partition.p)
        .member("gain", partition.gain)
        .member("loss", partition.loss)
        .member("aggregates", uint64_t{partition.parts.size()})
        .member("knee", i == *overview.knee)
        .end_object();
  }
  json.end_array();
}

void write_aggregates(const Overview& overview, JsonWriter& json) {
  json.key("aggregates").begin_array();
  for (const ShownAggregate& shown : overview.aggregates) {
    const Aggregate& aggregate = shown.aggregate;
    json.begin_object()
        .member("container", std::string_view(overview.model.paths[aggregate.node]))
        .member("first_slice", uint64_t{aggregate.first})
        .member("last_slice", uint64_t{aggregate.last})
        .member("start", start_of(overview, aggregate))
        .member("end", end_of(overview, aggregate))
        .member("cells", shown.cells)
        .member("mode", std::string_view(shown.total > 0 ? overview.value_text(shown.mode) : ""))
        .member("gain", aggregate.gain)
        .member("loss", aggregate.loss);
    if (overview.density) write_amounts(overview, shown, json);
    json.key("shares").begin_array();
    for (const double share : shown.shares) json.value(share);
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

std::string overview_json(const Overview& overview) {
  JsonWriter json;
  json.begin_object()
      .member("trace", std::string_view(overview.title))
      .member("type", std::string_view(overview.type))
      .member("container_type", std::string_view(overview.container_type))
      .member("unit", spelling(overview.unit));
  if (overview.density) {
    json.member("density", spelling(*overview.density))
        .member("amount", overview.amount_of(whole_of(overview.model)));
  }
  json.member("start", overview.model.start)
      .member("end", overview.model.end)
      .member("slices", uint64_t{overview.model.cells.slices})
      .member("containers", uint64_t{overview.model.cells.leaves})
      .member("max_gain", overview.max_gain)
      .member("max_loss", overview.max_loss)
      .member("p", overview.partition.p)
      .member("gain", overview.partition.gain)
      .member("loss", overview.partition.loss);
  json.key("values").begin_array();
  for (uint32_t value = 0; value < overview.model.cells.values; ++value) {
    json.value(std::string_view(overview.value_text(value)));
  }
  json.end_array();
  if (overview.knee) write_curve(overview, json);
  write_aggregates(overview, json);
  if (overview.density) {
    json.key("remarks").begin_array();
    for (const std::string& remark : overview.remarks) json.value(std::string_view(remark));
    json.end_array();
  }
  json.end_object();
  return json.text();
}

}  // namespace paje::tools
