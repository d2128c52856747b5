// Shows a run that does not fit into memory: coarsely, and sharply where what is in view has been
// read. Follows a view, reads the part that it shows aside, and exchanges the model of the view.
// Then it reads what is around, for the next move. Parts that were read before are kept as long as
// all of them fit.
#pragma once

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <list>
#include <stop_token>
#include <vector>

#include "model/parts/run_part.hpp"
#include "model/rows/trace_model.hpp"
#include "view/gantt/gantt_view.hpp"

namespace paje::gui {

class PartReader : public QObject {
  Q_OBJECT

 public:
  explicit PartReader(GanttView* view);
  ~PartReader() override;

  /// From now on for the run whose coarse model the view has.
  void begin(const TraceModelPointer& coarse);
  /// The view is left alone, and nothing is kept.
  void end();

  [[nodiscard]] bool is_active() const { return coarse_ != nullptr; }
  [[nodiscard]] bool is_reading() const { return soon_.isActive() || is_busy_; }
  /// What the view shows, in words; empty if all of the run is in memory.
  [[nodiscard]] QString text() const;
  /// Of the parts in memory: how many there are, and what they take.
  [[nodiscard]] std::size_t parts() const { return kept_.size(); }
  [[nodiscard]] uint64_t bytes() const;

 signals:
  /// The model of the view is another one, or text() is.
  void changed();

 private:
  struct Kept {
    TraceModelPointer model;
    uint64_t bytes = 0;
  };
  struct Result {
    TraceModelPointer model;  // null without a problem: it was stopped, or there is too much
    QString problem;
    bool was_stopped = false;
  };
  [[nodiscard]] std::vector<bool> containers_between(double top, double bottom) const;
  [[nodiscard]] RunPart in_view() const;
  [[nodiscard]] bool is_kept(const RunPart& part) const;
  /// False if nothing in memory has all of the part.
  bool show_kept(const RunPart& part);
  void move();
  void look();
  void read_soon();
  void read();
  void read_first();
  void read_ahead();
  void begin_reading(const RunPart& part);
  void finish();
  void keep(const TraceModelPointer& model);
  void show(const TraceModelPointer& model);
  void make_room(uint64_t bytes);
  void tell();

  GanttView* view_;
  TraceModelPointer coarse_;
  std::list<Kept> kept_;      // the one that was shown last first
  PartsToRead candidates_;    // for what is in view
  RunPart wanted_;            // what was in view when they were found
  RunPart reading_;           // what is being read
  bool is_too_much_ = false;  // what is in view
  bool is_showing_ = false;
  bool is_busy_ = false;   // until what was read has arrived
  bool is_ahead_ = false;  // what is being read is for later
  QString problem_;
  QString told_;
  QTimer soon_;
  QElapsedTimer since_move_;
  int wait_ = 0;  // milliseconds after the latest move
  std::stop_source stop_;
  QFutureWatcher<Result> watcher_;
};

/// What to do where more is asked for than may be in memory.
QString too_much_text();

}  // namespace paje::gui
