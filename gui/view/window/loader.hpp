// Reads traces on a thread of its own. What it reads arrives by signal on the caller's thread: the
// whole trace, or why there is none; never a part that looks whole. Of an archive, a coarse model
// comes first; of a very large one, it is all that is read here.
#pragma once

#include <QObject>
#include <QThread>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "model/rows/trace_model.hpp"
#include "paje/diagnostic.hpp"
#include "paje/read.hpp"
#include "view/window/archive_cache.hpp"

namespace paje::gui {

/// How traces are read.
struct LoadOptions {
  ReadOptions read = {.keep_user_fields = true};
  std::optional<uint64_t> most_memory;  ///< bytes
  bool lenient = false;                 ///< what cannot be used is left out and reported
  ShowOptions show;
  bool stop_at_has_unit = false;  ///< it was typed as `20ms`, and is what that is in show.unit
  uint64_t preview_bytes = uint64_t{1} << 20U;  ///< from this size on archives are shown coarsely
  uint64_t cache_bytes = 1'000'000'000;         ///< what objects of an archive may take in memory
  uint64_t cache_from_bytes = ArchiveCache::kLargeBytes;  ///< of text, that archives are kept of
};

/// A trace is read before its unit is known. Throws std::runtime_error if the time to stop at was
/// taken for another one than it is.
void check_stop_at(const TraceModel& model, const LoadOptions& options);

class Loader : public QObject {
  Q_OBJECT

 public:
  explicit Loader(QObject* parent = nullptr);
  /// Cancels what is being read and waits for its end.
  ~Loader() override;

  /// Begins to read, after cancelling what was being read. `slot` comes back with the result.
  void load(const QString& path, const LoadOptions& options, int slot);
  void cancel();
  [[nodiscard]] bool is_loading() const { return thread_ != nullptr; }

 signals:
  /// Bytes read, and of how many (0: not known).
  void progressed(quint64 consumed, quint64 size);
  /// What an archive shows from afar, while it is read. If its objects take too much memory it is
  /// loaded() instead, and nothing else of it is read.
  void previewed(paje::gui::TraceModelPointer model, const QString& path, int slot);
  void loaded(paje::gui::TraceModelPointer model, const QString& path, int slot);
  /// What is to be said of the reading of the trace that is loaded next, and how many of each kind
  /// that are: LeftOut.
  void left_out(const QString& text, const QString& summary);
  /// Where an archive of the trace that is loaded next could be kept; empty if that is not worth
  /// it.
  void worth_keeping(const QString& place);
  /// `text` as the library words it.
  void failed(const QString& text, const QString& path);
  /// Comes before failed() if the trace is bad, and was read strictly: the first rule that it
  /// breaks.
  void refused(const QString& path, int slot, paje::Rule rule);
  void cancelled();

 private:
  struct Job;
  void finish();

  std::shared_ptr<Job> job_;
  std::unique_ptr<QThread> thread_;
};

}  // namespace paje::gui
