#include "view/window/answer_maker.hpp"

#include <QtConcurrent/QtConcurrentRun>
#include <new>

#include "view/given_up.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {}  // namespace

AnswerMaker::AnswerMaker(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &AnswerMaker::finish);
}

AnswerMaker::~AnswerMaker() {
  if (is_cancelled_) *is_cancelled_ = true;
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void AnswerMaker::make(const TraceModelPointer& model) {
  if (!model || (model == model_ && watcher_.isRunning())) return;
  if (is_cancelled_) *is_cancelled_ = true;
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  model_ = model;
  watcher_.setFuture(QtConcurrent::run([model, cancelled = is_cancelled_]() -> Result {
    try {
      return {std::make_shared<const Answers>(model,
                                              [&] {
                                                if (*cancelled) throw GivenUp{};
                                              }),
              {}};
    } catch (const GivenUp&) {
      return {};
    } catch (const std::bad_alloc&) {
      return {{}, tr("Too large to be analysed in the memory of this machine.")};
    } catch (const std::exception& problem) {
      return {{}, shown_text(std::string_view(problem.what()))};
    }
  }));
}

void AnswerMaker::finish() {
  if (watcher_.future().resultCount() == 0) return;
  const Result result = watcher_.result();
  if (result.answers) emit made(result.answers, model_);
  if (!result.problem.isEmpty()) emit failed(result.problem);
}

}  // namespace paje::gui
