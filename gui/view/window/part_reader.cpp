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

constexpr int kSoon = 40;  // milliseconds to wait after a move that soon followed another

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
  connect(&soon_, &QTimer::timeout, this, &PartReader::read);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &PartReader::finish);
  for (const auto moved :
       {&GanttView::axis_changed, &GanttView::rows_changed, &GanttView::scrolled}) {
    connect(view, moved, this, &PartReader::move);
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
  candidates_ = {};
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

bool PartReader::is_kept(const RunPart& part) const {
  return std::any_of(kept_.begin(), kept_.end(),
                     [&](const Kept& kept) { return kept.model->covers(part); });
}

bool PartReader::show_kept(const RunPart& part) {
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const Kept& kept) { return kept.model->covers(part); });
  if (found == kept_.end()) return false;
  kept_.splice(kept_.begin(), kept_, found);
  show(kept_.front().model);
  return true;
}

// A single move is answered at once. After the second of several, nothing is read until they are
// over. One move may call this several times.
void PartReader::move() {
  constexpr int kOneMove = 5;  // milliseconds
  if (is_showing_) return;
  const int64_t before = since_move_.isValid() ? since_move_.elapsed() : kSoon;
  if (before > kOneMove) wait_ = before < kSoon ? kSoon : 0;
  since_move_.start();
  look();
}

void PartReader::look() {
  if (!coarse_ || is_showing_ || !view_->model() || view_->model()->outline() != coarse_->outline())
    return;
  const RunPart now = in_view();
  // What is being read will show this.
  const bool goes_on = is_busy_ && reading_.covers(now);
  if (!goes_on) stop_.request_stop();
  is_too_much_ = false;
  if (!show_kept(now)) show(coarse_);
  if (problem_.isEmpty() && !goes_on) read_soon();
  tell();
}

void PartReader::read_soon() {
  const int64_t passed = since_move_.isValid() ? since_move_.elapsed() : kSoon;
  soon_.start(static_cast<int>(std::clamp<int64_t>(wait_ - passed, 0, kSoon)));
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
                    {.rows = wanted_,
                     .wide_all_rows = {wide},
                     .wide_rows = {wide, containers_between(scroll - room, scroll + 2 * room)}});
  if (is_kept(wanted_)) return read_ahead();
  read_first();
}

void PartReader::read_first() {
  is_too_much_ = candidates_.first.empty();
  if (is_too_much_) return tell();
  is_ahead_ = false;
  begin_reading(candidates_.first.front());
}

// What is shown stays in memory.
void PartReader::read_ahead() {
  if (!candidates_.ahead || kept_.empty()) return;
  const RunPart part = *std::exchange(candidates_.ahead, std::nullopt);
  const uint64_t bytes = size_of(*coarse_->outline(), part).bytes;
  const uint64_t most = coarse_->outline()->source.picture_bytes();
  if (kept_.front().bytes + bytes > most || is_kept(part)) return;
  is_ahead_ = true;
  begin_reading(part);
}

void PartReader::begin_reading(const RunPart& part) {
  reading_ = part;
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
  const bool is_of_run = result.model && result.model->outline() == coarse_->outline();
  if (is_of_run) {
    keep(result.model);
  } else if (!result.was_stopped && !is_ahead_ && !candidates_.first.empty()) {
    candidates_.first.erase(candidates_.first.begin());
    if (in_view().window == wanted_.window) return read_first();
  }
  // Not again, even if it was too large.
  const bool was_ahead = is_ahead_ && !result.was_stopped;
  if (was_ahead && show_kept(in_view())) return tell();
  look();
}

// It takes the place of the parts within it.
void PartReader::keep(const TraceModelPointer& model) {
  kept_.remove_if([&](const Kept& kept) { return model->covers(kept.model->part()); });
  const uint64_t bytes = bytes_of(*model);
  make_room(bytes);
  kept_.push_front({model, bytes});
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
