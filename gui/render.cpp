// pajeview --render: a picture in a file, without a window or a display.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "command_line.hpp"
#include "model/aggregation.hpp"
#include "model/trace_model.hpp"
#include "view/aggregation_picture.hpp"
#include "view/picture.hpp"

namespace paje::gui {

namespace {

ViewState state_of(const TraceModel& model, const CommandLine& line) {
  ViewState state;
  state.axis = TimeAxis(model.span(), 1);
  state.palette = model.palette();
  state.rows.filter = line.containers;
  state.shows_links = line.links;
  TimeSpan span = model.span();
  if (line.from) span.start = *line.from;
  if (line.to) span.end = *line.to;
  if (line.from || line.to) state.axis.show(span);
  return state;
}

// High enough for all rows, within reason.
int height_for(const TraceModel& model, const ViewState& state) {
  return std::clamp(static_cast<int>(layout_rows(model, state.rows).height) + 190, 240, 4000);
}

std::unique_ptr<const TraceModel> read_model(const CommandLine& line, std::size_t number) {
  const Input input = Input::from_path(line.traces[number]);
  return std::make_unique<const TraceModel>(
      read_trace(input, line.read), std::filesystem::path(input.name()).filename().string());
}

ViewState checked_state(const TraceModel& model, const CommandLine& line) {
  ViewState state = state_of(model, line);
  if (!line.containers.empty() && layout_rows(model, state.rows).rows.empty()) {
    throw std::runtime_error("no container matches '" + line.containers + "'");
  }
  return state;
}

void write(const CommandLine& line, const QSize& size, const std::string& title,
           const std::function<void(QPainter&, bool)>& paint) {
  write_picture(QString::fromStdString(line.render), size, QString::fromStdString(title), paint);
}

void render_gantt(const CommandLine& line, const Theme& theme) {
  const auto model = read_model(line, 0);
  const ViewState state = checked_state(*model, line);
  const QSize size(line.width, line.height > 0 ? line.height : height_for(*model, state));
  write(line, size, model->name(), [&](QPainter& painter, bool as_vectors) {
    paint_picture(painter, size, *model, state, theme, as_vectors);
  });
}

void render_aggregate(const CommandLine& line, const Theme& theme) {
  const auto model = read_model(line, 0);
  const RunAggregation run = aggregate_run(*model, 60);
  if (!run.problem.empty()) throw std::runtime_error(run.problem);
  const QSize size(line.width, line.height > 0 ? line.height : line.width / 2);
  write(line, size, model->name(), [&](QPainter& painter, bool) {
    paint_aggregation_picture(painter, size, *model, run, run.knee, theme);
  });
}

// One above the other, a pixel as long in both.
void render_comparison(const CommandLine& line, const Theme& theme) {
  const auto upper = read_model(line, 0);
  const auto lower = read_model(line, 1);
  ViewState first = checked_state(*upper, line);
  ViewState second = checked_state(*lower, line);
  const double length = std::max(first.axis.length(), second.axis.length());
  for (ViewState* state : {&first, &second}) {
    const double start = state->axis.shown().start;
    // A shorter run has to be shown as long as the longer one.
    state->axis = TimeAxis({state->axis.run().start,
                            state->axis.run().start + std::max(state->axis.run().length(), length)},
                           1);
    state->axis.show({start, start + length});
  }
  const int half = line.height > 0
                       ? line.height / 2
                       : std::max(height_for(*upper, first), height_for(*lower, second));
  const QSize size(line.width, std::max(2 * half, 100));
  write(line, size, upper->name() + ", " + lower->name(), [&](QPainter& painter, bool as_vectors) {
    paint_picture(painter, QSizeF(size.width(), half), *upper, first, theme, as_vectors);
    painter.translate(0, half);
    paint_picture(painter, QSizeF(size.width(), half), *lower, second, theme, as_vectors);
  });
}

void render_mode(const CommandLine& line) {
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

}  // namespace

int render(const CommandLine& line) {
  try {
    render_mode(line);
    return 0;
  } catch (const TraceError& error) {
    std::cerr << full_text(error.diagnostic());
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "pajeview: " << error.what() << '\n';
    return 2;
  }
}

}  // namespace paje::gui
