// pajeview --render: a picture in a file, without a window or a display.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "command_line.hpp"
#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/read_report.hpp"
#include "common/time_unit_option.hpp"
#include "model/aggregate/aggregation.hpp"
#include "model/answers/answers.hpp"
#include "model/compare/run_alignment.hpp"
#include "model/memory_limit.hpp"
#include "model/number_text.hpp"
#include "model/rows/trace_model.hpp"
#include "paje/visible_text.hpp"
#include "view/aggregate/aggregation_picture.hpp"
#include "view/compare/comparison_picture.hpp"
#include "view/window/loader.hpp"
#include "view/window/picture.hpp"
#include "view/window/run_binding.hpp"

namespace paje::gui {

namespace {

// Of the first (0) or second (1) trace; `allowed` seconds can be shown, though it is shorter.
ViewState state_of(const TraceModel& model, const CommandLine& line, int slot, double allowed) {
  ViewState state;
  state.axis = TimeAxis(model.span(), 1);
  state.axis.allow(allowed);
  state.palette = model.palette();
  apply(line.start, model, state, slot);
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

// A picture without rows, or of no part of the run, shows nothing. `allowed` is as of state_of().
void check_start(const TraceModel& model, const CommandLine& line, int slot, double allowed) {
  // The second of two runs follows the first, unless each goes by itself.
  const bool has_own_time = slot == 0 || line.binding == Binding::none;
  std::string problem = has_own_time ? time_problem(line.start, model, slot, allowed) : "";
  if (problem.empty()) problem = rows_problem(line.start, model, slot);
  if (!problem.empty()) throw std::runtime_error(problem);
}

ViewState checked_state(const TraceModel& model, const CommandLine& line, int slot = 0,
                        double allowed = 0) {
  check_start(model, line, slot, allowed);
  if (const std::string unknown = names_problem(line.start, model, slot); !unknown.empty()) {
    tools::say("pajeview: {}\n", visible_lines(unknown));
  }
  return state_of(model, line, slot, allowed);
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

std::unique_ptr<const Answers> answers_of(const TraceModelPointer& model, const ViewState& state) {
  if (!state.shows_waits && !state.shows_path && !state.shows_iterations) return {};
  return std::make_unique<const Answers>(model);
}

void render_gantt(const CommandLine& line, const Theme& theme) {
  const auto model = read_model(line, 0);
  say_unit(line, {model.get()});
  const ViewState state = checked_state(*model, line);
  const QSize size(line.width, line.height > 0 ? line.height : height_for(*model, state));
  const auto answers = answers_of(model, state);
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

// What is drawn of a run: as the options say, of an axis that is as long as the longer run.
std::array<ViewState, 2> states_of(const RunAlignment& alignment, const CommandLine& line) {
  const double longest =
      std::max(alignment.run(0).span().length(), alignment.run(1).span().length());
  std::array<ViewState, 2> states;
  for (const int slot : {0, 1}) {
    states.at(std::size_t(slot)) = checked_state(alignment.run(slot), line, slot, longest);
  }
  return states;
}

void bind(Binding binding, const RunAlignment& alignment, bool names_times,
          std::array<ViewState, 2>& states) {
  TimeAxis& first = states[0].axis;
  if (!names_times && binding != Binding::none) {
    const TimeSpan shown = shown_of_first(binding, alignment);
    first.allow(shown.length());
    first.show(shown);
  }
  const auto bound = bound_span(binding, &alignment, 0, first, states[1].axis);
  if (!bound) return;
  states[1].axis.allow(bound->allowed);
  states[1].axis.show(bound->shown);
}

// One above the other.
void render_comparison(const CommandLine& line, const Theme& theme) {
  const auto first = read_model(line, 0);
  const auto second = read_model(line, 1);
  say_unit(line, {first.get(), second.get()});
  const auto aligned =
      within(line.most_memory, [&] { return std::make_unique<RunAlignment>(first, second); });
  const RunAlignment& alignment = *aligned;
  const Binding binding = line.binding.value_or(Binding::alignment);
  std::array<ViewState, 2> states = states_of(alignment, line);
  bind(binding, alignment, names_times(line.start), states);
  const std::array answers{answers_of(first, states[0]), answers_of(second, states[1])};
  const int chart =
      std::max(height_for(alignment.run(0), states[0]), height_for(alignment.run(1), states[1]));
  const double wanted = std::max(comparison_height(alignment, chart),
                                 least_comparison_height(line.width, alignment, states, QFont()));
  const int height = line.height > 0 ? line.height : static_cast<int>(wanted);
  const QSize size(line.width, height);
  write(line, size, alignment.run(0).name() + ", " + alignment.run(1).name(),
        [&](QPainter& painter, bool as_vectors) {
          paint_comparison_picture(painter, size, alignment, states, theme, as_vectors,
                                   name_of(binding), {answers[0].get(), answers[1].get()});
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
