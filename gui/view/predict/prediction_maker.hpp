// Predicts a run on a thread of its own, and writes it as a trace that can be opened next to the
// run it was made of.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QTemporaryDir>

#include "model/rows/trace_model.hpp"
#include "paje/prediction.hpp"

namespace paje::gui {

class PredictionMaker : public QObject {
  Q_OBJECT

 public:
  explicit PredictionMaker(QObject* parent = nullptr);
  /// Waits for what is being predicted.
  ~PredictionMaker() override;
  /// Begins, unless something is being predicted already; `words` say what is different.
  void make(const TraceModelPointer& model, const Scenario& scenario, const QString& words);

 signals:
  /// The trace as predicted, and what there is to say of it.
  void made(const QString& path, const QString& text);
  void failed(const QString& text);

 private:
  struct Result {
    QString path;
    QString text;
    QString problem;
  };
  static Result predict(const TraceModel& model, const Scenario& scenario, const QString& words,
                        const QString& path);
  void finish();

  QTemporaryDir folder_;  // of predicted traces: as long as the window
  int number_ = 0;
  QFutureWatcher<Result> watcher_;
};

}  // namespace paje::gui
