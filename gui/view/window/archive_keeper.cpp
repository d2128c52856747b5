#include "view/window/archive_keeper.hpp"

#include <QFileInfo>
#include <QtConcurrent/QtConcurrentRun>

#include "view/given_up.hpp"
#include "view/window/archive_cache.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QString kept(const TraceModelPointer& model, const QString& place, unsigned threads,
             const std::atomic<bool>& is_cancelled) {
  const ArchiveCache cache(ArchiveCache::users_folder());
  try {
    cache.keep(model->trace(), place.toStdString(), threads, [&] {
      if (is_cancelled) throw GivenUp{};
    });
  } catch (const GivenUp&) {
    return {};
  } catch (const std::exception& problem) {
    return ArchiveKeeper::tr("No archive is kept: ") + shown_text(std::string_view(problem.what()));
  }
  return ArchiveKeeper::tr("An archive of %1 MB is kept: the trace opens at once next time.")
      .arg(QString::number(static_cast<double>(QFileInfo(place).size()) / 1e6, 'f', 1));
}

}  // namespace

ArchiveKeeper::ArchiveKeeper(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<QString>::finished, this, [this] {
    if (watcher_.future().resultCount() != 0) emit done(watcher_.result());
  });
}

ArchiveKeeper::~ArchiveKeeper() {
  if (is_cancelled_) *is_cancelled_ = true;
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void ArchiveKeeper::keep(const TraceModelPointer& model, const QString& place, unsigned threads) {
  if (!model || watcher_.isRunning()) return;
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  watcher_.setFuture(QtConcurrent::run([model, place, threads, cancelled = is_cancelled_] {
    return kept(model, place, threads, *cancelled);
  }));
}

}  // namespace paje::gui
