#include "view/window/loader.hpp"

#include <QElapsedTimer>
#include <QFileInfo>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <system_error>

#include "common/input_files.hpp"
#include "model/memory_limit.hpp"
#include "model/parallel.hpp"
#include "model/rows/coarse_model.hpp"
#include "paje/clocks.hpp"
#include "paje/visible_text.hpp"
#include "view/panels/left_out.hpp"
#include "view/window/archive_cache.hpp"

namespace paje::gui {

namespace {

// Ends the making of a model. The reading ends by its stop token.
struct Cancelled {};

}  // namespace

void check_stop_at(const TraceModel& model, const LoadOptions& options) {
  if (!options.read.stop_at || !options.stop_at_has_unit || options.show.unit) return;
  if (model.unit() == TimeUnit::seconds) return;
  throw std::runtime_error("the trace counts in " + std::string(spelling(model.unit())) +
                           ": for a time to stop at that has a unit, say which one the trace has "
                           "(--unit)");
}

struct Loader::Job {
  QString path;
  LoadOptions options;
  int slot = 0;
  std::stop_source cancel;
  bool was_cancelled = false;  // in time
  TraceModelPointer model;
  QString error;
  LeftOut left_out;
  QString worth_keeping;  // where an archive of it would be
  bool is_bad = false;    // the trace
  Rule broken{};          // the first rule that it breaks, if it is bad

  // What is left out is counted; half links alone, unless all may be. The first of the others is
  // the reason against the trace then.
  void count_problems() {
    options.read.ignore_incomplete_links = false;
    options.read.on_problem = [this](const Diagnostic& problem) {
      if (options.lenient || problem.rule == Rule::incomplete_link) {
        left_out.add(problem);
      } else if (error.isEmpty()) {
        error = QString::fromStdString(full_text(problem));
        broken = problem.rule;
        cancel.request_stop();
      }
    };
  }

  // The coarse model of an archive whose objects do not fit into memory; null of others, which are
  // read then. What is wrong with them is found out when all is read.
  TraceModelPointer preview(const std::string& archive, Loader& loader,
                            const std::function<void()>& stop_if_cancelled) const {
    constexpr uint64_t kMostPacked = 256;  // bytes in memory for each in the file, at most
    const auto size = static_cast<uint64_t>(QFileInfo(QString::fromStdString(archive)).size());
    if (size < options.preview_bytes && size * kMostPacked <= options.cache_bytes) return nullptr;
    try {
      TraceModelPointer coarse =
          coarse_model(archive, QFileInfo(path).fileName().toStdString(), options.read,
                       options.show, options.cache_bytes, stop_if_cancelled);
      if (coarse && !fits(*coarse->outline())) return coarse;
      if (coarse && size >= options.preview_bytes) emit loader.previewed(coarse, path, slot);
    } catch (const std::exception&) {
    }
    return nullptr;
  }

  // What was kept of the trace; nothing if that is damaged.
  [[nodiscard]] std::optional<Trace> read_kept(const std::string& archive) const {
    ReadOptions read;
    read.threads = options.read.threads;
    read.stop = options.read.stop;
    read.on_progress = options.read.on_progress;
    read.keep_user_fields = options.read.keep_user_fields;
    read.map_files = false;
    try {
      return read_trace(Input::from_path(archive), read);
    } catch (const TraceError&) {
      return std::nullopt;
    }
  }

  // As a model; of what is too large, one that looks like it from afar.
  TraceModelPointer read(Loader& loader, const std::function<void()>& check) {
    const auto model_of = [&](Trace trace) {
      check();
      return std::make_shared<const TraceModel>(
          std::move(trace), QFileInfo(path).fileName().toStdString(), check, options.show);
    };
    const std::string name = path.toStdString();
    const ArchiveCache cache(ArchiveCache::users_folder(), options.cache_from_bytes);
    const auto place = cache.place_of(name, options.read);
    if (const auto kept = cache.find(name, options.read)) {
      if (auto coarse = preview(kept->string(), loader, check)) return coarse;
      if (auto trace = read_kept(kept->string())) return model_of(std::move(*trace));
    }
    tools::add_input_trace(name, options.read);
    if (auto coarse = preview(name, loader, check)) return coarse;
    options.read.map_files = false;  // one that is cut meanwhile is not to end the viewer
    std::atomic<unsigned> files = 0;
    options.read.on_file = [&, add = options.read.on_file](const std::string& file) {
      add(file);
      ++files;
    };
    Trace trace = read_trace(Input::from_path(name), options.read);
    options.read.on_file = nullptr;
    // Not of several files: the next time only the first would be looked at.
    if (place && files <= 1 && left_out.summary().empty() &&
        place == cache.place_of(name, options.read)) {
      worth_keeping = QString::fromStdString(place->string());
    }
    return model_of(std::move(trace));
  }

  void run(Loader& loader) {
    const auto check = [this] {
      if (cancel.stop_requested()) throw Cancelled{};
    };
    QElapsedTimer since;
    since.start();
    options.read.stop = cancel.get_token();
    options.read.on_progress = [&](const ReadProgress& progress) {
      if (since.elapsed() < 40) return;
      since.restart();
      emit loader.progressed(progress.consumed, progress.size.value_or(0));
    };
    if (options.lenient || options.read.ignore_incomplete_links) count_problems();
    options.read.on_warning = [this](const Diagnostic& warning) {
      if (text_of(warning.rule).severity != Severity::oddity) left_out.add_warning(warning);
    };
    options.read.on_clocks = [this](const Trace& trace, const ClockCorrection& correction) {
      left_out.tell(visible(correction_text(trace, correction)));
    };
    try {
      model = within(options.most_memory, [&] {
        auto made = read(loader, check);
        check();
        check_stop_at(*made, options);
        return made;
      });
    } catch (const Cancelled&) {
      was_cancelled = true;
    } catch (const ReadStopped&) {
      was_cancelled = true;
    } catch (const TraceError& problem) {
      error = QString::fromStdString(full_text(problem.diagnostic()));
      broken = problem.diagnostic().rule;
      is_bad = true;
    } catch (const std::bad_alloc&) {
      error = Loader::tr("%1: too large for the memory of this machine").arg(path);
    } catch (const std::exception& problem) {
      error = QString::fromStdString(visible_lines(problem.what()));
    }
  }
};

Loader::Loader(QObject* parent) : QObject(parent) {
  qRegisterMetaType<TraceModelPointer>("paje::gui::TraceModelPointer");
}

Loader::~Loader() {
  if (job_) job_->cancel.request_stop();
  if (thread_) thread_->wait();
}

void Loader::load(const QString& path, const LoadOptions& options, int slot) {
  if (thread_) {
    thread_->disconnect(this);
    job_->cancel.request_stop();
    thread_->wait();
  }
  thread_limit = options.read.threads;
  job_ = std::make_shared<Job>();
  job_->path = path;
  job_->options = options;
  job_->slot = slot;
  thread_.reset(QThread::create([this, job = job_] { job->run(*this); }));
  connect(thread_.get(), &QThread::finished, this, &Loader::finish, Qt::QueuedConnection);
  thread_->start();
}

void Loader::cancel() {
  if (job_) job_->cancel.request_stop();
}

void Loader::finish() {
  // A signal of a thread that was replaced meanwhile.
  if (!thread_ || !thread_->isFinished()) return;
  thread_->wait();
  const auto job = std::exchange(job_, nullptr);
  thread_.reset();
  if (!job->error.isEmpty() && job->was_cancelled) {  // count_problems()
    emit refused(job->path, job->slot, job->broken);
    emit failed(job->error, job->path);
  } else if (job->was_cancelled || job->cancel.stop_requested()) {
    emit cancelled();
  } else if (job->model) {
    const QString text = QString::fromStdString(job->left_out.text());
    emit left_out(text, QString::fromStdString(job->left_out.summary()));
    emit worth_keeping(job->worth_keeping);
    emit loaded(job->model, job->path, job->slot);
  } else {
    if (job->is_bad && !job->options.lenient) emit refused(job->path, job->slot, job->broken);
    emit failed(job->error, job->path);
  }
}

}  // namespace paje::gui
