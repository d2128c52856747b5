// Analyses runs on a thread of its own.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <atomic>
#include <memory>

#include "model/answers/answers.hpp"

namespace paje::gui {

class AnswerMaker : public QObject {
  Q_OBJECT

 public:
  explicit AnswerMaker(QObject* parent = nullptr);
  /// Gives up what is being analysed and waits for it.
  ~AnswerMaker() override;
  /// Begins, unless that run is being analysed already.
  void make(const TraceModelPointer& model);

 signals:
  void made(paje::gui::AnswersPointer answers, paje::gui::TraceModelPointer model);
  void failed(const QString& text);

 private:
  struct Result {
    AnswersPointer answers;
    QString problem;
  };
  void finish();

  TraceModelPointer model_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  QFutureWatcher<Result> watcher_;
};

}  // namespace paje::gui
