// Frame times of the viewer while it moves, without a display: paint of 1920 x 1080 pixels at 30
// zoom levels from the whole run to a microsecond, its layout with it; the cost of the pyramid;
// statistics of a range.
//   viewer_benchmark [STATES [ROWS...]]
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <paje/read.hpp>
#include <random>
#include <string>
#include <vector>

#include "model/statistics/statistics.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/gantt/name_cache.hpp"

namespace {

using namespace paje::gui;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// Of all threads: what a frame costs whoever else uses the machine.
double processor_milliseconds() {
  return 1e3 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// States of exponential lengths around 100 us on `rows` containers, 12 values.
std::string trace_text(std::size_t states, std::size_t rows) {
  std::string text =
      "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
      "%EndEventDef\n%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n"
      "% Name string\n%EndEventDef\n%EventDef PajeCreateContainer 2\n% Time date\n% Alias string\n"
      "% Type string\n% Container string\n% Name string\n%EndEventDef\n"
      "%EventDef PajeSetState 3\n% Time date\n% Type string\n% Container string\n"
      "% Value string\n%EndEventDef\n0 R 0 rank\n1 S R state\n";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string number = std::to_string(row);
    text += "2 0 r" + number + " R 0 rank-" + number + "\n";
  }
  std::mt19937_64 random(1);
  std::exponential_distribution<double> pause(static_cast<double>(rows) / 1e-4);
  double time = 0;
  for (std::size_t i = 0; i < states; ++i) {
    char line[64];
    std::snprintf(line, sizeof line, "3 %.12f S r%zu v%d\n", time,
                  static_cast<std::size_t>(random() % rows), static_cast<int>(random() % 12));
    text += line;
    // Of many rows in turn, each hears of it once in 100 us.
    time += pause(random);
  }
  return text;
}

constexpr int kFrames = 100;  // of each level

struct Frames {
  double median;
  double slow;       // 99th percentile
  double processor;  // mean
};

Frames frames_at(const TraceModel& model, ViewState& state) {
  static const Theme theme = light_theme();
  QImage image(1920, 1080, QImage::Format_RGB32);
  std::vector<double> times;
  NameCache names;
  const double before = processor_milliseconds();
  for (int i = 0; i < kFrames; ++i) {
    state.axis.pan(i % 2 == 0 ? 3 : -3);
    const auto begin = Clock::now();
    const RowLayout layout = layout_rows(model, state.rows);
    QPainter painter(&image);
    const RowPicture picture{model, state, layout, theme, &names, nullptr, true};
    const QRectF rows(120, 64, 1800, 1016);
    paint_rows(painter, rows, picture, false);
    paint_names(painter, {0, 64, 120, 1016}, picture);
    paint_ruler(painter, {120, 34, 1800, 30}, picture);
    painter.end();
    times.push_back(milliseconds_since(begin));
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 99 / 100 - 1],
          (processor_milliseconds() - before) / static_cast<double>(times.size())};
}

void measure(std::size_t states, std::size_t rows) {
  const std::string text = trace_text(states, rows);
  paje::Trace trace = paje::read_trace(paje::Input::from_memory(text));
  const auto begin = Clock::now();
  const TraceModel model(std::move(trace), "benchmark");
  const double pyramid = milliseconds_since(begin);
  const auto count = model.trace().states().start.size();
  std::printf("%zu states in %zu rows: pyramid %.0f ms, %.1f %% of the trace's memory\n", count,
              rows, pyramid, 100.0 * static_cast<double>(model.bytes()) / (24.0 * double(count)));

  ViewState state;
  state.palette = model.palette();
  for (const bool fits : {false, true}) {
    if (fits) state.rows.track_height = std::max(1.0, 1016.0 / static_cast<double>(rows) - 2);
    double worst_median = 0;
    double worst = 0;
    double processor = 0;
    double worst_length = 0;
    for (int level = 0; level < 30; ++level) {
      state.axis = TimeAxis(model.span(), 1800);
      const double factor = std::pow(model.span().length() / 1e-6, level / 29.0);
      state.axis.zoom(factor, 611);
      const Frames frames = frames_at(model, state);
      if (std::getenv("PAJE_BENCH_LEVELS") != nullptr) {
        std::printf("    %10.3g s: median %5.1f ms, 99%% within %5.1f ms, processor %5.1f ms\n",
                    state.axis.length(), frames.median, frames.slow, frames.processor);
      }
      if (frames.median > worst_median) worst_length = state.axis.length();
      worst_median = std::max(worst_median, frames.median);
      worst = std::max(worst, frames.slow);
      processor = std::max(processor, frames.processor);
    }
    std::printf(
        "  %s: worst median of a level %.1f ms (at %.3g s), worst 99th percentile %.1f ms, "
        "most processor time %.1f ms\n",
        fits ? "all rows fitted" : "rows of 18 pixels", worst_median, worst_length, worst,
        processor);
  }
  std::vector<double> times;
  std::size_t values = 0;
  for (int i = 0; i < 7; ++i) {
    const auto asked = Clock::now();
    values = statistics_of(model.trace(), model.span()).values.size();
    times.push_back(milliseconds_since(asked));
  }
  std::sort(times.begin(), times.end());
  std::printf("  statistics of the whole run: %.0f ms, from %.0f to %.0f (%zu values)\n",
              times[times.size() / 2], times.front(), times.back(), values);
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QGuiApplication application(argc, argv);
  const std::size_t states = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  std::vector<std::size_t> rows;
  for (int i = 2; i < argc; ++i) rows.push_back(std::strtoull(argv[i], nullptr, 10));
  if (rows.empty()) rows = {64, 1024};
  for (const std::size_t count : rows) measure(states, count);
}
