#include "view/predict/prediction_maker.hpp"

#include <QFile>
#include <QtConcurrent/QtConcurrentRun>
#include <filesystem>
#include <new>

#include "model/number_text.hpp"
#include "model/parallel.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"
#include "paje/writer.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

// As pj_predict has it, unless it is forced.
constexpr double kTolerance = 0.01;

DependencyOptions graph_options(const TraceModel& model) {
  DependencyOptions options;
  options.size_field = model.size_field();
  options.threads = thread_limit;
  return options;
}

std::string words_of(const Prediction& prediction, TimeUnit unit) {
  const std::string predicted =
      prediction.predicted
          ? duration_text(*prediction.predicted, unit)
          : duration_text(prediction.low, unit) + " to " + duration_text(prediction.high, unit);
  return "predicted " + predicted + " instead of " + duration_text(prediction.measured, unit);
}

}  // namespace

PredictionMaker::PredictionMaker(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &PredictionMaker::finish);
}

PredictionMaker::~PredictionMaker() {
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void PredictionMaker::make(const TraceModelPointer& model, const Scenario& scenario,
                           const QString& words) {
  if (!model || watcher_.isRunning()) return;
  const QString name = QString::fromStdString(std::filesystem::path(model->name()).stem().string());
  // A name of its own for each: what is open may be read again.
  const QString path =
      folder_.filePath(QStringLiteral("%1.predicted%2.trace").arg(name).arg(++number_));
  watcher_.setFuture(QtConcurrent::run([model, scenario, words, path]() -> Result {
    try {
      return predict(*model, scenario, words, path);
    } catch (const std::bad_alloc&) {
      return {{}, {}, tr("Too large to be predicted in the memory of this machine.")};
    } catch (const std::exception& problem) {
      return {{}, {}, shown_text(std::string_view(problem.what()))};
    }
  }));
}

PredictionMaker::Result PredictionMaker::predict(const TraceModel& model, const Scenario& scenario,
                                                 const QString& words, const QString& path) {
  const DependencyGraph graph(model.trace(), graph_options(model));
  const Predictor predictor(graph, model.size_field());
  const SelfCheck& check = predictor.check();
  if (!check.stuck_tracks.empty() || check.error() > kTolerance) {
    return {{},
            {},
            tr("The replay of this run differs from it: clocks or links are wrong. "
               "pj_predict --force predicts even so.")};
  }
  const Prediction prediction = predictor.predict(scenario);
  QString text = words + ": " + QString::fromStdString(words_of(prediction, model.unit()));
  for (const std::string& assumption : prediction.assumptions) {
    text += '\n' + shown_text(std::string_view(assumption));
  }
  // Without waits there is only a length.
  if (prediction.starts.empty()) return {{}, text, {}};
  TraceWriter writer(path.toStdString());
  write_predicted(graph, prediction.starts, writer);
  return {path, text, {}};
}

void PredictionMaker::finish() {
  const Result result = watcher_.result();
  if (!result.problem.isEmpty()) {
    emit failed(result.problem);
  } else {
    emit made(result.path, result.text);
  }
}

}  // namespace paje::gui
