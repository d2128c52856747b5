// pajeview --render: a picture in a file, without a window or a display.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "command_line.hpp"
#include "common/input_files.hpp"
#include "common/read_report.hpp"
#include "common/time_unit_option.hpp"
#include "model/aggregate/aggregation.hpp"
#include "model/answers/answers.hpp"
#include "model/compare/run_alignment.hpp"
#include "model/memory_limit.hpp"
#include "model/number_text.hpp"
#include "model/rows/trace_model.hpp"
#include "view/aggregate/aggregation_picture.hpp"
#include "view/compare/comparison_picture.hpp"
#include "view/window/loader.hpp"
#include "view/window/picture.hpp"
#include "view/window/run_binding.hpp"

namespace paje::gui {

namespace {

ViewState state_of(const TraceModel& model, const CommandLine& line) {
  ViewState state;
  state.axis = TimeAxis(model.span(), 1);
  state.palette = model.palette();
  apply(line.start, model, state);
  return state;
}

// High enough for all rows, within reason.
int height_for(const TraceModel& model, const ViewState& state) {
  return std::clamp(static_cast<int>(layout_rows(model, state.rows).height) + 190, 240, 4000);
}

TraceModelPointer read_model(const CommandLine& line, std::size_t number) {
  const Input input = Input::from_path(line.traces[number]);
  ReadOptions read = line.read;
  tools::add_input_trace(line.traces[number], read);
  tools::refuse_input_files({line.render});
  tools::ReadReport report("pajeview");
  report.attach(read, line.lenient, line.traces[number]);
  auto model = within(line.most_memory, [&] {
    return std::make_shared<const TraceModel>(
        read_trace(input, read), std::filesystem::path(input.name()).filename().string(),
        std::function<void()>(), line.show);
  });
  report.print();
  check_stop_at(*model,
                {.read = line.read, .show = line.show, .stop_at_has_unit = line.stop_at_has_unit});
  return model;
}

// Once, however many traces there are.
void say_unit(const CommandLine& line, std::initializer_list<const TraceModel*> models) {
  std::vector<const Trace*> traces;
  for (const TraceModel* model : models) traces.push_back(&model->trace());
  tools::unit_for(line.show.unit, traces, "pajeview", false);
}

// A picture of no part of the run shows nothing.
void check_span(const TraceModel& model, const CommandLine& line) {
  TimeSpan wanted = model.span();
  if (!(wanted.length() > 0)) return;
  if (!line.start.from.empty()) parse_time(line.start.from, wanted.start, model.unit());
  if (!line.start.to.empty()) parse_time(line.start.to, wanted.end, model.unit());
  if (wanted.start < model.span().end && wanted.end > model.span().start) return;
  const std::string unit(spelling(model.unit()));
  throw std::runtime_error("nothing of " + model.name() +
                           " is from --start to --end: it begins at " +
                           exact_text(model.span().start) + ' ' + unit + " and ends at " +
                           exact_text(model.span().end) + ' ' + unit);
}

ViewState checked_state(const TraceModel& model, const CommandLine& line) {
  ViewState state = state_of(model, line);
  if (!line.start.containers.empty() && layout_rows(model, state.rows).rows.empty()) {
    throw std::runtime_error("no container matches '" + line.start.containers + "'");
  }
  return state;
}

void write(const CommandLine& line, const QSize& size, const std::string& title,
           const std::function<void(QPainter&, bool)>& paint) {
  // The picture, and the parts that are painted aside.
  const auto bytes = 8 * static_cast<uint64_t>(size.width()) * static_cast<uint64_t>(size.height());
  if (line.most_memory && bytes > *line.most_memory) {
    throw std::runtime_error("a picture of that size takes more than " +
                             std::to_string(*line.most_memory) + " bytes (--max-memory)");
  }
  write_picture(QString::fromStdString(line.render), size, QString::fromStdString(title), paint);
}

void render_gantt(const CommandLine& line, const Theme& theme) {
  const auto model = read_model(line, 0);
  say_unit(line, {model.get()});
  if (!line.start.from.empty() || !line.start.to.empty()) check_span(*model, line);
  const ViewState state = checked_state(*model, line);
  const QSize size(line.width, line.height > 0 ? line.height : height_for(*model, state));
  std::unique_ptr<const Answers> answers;
  if (state.shows_waits || state.shows_path || state.shows_iterations) {
    answers = std::make_unique<const Answers>(model);
  }
  write(line, size, model->name(), [&](QPainter& painter, bool as_vectors) {
    paint_picture(painter, size, *model, state, theme, as_vectors, nullptr, kHighestRow,
                  answers.get());
  });
}

void render_aggregate(const CommandLine& line, const Theme& theme) {
  const auto model = read_model(line, 0);
  say_unit(line, {model.get()});
  const RunAggregation run = within(line.most_memory, [&] { return aggregate_run(*model, 60); });
  if (!run.problem.empty()) throw std::runtime_error(run.problem);
  const QSize size(line.width, line.height > 0 ? line.height : line.width / 2);
  const Palette palette =
      line.start.palette ? palette_of(model->trace(), *line.start.palette) : model->palette();
  write(line, size, model->name(), [&](QPainter& painter, bool) {
    paint_aggregation_picture(painter, size, *model, run, run.knee, theme, palette);
  });
}

// The first run so that all of the second can be seen next to it.
void show_both(const RunAlignment& alignment, std::array<ViewState, 2>& states) {
  const TimeSpan first = alignment.run(0).span();
  const TimeSpan second = alignment.run(1).span();
  const TimeSpan other{alignment.other_time(1, second.start), alignment.other_time(1, second.end)};
  const TimeSpan both{std::min(first.start, other.start), std::max(first.end, other.end)};
  states[0].axis.allow(both.length());
  states[0].axis.show(both);
}

// One above the other, bound by the alignment of their states.
void render_comparison(const CommandLine& line, const Theme& theme) {
  const auto first = read_model(line, 0);
  const auto second = read_model(line, 1);
  say_unit(line, {first.get(), second.get()});
  const auto aligned =
      within(line.most_memory, [&] { return std::make_unique<RunAlignment>(first, second); });
  const RunAlignment& alignment = *aligned;
  std::array<ViewState, 2> states{checked_state(alignment.run(0), line),
                                  checked_state(alignment.run(1), line)};
  if (line.start.from.empty() && line.start.to.empty()) show_both(alignment, states);
  const TimeSpan shown = states[0].axis.shown();
  const TimeSpan other{alignment.other_time(0, shown.start), alignment.other_time(0, shown.end)};
  states[1].axis.allow(other.length());
  states[1].axis.show(other);
  const int chart =
      std::max(height_for(alignment.run(0), states[0]), height_for(alignment.run(1), states[1]));
  const int height =
      line.height > 0 ? line.height : static_cast<int>(comparison_height(alignment, chart));
  const QSize size(line.width, height);
  write(line, size, alignment.run(0).name() + ", " + alignment.run(1).name(),
        [&](QPainter& painter, bool as_vectors) {
          paint_comparison_picture(painter, size, alignment, states, theme, as_vectors,
                                   name_of(Binding::alignment));
        });
}

}  // namespace

void render(const CommandLine& line) {
  const Theme theme = line.dark ? dark_theme() : light_theme();
  switch (line.mode) {
    case PictureMode::gantt:
      return render_gantt(line, theme);
    case PictureMode::aggregate:
      return render_aggregate(line, theme);
    case PictureMode::compare:
      return render_comparison(line, theme);
  }
}

}  // namespace paje::gui
