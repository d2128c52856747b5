#include "view/window/part_reader.hpp"

#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "model/number_text.hpp"
#include "model/parts/part_reading.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr int kSoon = 80;  // milliseconds without a move

// What is at an end of the run has no other end.
TimeSpan open_ended(TimeSpan span, const TimeSpan& run) {
  if (span.start <= run.start) span.start = -std::numeric_limits<double>::infinity();
  if (span.end >= run.end) span.end = std::numeric_limits<double>::infinity();
  return span;
}

// All, if they are.
std::vector<bool> unless_all(std::vector<bool> containers, const std::vector<OutlineTrack>& all) {
  const bool are_all = std::all_of(all.begin(), all.end(), [&](const OutlineTrack& track) {
    return bool{containers[track.container.index]};
  });
  return are_all ? std::vector<bool>() : std::move(containers);
}

}  // namespace

QString too_much_text() {
  return PartReader::tr(
      "More than the cache holds: zoom in, show fewer rows, or start with a larger --cache");
}

PartReader::PartReader(GanttView* view) : QObject(view), view_(view) {
  soon_.setSingleShot(true);
  soon_.setInterval(kSoon);
  connect(&soon_, &QTimer::timeout, this, &PartReader::read);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &PartReader::finish);
  for (const auto moved :
       {&GanttView::axis_changed, &GanttView::rows_changed, &GanttView::scrolled}) {
    connect(view, moved, this, &PartReader::look);
  }
}

PartReader::~PartReader() {
  stop_.request_stop();
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void PartReader::begin(const TraceModelPointer& coarse) {
  end();
  coarse_ = coarse;
  look();
}

void PartReader::end() {
  soon_.stop();
  stop_.request_stop();
  coarse_ = nullptr;
  kept_.clear();
  candidates_.clear();
  wanted_ = {};
  is_too_much_ = false;
  problem_.clear();
}

uint64_t PartReader::bytes() const {
  uint64_t sum = 0;
  for (const Kept& kept : kept_) sum += kept.bytes;
  return sum;
}

std::vector<bool> PartReader::containers_between(double top, double bottom) const {
  std::vector<bool> containers(coarse_->trace().containers().size());
  for (const Row& row : view_->layout_of_rows().rows) {
    if (row.y + row.height < top || row.y > bottom) continue;
    containers[row.container.index] = true;
    for (const uint32_t band : row.summary) {
      containers[view_->model()->state_band(band).track().container.index] = true;
    }
  }
  return unless_all(std::move(containers), coarse_->outline()->tracks);
}

RunPart PartReader::in_view() const {
  const TimeSpan shown = view_->state().axis.shown();
  const TimeSpan run = coarse_->span();
  const double scroll = view_->state().scroll;
  return {open_ended({std::clamp(shown.start, run.start, run.end),
                      std::clamp(shown.end, run.start, run.end)},
                     run),
          containers_between(scroll, scroll + view_->rows_area().height())};
}

void PartReader::look() {
  if (!coarse_ || is_showing_ || !view_->model() || view_->model()->outline() != coarse_->outline())
    return;
  const RunPart now = in_view();
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const Kept& kept) { return kept.model->covers(now); });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    is_too_much_ = false;
    soon_.stop();
    stop_.request_stop();
    return show(kept_.front().model);
  }
  show(coarse_);
  if (is_busy_ && !candidates_.empty() && candidates_.front().covers(now)) return;
  stop_.request_stop();
  is_too_much_ = false;
  if (problem_.isEmpty()) soon_.start();
  tell();
}

void PartReader::read() {
  if (!coarse_ || is_busy_) return;  // finish() looks again
  const double room = view_->rows_area().height();
  const double scroll = view_->state().scroll;
  const TimeSpan shown = view_->state().axis.shown();
  const TimeSpan wide =
      open_ended({shown.start - shown.length(), shown.end + shown.length()}, coarse_->span());
  wanted_ = in_view();
  candidates_ =
      parts_to_read(*coarse_->outline(),
                    {.all_rows = {wanted_.window},
                     .rows = wanted_,
                     .wide_all_rows = {wide},
                     .wide_rows = {wide, containers_between(scroll - room, scroll + 2 * room)}});
  begin_reading();
}

void PartReader::begin_reading() {
  is_too_much_ = candidates_.empty();
  if (is_too_much_) return tell();
  const RunPart& part = candidates_.front();
  make_room(size_of(*coarse_->outline(), part).bytes);
  const uint64_t most = coarse_->outline()->source.picture_bytes();
  stop_ = std::stop_source();
  is_busy_ = true;
  watcher_.setFuture(QtConcurrent::run(
      [coarse = coarse_, part, most = most - bytes(), stop = stop_.get_token()]() -> Result {
        try {
          return {read_model_of(*coarse, part, most, stop), {}, false};
        } catch (const ReadStopped&) {
          return {{}, {}, true};
        } catch (const TraceError& problem) {
          return {{}, shown_text(full_text(problem.diagnostic())), false};
        } catch (const std::bad_alloc&) {
          return {};
        } catch (const std::exception& problem) {
          return {{}, shown_text(std::string_view(problem.what())), false};
        }
      }));
  tell();
}

void PartReader::finish() {
  if (watcher_.future().resultCount() == 0) return;
  is_busy_ = false;
  const Result result = watcher_.result();
  watcher_.setFuture({});
  if (!coarse_) return;
  if (!result.problem.isEmpty()) {
    problem_ = result.problem;
    return tell();
  }
  if (result.model && result.model->outline() == coarse_->outline()) {
    const uint64_t bytes = bytes_of(*result.model);
    make_room(bytes);
    kept_.push_front({result.model, bytes});
    candidates_.clear();
  } else if (!result.was_stopped && !candidates_.empty()) {
    candidates_.erase(candidates_.begin());
    if (in_view().window == wanted_.window) return begin_reading();
  }
  look();
}

void PartReader::show(const TraceModelPointer& model) {
  if (view_->model() == model) return;
  is_showing_ = true;
  view_->exchange_model(model);
  is_showing_ = false;
  told_ = text();
  emit changed();
}

// The ones that were not shown for longest go first.
void PartReader::make_room(uint64_t bytes) {
  const uint64_t most = coarse_->outline()->source.picture_bytes();
  while (!kept_.empty() && this->bytes() + bytes > most) kept_.pop_back();
}

void PartReader::tell() {
  if (told_ == text()) return;
  told_ = text();
  emit changed();
}

QString PartReader::text() const {
  if (!coarse_) return {};
  if (!problem_.isEmpty()) return problem_;
  const TraceModelPointer& model = view_->model();
  if (!model || model->is_coarse()) {
    if (is_too_much_) return tr("A coarse picture. ") + too_much_text() + '.';
    return tr("A coarse picture, while what is in view is read");
  }
  const TimeSpan run = model->span();
  const TimeSpan window{std::max(model->part().window.start, run.start),
                        std::min(model->part().window.end, run.end)};
  const TimeForm form = view_->time_form();
  const auto time = [&](double at) { return QString::fromStdString(form.text(at)); };
  const auto& rows = model->part().containers;
  return tr("In memory: %1 to %2, %3; the rest is coarse")
      .arg(time(window.start), time(window.end),
           rows.empty() ? tr("all rows")
                        : tr("%1 rows").arg(std::count(rows.begin(), rows.end(), true)));
}

}  // namespace paje::gui
