// Keeps an archive of a trace for the next time it is opened, on a thread of its own.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <atomic>
#include <memory>

#include "model/rows/trace_model.hpp"

namespace paje::gui {

class ArchiveKeeper : public QObject {
  Q_OBJECT

 public:
  explicit ArchiveKeeper(QObject* parent = nullptr);
  /// Gives up what is being written and waits for its end.
  ~ArchiveKeeper() override;
  /// Begins, unless something is being written. `place`: see ArchiveCache.
  void keep(const TraceModelPointer& model, const QString& place, unsigned threads);

 signals:
  /// What became of it.
  void done(const QString& message);

 private:
  QFutureWatcher<QString> watcher_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
};

}  // namespace paje::gui
