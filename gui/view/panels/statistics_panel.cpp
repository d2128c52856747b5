#include "view/panels/statistics_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMessageBox>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>

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
      range_choice_(new QComboBox(this)),
      rows_choice_(new QComboBox(this)),
      range_line_(new QLineEdit(this)),
      stack_(new QStackedWidget(this)),
      picture_(new StatisticsPictureView),
      table_(new TableModel(this)),
      view_(new QTableView(this)) {
  choice_->addItems(statistics_table_names() + statistics_picture_names());
  make_choices();
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
  connect(choice_, &QComboBox::activated, this, [this] { is_table_chosen_ = true; });
  connect(view_, &QTableView::clicked, this, &StatisticsPanel::go);
  connect(view_, &QTableView::activated, this, &StatisticsPanel::go);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &StatisticsPanel::show_result);

  auto* line = new QHBoxLayout;
  line->addWidget(choice_);
  line->addWidget(range_choice_);
  line->addWidget(rows_choice_);
  line->addWidget(range_line_);
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

void StatisticsPanel::make_choices() {
  range_choice_->addItems(
      {tr("Selection, or what is in view"), tr("What is in view"), tr("The whole run")});
  range_choice_->setToolTip(tr("The time that the statistics are of"));
  rows_choice_->addItems({tr("Rows and values shown"), tr("All rows and values")});
  rows_choice_->setToolTip(tr("Whether filters, and hidden rows and values, hold for statistics"));
  range_line_->setPlaceholderText(tr("1.5 to 2 s"));
  range_line_->setToolTip(tr("The exact range; type another one: 1.5 to 2, 20ms to 3s"));
  range_line_->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
  title_->setMinimumWidth(50);
  connect(range_choice_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::refresh);
  connect(rows_choice_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::refresh);
  connect(range_line_, &QLineEdit::returnPressed, this, &StatisticsPanel::take_typed_range);
  constexpr int kSoon = 60;  // milliseconds without a change
  soon_.setSingleShot(true);
  soon_.setInterval(kSoon);
  connect(&soon_, &QTimer::timeout, this, &StatisticsPanel::compute);
}

void StatisticsPanel::show_view(TraceModelPointer model, const ViewState& state) {
  state_ = state;
  if (model != model_) {
    if (is_cancelled_) *is_cancelled_ = true;
    result_.reset();
    scope_ = {};
    is_table_chosen_ = false;
    model_ = std::move(model);
    fill();
  }
  refresh();
}

StatisticsScope StatisticsPanel::wanted_scope() const {
  StatisticsScope scope;
  const auto choice = static_cast<Range>(range_choice_->currentIndex());
  const TimeSpan run = model_->span();
  const TimeSpan shown = state_.axis.shown();
  scope.range = run;
  if (choice == Range::selection && state_.range) {
    scope.range = *state_.range;
  } else if (choice != Range::run) {
    // What lies outside of the run is nothing: it must not count as a part of the window.
    scope.range = {std::clamp(shown.start, run.start, run.end),
                   std::clamp(shown.end, run.start, run.end)};
  }
  if (rows_choice_->currentIndex() != 0) return scope;
  scope.containers = shown_containers(*model_, state_.rows);
  if (choice == Range::selection && state_.range && !state_.box.empty()) {
    const RowLayout layout = layout_rows(*model_, state_.rows);
    for (uint32_t i = 0; i < scope.containers.size(); ++i) {
      const std::size_t row = layout.row_of(*model_, ContainerId{i});
      if (row == layout.rows.size() || !state_.box.contains(layout.rows[row].container)) {
        scope.containers[i] = false;
      }
    }
  }
  scope.hidden = state_.hidden;
  return scope;
}

void StatisticsPanel::refresh() {
  if (!model_) return;
  const StatisticsScope wanted = wanted_scope();
  if (result_ && wanted.range == scope_.range && wanted.containers == scope_.containers &&
      wanted.hidden == scope_.hidden) {
    soon_.stop();
    return;
  }
  soon_.start();
}

void StatisticsPanel::compute() {
  if (!model_) return;
  if (is_cancelled_) *is_cancelled_ = true;
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  scope_ = wanted_scope();
  is_shown_ = false;
  title_->setText(tr("computing..."));
  watcher_.setFuture(
      QtConcurrent::run([trace = model_, scope = scope_, cancelled = is_cancelled_]() -> Result {
        try {
          return std::make_shared<const RangeStatistics>(statistics_in(trace->trace(), scope, [&] {
            if (*cancelled) throw GivenUp{};
          }));
        } catch (const GivenUp&) {
          return {};
        }
      }));
}

void StatisticsPanel::show_result() {
  if (!model_ || watcher_.future().resultCount() == 0) return;
  const Result result = watcher_.result();
  if (!result) return;
  result_ = result;
  is_shown_ = true;
  // A trace without states begins with what it has.
  if (!is_table_chosen_ && result_->values.empty() && choice_->currentIndex() == 0) {
    if (!result_->variables.empty()) choice_->setCurrentIndex(2);
    if (result_->variables.empty() && !result_->events.empty()) choice_->setCurrentIndex(3);
  }
  fill();
}

void StatisticsPanel::go(const QModelIndex& index) {
  if (!result_ || !model_ || !index.isValid() || choice_->currentIndex() > 1) return;
  const auto row = static_cast<std::size_t>(index.data(TableModel::kSourceRole).toInt());
  const auto& lines = choice_->currentIndex() == 0 ? result_->values : result_->containers;
  const StateStatistics& line = lines[row];
  const auto object = longest_of(model_->trace(), scope_, line.value, line.container);
  if (object) emit occurrence_wanted(*object, line.value);
}

void StatisticsPanel::take_typed_range() {
  if (!model_) return;
  const QString words = range_line_->text();
  static const QRegularExpression between(QStringLiteral("\\s+to\\s+|\\s*\\.\\.\\s*"));
  const QStringList parts = words.split(between);
  const std::string last = parts.back().toStdString();
  std::string first = parts.front().toStdString();
  TimeSpan range;
  // `1 to 2 ms` is of one unit.
  const QString unit = QString::fromStdString(last).section(QRegularExpression("[0-9.]"), -1);
  if (!has_unit(first) && has_unit(last)) first += unit.toStdString();
  if (parts.size() != 2 || !parse_time(first, range.start, model_->unit()) ||
      !parse_time(last, range.end, model_->unit())) {
    emit range_mistyped(tr("'%1' is not a range such as 1.5 to 2 s").arg(words));
    return;
  }
  range_choice_->setCurrentIndex(0);
  emit range_typed(range);
}

QString StatisticsPanel::csv() const {
  if (!result_) return table_->csv();
  return table_->csv({{tr("From"), QString::fromStdString(exact_text(result_->range.start))},
                      {tr("To"), QString::fromStdString(exact_text(result_->range.end))}});
}

void StatisticsPanel::show_title() {
  const TimeSpan range = result_->range;
  const QString unit = QString::fromStdString(std::string(spelling(model_->unit())));
  if (!range_line_->hasFocus()) {
    range_line_->setText(tr("%1 to %2 %3")
                             .arg(QString::fromStdString(exact_text(range.start)),
                                  QString::fromStdString(exact_text(range.end)), unit));
    range_line_->setCursorPosition(0);
  }
  QString words = QString::fromStdString(duration_text(range.length(), model_->unit()));
  const auto left_out = [&](const std::vector<bool>& of, bool value, const QString& text) {
    const auto count = std::count(of.begin(), of.end(), value);
    if (count > 0) words += ", " + text.arg(count);
  };
  left_out(scope_.containers, false, tr("without %1 containers"));
  left_out(scope_.hidden, true, tr("without %1 values"));
  title_->setText(words);
}

void StatisticsPanel::fill() {
  if (!result_ || !model_) {
    title_->clear();
    range_line_->clear();
    table_->set_content({});
    picture_->show_statistics(nullptr, TimeUnit::seconds, nullptr, StatisticsPicture::values,
                              palette_);
    return;
  }
  show_title();
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

void StatisticsPanel::copy() const { QApplication::clipboard()->setText(csv()); }

void StatisticsPanel::save() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save the table"), {}, tr("CSV (*.csv)"));
  if (path.isEmpty()) return;
  const QByteArray bytes = csv().toUtf8();
  try {
    save_file(path, bytes);
  } catch (const std::exception& problem) {
    QMessageBox::warning(this, tr("Save the table"), QString::fromStdString(problem.what()));
  }
}

}  // namespace paje::gui
