// Which runs are open, one or two, and which are about to be: reads them one after the other, and
// remembers what may be read again leniently.
#pragma once

#include <QObject>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "view/panels/problem_panel.hpp"
#include "view/window/loader.hpp"

namespace paje::gui {

class RunSet : public QObject {
  Q_OBJECT

 public:
  explicit RunSet(LoadOptions options, QObject* parent = nullptr);

  /// Begins to load a trace as the upper (0) or lower (1) run.
  void open(const QString& path, int slot) { open(path, slot, options_); }
  /// A trace that was made here, of times in `unit`: read as it is, whatever options say.
  void open_made(const QString& path, int slot, TimeUnit unit);
  /// Both, one after the other.
  void open_two(const QString& upper, const QString& lower);
  /// What was refused, in another way besides those already tried, and then the run that waits for
  /// it, if there is one.
  void open_with(Remedy remedy);
  /// What can help against the problem of the trace that was refused, and was not tried yet.
  [[nodiscard]] std::vector<Remedy> remedies() const;
  /// Reads all that is open again.
  void reload();
  void close_second() { paths_[1].clear(); }
  void cancel() { loader_.cancel(); }

  /// How traces are read from now on.
  void set_options(const LoadOptions& options) { options_ = options; }
  [[nodiscard]] const LoadOptions& options() const { return options_; }
  /// How the run was read that is open.
  [[nodiscard]] const LoadOptions& options_of(int slot) const {
    return options_of_.at(static_cast<std::size_t>(slot));
  }
  /// Empty if no such run is open.
  [[nodiscard]] const QString& path(int slot) const {
    return paths_.at(static_cast<std::size_t>(slot));
  }
  /// The one that is read.
  [[nodiscard]] const QString& opening_path() const { return opening_; }
  /// The names of the files of all runs.
  [[nodiscard]] QString title() const;
  [[nodiscard]] Loader* loader() { return &loader_; }

 signals:
  /// Comes before the loader begins: what is open may be kept until then.
  void opening(const QString& path);
  void opened(paje::gui::TraceModelPointer model, const QString& path, int slot);
  /// One of remedies() may help.
  void refused();

 private:
  void open(const QString& path, int slot, const LoadOptions& options);
  void finish(const TraceModelPointer& model, const QString& path, int slot);
  void refuse(const QString& path, int slot, Rule rule);

  LoadOptions options_;
  std::optional<LoadOptions> next_options_;  // of the lower one, if it has its own
  std::array<QString, 2> paths_;
  QString opening_;
  QString next_;     // the lower one, once the upper one is there
  QString refused_;  // may be opened in another way
  int refused_slot_ = 0;
  Rule refused_for_{};
  LoadOptions used_;                       // of what is read
  std::array<LoadOptions, 2> options_of_;  // of what is open
  QString waiting_;                        // the lower one, if that is done
  Loader loader_;                          // last: it waits for its thread before the rest goes
};

}  // namespace paje::gui
