#include "view/window/run_set.hpp"

#include <QFileInfo>
#include <utility>

namespace paje::gui {

RunSet::RunSet(const LoadOptions& options, QObject* parent) : QObject(parent), options_(options) {
  connect(&loader_, &Loader::loaded, this, &RunSet::finish);
  connect(&loader_, &Loader::refused, this, &RunSet::refuse);
}

void RunSet::open(const QString& path, int slot, const LoadOptions& options) {
  emit opening(path);
  next_.clear();
  loader_.load(path, options, slot);
}

void RunSet::open_two(const QString& upper, const QString& lower) {
  open(upper, 0);
  next_ = lower;
}

void RunSet::open_leniently() {
  LoadOptions options = options_;
  options.lenient = true;
  const QString second = refused_slot_ == 0 ? waiting_ : QString();
  open(QString(refused_), refused_slot_, options);
  next_ = second;
}

void RunSet::finish(const TraceModelPointer& model, const QString& path, int slot) {
  paths_.at(static_cast<std::size_t>(slot)) = path;
  emit opened(model, path, slot);
  if (!next_.isEmpty()) open(QString(next_), 1);
}

void RunSet::refuse(const QString& path, int slot) {
  refused_ = path;
  refused_slot_ = slot;
  waiting_ = std::exchange(next_, {});
  emit refused();
}

QString RunSet::title() const {
  QString title;
  for (const QString& path : paths_) {
    if (path.isEmpty()) continue;
    title += (title.isEmpty() ? "" : ", ") + QFileInfo(path).fileName();
  }
  return title;
}

}  // namespace paje::gui
