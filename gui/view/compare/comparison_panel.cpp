#include "view/compare/comparison_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <new>

#include "model/number_text.hpp"
#include "view/given_up.hpp"

namespace paje::gui {

namespace {

// What has no partner because the other run lacks its container: no value's states count it.
QString only_text(const Comparison& comparison, bool of_first) {
  uint64_t tracks = 0;
  uint64_t states = 0;
  for (const TrackComparison& track : comparison.tracks) {
    const Track& own = of_first ? track.a : track.b;
    if (track.in_both() || !own.container.valid()) continue;
    ++tracks;
    states += own.size();
  }
  if (tracks == 0) return {};
  const auto counted = [](uint64_t count, const char* one, const char* many) {
    return QStringLiteral("%1 %2").arg(QString::fromStdString(count_text(count)),
                                       ComparisonPanel::tr(count == 1 ? one : many));
  };
  return (of_first ? ComparisonPanel::tr("; only in the first: %1, %2")
                   : ComparisonPanel::tr("; only in the second: %1, %2"))
      .arg(counted(tracks, "track", "tracks"), counted(states, "state", "states"));
}

}  // namespace

ComparisonPanel::ComparisonPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      choice_(new QComboBox(this)),
      cancel_(new QToolButton(this)),
      table_(new TableModel(this)),
      view_(new FittedTable(table_, this)) {
  choice_->addItems(comparison_table_names());
  title_->setMinimumWidth(50);
  cancel_->setText(tr("Cancel"));
  cancel_->hide();
  // As they come: the most first.
  view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  auto* copy_button = new QToolButton(this);
  copy_button->setText(tr("Copy"));
  copy_button->setToolTip(tr("Copy the table as CSV"));
  connect(copy_button, &QToolButton::clicked, this, &ComparisonPanel::copy);
  connect(cancel_, &QToolButton::clicked, this, &ComparisonPanel::cancel);
  connect(choice_, &QComboBox::currentIndexChanged, this, [this] {
    view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    fill();
  });
  connect(view_, &QTableView::clicked, this, &ComparisonPanel::go);
  connect(view_, &QTableView::activated, this, &ComparisonPanel::go);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &ComparisonPanel::show_result);
  auto* line = new QHBoxLayout;
  line->addWidget(choice_);
  line->addWidget(title_, 1);
  line->addWidget(cancel_);
  line->addWidget(copy_button);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(line);
  column->addWidget(view_);
  fill();
}

ComparisonPanel::~ComparisonPanel() {
  if (is_cancelled_) *is_cancelled_ = true;
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void ComparisonPanel::compare(const TraceModelPointer& first, const TraceModelPointer& second) {
  if (is_cancelled_) *is_cancelled_ = true;
  alignment_.reset();
  fill();
  if (!first || !second) {
    is_cancelled_.reset();
    watcher_.setFuture({});
    cancel_->hide();
    emit changed({});
    return;
  }
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  cancel_->show();
  title_->setText(tr("comparing..."));
  emit changed(tr("comparing..."));
  watcher_.setFuture(QtConcurrent::run([first, second, cancelled = is_cancelled_]() -> Result {
    try {
      return {std::make_shared<const RunAlignment>(first, second,
                                                   [&] {
                                                     if (*cancelled) throw GivenUp{};
                                                   }),
              {}};
    } catch (const GivenUp&) {
      return {{}, tr("The comparison was cancelled.")};
    } catch (const std::bad_alloc&) {
      return {{}, tr("Too large to be compared in the memory of this machine.")};
    } catch (const std::exception& problem) {
      return {{}, QString::fromStdString(problem.what())};
    }
  }));
}

void ComparisonPanel::cancel() {
  if (!is_cancelled_ || alignment_) return;
  // It ends soon, but nobody waits for it any more.
  *is_cancelled_ = true;
  watcher_.setFuture({});
  cancel_->hide();
  title_->setText(tr("The comparison was cancelled."));
  emit changed(title_->text());
}

void ComparisonPanel::show_result() {
  if (!is_cancelled_ || *is_cancelled_ || watcher_.future().resultCount() == 0) return;
  const Result result = watcher_.result();
  cancel_->hide();
  alignment_ = result.alignment;
  fill();
  if (!alignment_) title_->setText(result.problem);
  emit changed(result.problem);
}

void ComparisonPanel::fill() {
  if (!alignment_) {
    title_->clear();
    title_->setToolTip({});
    table_->set_content({});
    return;
  }
  const Comparison& comparison = alignment_->comparison();
  title_->setText(lengths_text(*alignment_, false) + only_text(comparison, true) +
                  only_text(comparison, false));
  title_->setToolTip(title_->text());
  table_->set_content(table_of(*alignment_, static_cast<ComparisonTable>(choice_->currentIndex())));
  view_->fit_columns();
}

void ComparisonPanel::go(const QModelIndex& index) {
  if (!alignment_ || !index.isValid()) return;
  const int row = index.data(TableModel::kSourceRole).toInt();
  const auto place = place_of(*alignment_, static_cast<ComparisonTable>(choice_->currentIndex()),
                              static_cast<std::size_t>(row));
  if (place) emit place_wanted(*place);
}

void ComparisonPanel::copy() const { QApplication::clipboard()->setText(table_->csv()); }

}  // namespace paje::gui
