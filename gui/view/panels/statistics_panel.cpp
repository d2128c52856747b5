#include "view/panels/statistics_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMessageBox>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>

#include "model/number_text.hpp"
#include "view/panels/bar_delegate.hpp"
#include "view/window/save_file.hpp"

namespace paje::gui {

namespace {

QToolButton* button(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

constexpr int kTimeColumn = 2;  // of the table of values

struct GivenUp {};

StatisticsTable table_behind(int picture) {
  switch (static_cast<StatisticsPicture>(picture)) {
    case StatisticsPicture::values:
      return StatisticsTable::values;
    case StatisticsPicture::balance:
      return StatisticsTable::containers;
    case StatisticsPicture::traffic:
      return StatisticsTable::traffic;
  }
  return StatisticsTable::values;
}

}  // namespace

StatisticsPanel::StatisticsPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      choice_(new QComboBox(this)),
      stack_(new QStackedWidget(this)),
      picture_(new StatisticsPictureView),
      table_(new TableModel(this)),
      view_(new QTableView(this)) {
  choice_->addItems(statistics_table_names() + statistics_picture_names());
  auto* scroll = new QScrollArea(stack_);
  scroll->setWidgetResizable(true);
  scroll->setWidget(picture_);
  stack_->addWidget(view_);
  stack_->addWidget(scroll);
  view_->setModel(table_);
  view_->setSortingEnabled(true);
  view_->horizontalHeader()->setSortIndicator(kTimeColumn, Qt::DescendingOrder);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setItemDelegate(new BarDelegate(view_));
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  view_->setAlternatingRowColors(true);
  auto* copy_button = button(tr("Copy"), tr("Copy the table as CSV"), this);
  auto* save_button = button(tr("Save..."), tr("Save the table as CSV"), this);
  connect(copy_button, &QToolButton::clicked, this, &StatisticsPanel::copy);
  connect(save_button, &QToolButton::clicked, this, &StatisticsPanel::save);
  connect(choice_, &QComboBox::currentIndexChanged, this, [this] {
    // Each table begins with the most of what it is about.
    view_->horizontalHeader()->setSortIndicator(
        choice_->currentIndex() == 0 || choice_->currentIndex() == 2 ? kTimeColumn
                                                                     : kTimeColumn + 1,
        Qt::DescendingOrder);
    fill();
  });
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &StatisticsPanel::show_result);

  auto* line = new QHBoxLayout;
  line->addWidget(choice_);
  line->addWidget(title_, 1);
  line->addWidget(copy_button);
  line->addWidget(save_button);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(line);
  column->addWidget(stack_);
}

StatisticsPanel::~StatisticsPanel() {
  if (is_cancelled_) *is_cancelled_ = true;
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void StatisticsPanel::show_range(TraceModelPointer model, TimeSpan range) {
  if (is_cancelled_) *is_cancelled_ = true;
  if (model != model_) {
    result_.reset();
    model_ = std::move(model);
    fill();
  }
  if (!model_) return;
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  title_->setText(tr("computing..."));
  watcher_.setFuture(
      QtConcurrent::run([trace = model_, range, cancelled = is_cancelled_]() -> Result {
        try {
          return std::make_shared<const RangeStatistics>(statistics_of(trace->trace(), range, [&] {
            if (*cancelled) throw GivenUp{};
          }));
        } catch (const GivenUp&) {
          return {};
        }
      }));
}

void StatisticsPanel::show_result() {
  if (!model_ || watcher_.future().resultCount() == 0) return;
  result_ = watcher_.result();
  if (result_) fill();
}

void StatisticsPanel::fill() {
  if (!result_ || !model_) {
    title_->clear();
    table_->set_content({});
    picture_->show_statistics(nullptr, TimeUnit::seconds, nullptr, StatisticsPicture::values,
                              palette_);
    return;
  }
  const TimeSpan range = result_->range;
  title_->setText(tr("%1 to %2 %4: %3")
                      .arg(QString::fromStdString(short_text(range.start)),
                           QString::fromStdString(short_text(range.end)),
                           QString::fromStdString(duration_text(range.length(), model_->unit())),
                           QString::fromStdString(std::string(spelling(model_->unit())))));
  // Tables are before pictures in the choice.
  const auto tables = static_cast<int>(statistics_table_names().size());
  const int number = choice_->currentIndex();
  stack_->setCurrentIndex(number < tables ? 0 : 1);
  if (number >= tables) {
    picture_->show_statistics(&model_->trace(), model_->unit(), result_,
                              static_cast<StatisticsPicture>(number - tables), palette_);
    // What is copied and saved is the table of the same.
    table_->set_content(
        table_of(model_->trace(), *result_, table_behind(number - tables), model_->unit()));
    return;
  }
  picture_->show_statistics(nullptr, TimeUnit::seconds, nullptr, StatisticsPicture::values,
                            palette_);
  const auto chosen = static_cast<StatisticsTable>(number);
  table_->set_content(table_of(model_->trace(), *result_, chosen, model_->unit()));
  const int sorted = view_->horizontalHeader()->sortIndicatorSection();
  if (sorted >= 0 && sorted < table_->columnCount()) {
    table_->sort(sorted, view_->horizontalHeader()->sortIndicatorOrder());
  }
  view_->resizeColumnsToContents();
}

void StatisticsPanel::set_look(const Palette& palette, const Theme& theme) {
  palette_ = palette;
  picture_->set_theme(theme);
  if (result_) fill();
}

void StatisticsPanel::copy() const { QApplication::clipboard()->setText(table_->csv()); }

void StatisticsPanel::save() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save the table"), {}, tr("CSV (*.csv)"));
  if (path.isEmpty()) return;
  const QByteArray bytes = table_->csv().toUtf8();
  try {
    save_file(path, bytes);
  } catch (const std::exception& problem) {
    QMessageBox::warning(this, tr("Save the table"), QString::fromStdString(problem.what()));
  }
}

}  // namespace paje::gui
