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
#include "paje/clocks.hpp"
#include "paje/visible_text.hpp"
#include "view/panels/left_out.hpp"

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
  bool is_bad = false;  // the trace

  // What is left out is counted; half links alone, unless all may be. The first of the others is
  // the reason against the trace then.
  void count_problems() {
    options.read.ignore_incomplete_links = false;
    options.read.on_problem = [this](const Diagnostic& problem) {
      if (options.lenient || problem.rule == Rule::incomplete_link) {
        left_out.add(problem);
      } else if (error.isEmpty()) {
        error = QString::fromStdString(full_text(problem));
        cancel.request_stop();
      }
    };
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
      if (text_of(warning.rule).severity != Severity::oddity) left_out.add(warning);
    };
    options.read.on_clocks = [this](const Trace& trace, const ClockCorrection& correction) {
      left_out.tell(visible(correction_text(trace, correction)));
    };
    try {
      model = within(options.most_memory, [&] {
        const std::string name = path.toStdString();
        tools::add_input_trace(name, options.read);
        options.read.map_files = false;  // one that is cut meanwhile is not to end the viewer
        Trace trace = read_trace(Input::from_path(name), options.read);
        check();
        auto made = std::make_shared<const TraceModel>(
            std::move(trace), QFileInfo(path).fileName().toStdString(), check, options.show);
        check_stop_at(*made, options);
        return made;
      });
    } catch (const Cancelled&) {
      was_cancelled = true;
    } catch (const ReadStopped&) {
      was_cancelled = true;
    } catch (const TraceError& problem) {
      error = QString::fromStdString(full_text(problem.diagnostic()));
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
    emit refused(job->path, job->slot);
    emit failed(job->error, job->path);
  } else if (job->was_cancelled || job->cancel.stop_requested()) {
    emit cancelled();
  } else if (job->model) {
    const QString text = QString::fromStdString(job->left_out.text());
    emit left_out(text, job->left_out.count());
    emit loaded(job->model, job->path, job->slot);
  } else {
    if (job->is_bad && !job->options.lenient) emit refused(job->path, job->slot);
    emit failed(job->error, job->path);
  }
}

}  // namespace paje::gui
