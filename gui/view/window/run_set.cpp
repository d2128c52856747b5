#include "view/window/run_set.hpp"

#include <QFileInfo>
#include <utility>

namespace paje::gui {

RunSet::RunSet(LoadOptions options, QObject* parent)
    : QObject(parent), options_(std::move(options)) {
  connect(&loader_, &Loader::loaded, this, &RunSet::finish);
  connect(&loader_, &Loader::refused, this, &RunSet::refuse);
}

void RunSet::open(const QString& path, int slot, const LoadOptions& options) {
  opening_ = path;
  emit opening(path);
  next_.clear();
  next_options_.reset();
  used_ = options;
  loader_.load(path, options, slot);
}

void RunSet::open_made(const QString& path, int slot, TimeUnit unit) {
  LoadOptions options;
  options.read.threads = options_.read.threads;
  options.most_memory = options_.most_memory;
  options.show = options_.show;
  options.show.unit = unit;
  open(path, slot, options);
}

void RunSet::open_two(const QString& upper, const QString& lower) {
  open(upper, 0);
  next_ = lower;
}

void RunSet::open_with(Remedy remedy) {
  LoadOptions options = used_;
  if (remedy == Remedy::lenient) options.lenient = true;
  if (remedy == Remedy::no_half_links) options.read.ignore_incomplete_links = true;
  if (remedy == Remedy::old_names) options.read.old_field_names = true;
  if (remedy == Remedy::sorted) options.read.sort = true;
  const QString second = refused_slot_ == 0 ? waiting_ : QString();
  open(QString(refused_), refused_slot_, options);
  next_ = second;
}

std::vector<Remedy> RunSet::remedies() const {
  std::vector<Remedy> remedies = remedies_for(refused_for_);
  std::erase_if(remedies, [this](Remedy remedy) {
    switch (remedy) {
      case Remedy::lenient:
        return used_.lenient;
      case Remedy::no_half_links:
        return used_.read.ignore_incomplete_links;
      case Remedy::old_names:
        return used_.read.old_field_names;
      case Remedy::sorted:
        return used_.read.sort;
    }
    return true;
  });
  return remedies;
}

void RunSet::reload() {
  if (paths_[0].isEmpty()) return;
  const QString second = paths_[1];
  open(QString(paths_[0]), 0, options_of_[0]);
  next_ = second;
  next_options_ = options_of_[1];
}

void RunSet::finish(const TraceModelPointer& model, const QString& path, int slot) {
  paths_.at(static_cast<std::size_t>(slot)) = path;
  options_of_.at(static_cast<std::size_t>(slot)) = used_;
  emit opened(model, path, slot);
  if (next_.isEmpty()) return;
  const LoadOptions options = next_options_.value_or(options_);
  open(QString(next_), 1, options);
}

void RunSet::refuse(const QString& path, int slot, Rule rule) {
  refused_ = path;
  refused_for_ = rule;
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
