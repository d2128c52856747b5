#include "view/panels/statistics_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <stdexcept>

#include "model/number_text.hpp"
#include "paje/read.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/given_up.hpp"
#include "view/window/flow_layout.hpp"
#include "view/window/save_file.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QToolButton* button(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

constexpr int kTimeColumn = 2;  // of the table of values
constexpr int kSoon = 60;       // milliseconds without a change
constexpr int kLater = 400;     // of a coarse picture

// Why nothing can be read of a run that is not in memory.
std::shared_ptr<const ShownStatistics> refusal(const StatisticsScope& scope, StatisticsTable wanted,
                                               std::string why) {
  auto refused = std::make_shared<ShownStatistics>();
  refused->sums.range = scope.range;
  refused->only_for = wanted;
  refused->is_refused = true;
  refused->is_of_model = false;
  refused->note = std::move(why);
  return refused;
}

}  // namespace

StatisticsPanel::StatisticsPanel(QWidget* parent)
    : QWidget(parent),
      title_(new ElidedLabel(this)),
      choice_(new QComboBox(this)),
      range_choice_(new QComboBox(this)),
      rows_choice_(new QComboBox(this)),
      range_line_(new RangeLine(this)),
      stack_(new QStackedWidget(this)),
      picture_(new StatisticsPictureView),
      flame_(new FlameView),
      table_(new TableModel(this)),
      view_(new FittedTable(table_, this)) {
  choice_->addItems(statistics_table_names() + statistics_picture_names());
  choice_->addItem(flame_name());
  make_choices();
  stack_->addWidget(view_);
  for (QWidget* picture : std::initializer_list<QWidget*>{picture_, flame_}) {
    auto* scroll = new QScrollArea(stack_);
    scroll->setWidgetResizable(true);
    scroll->setWidget(picture);
    stack_->addWidget(scroll);
  }
  view_->horizontalHeader()->setSortIndicator(kTimeColumn, Qt::DescendingOrder);
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
    refresh();
  });
  connect(choice_, &QComboBox::activated, this, [this] { is_table_chosen_ = true; });
  connect(flame_, &FlameView::occurrence_wanted, this, &StatisticsPanel::occurrence_wanted);
  connect(view_, &QTableView::clicked, this, &StatisticsPanel::go);
  connect(view_, &QTableView::activated, this, &StatisticsPanel::go);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, &StatisticsPanel::show_result);

  auto* line = new FlowLayout;
  for (QWidget* part : std::initializer_list<QWidget*>{
           choice_, range_choice_, rows_choice_, range_line_, title_, copy_button, save_button}) {
    line->addWidget(part);
  }
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(line);
  column->addWidget(stack_);
}

StatisticsPanel::~StatisticsPanel() {
  stop_.request_stop();
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void StatisticsPanel::make_choices() {
  range_choice_->addItems(
      {tr("Selection, or what is in view"), tr("What is in view"), tr("The whole run")});
  range_choice_->setToolTip(tr("The time that the statistics are of"));
  rows_choice_->addItems({tr("Rows and values shown"), tr("All rows and values")});
  rows_choice_->setToolTip(tr("Whether filters, and hidden rows and values, hold for statistics"));
  title_->setMinimumWidth(50);
  title_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  connect(range_choice_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::refresh);
  connect(rows_choice_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::refresh);
  connect(range_line_, &QLineEdit::returnPressed, this, &StatisticsPanel::take_typed_range);
  soon_.setSingleShot(true);
  connect(&soon_, &QTimer::timeout, this, &StatisticsPanel::compute);
}

void StatisticsPanel::show_view(TraceModelPointer model, const ViewState& state) {
  state_ = state;
  if (model != model_) {
    stop_.request_stop();
    watcher_.setFuture({});  // what was computed of the trace before may be on its way
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
    const TimeSpan rounded = model_->rounded(shown);
    if (shown.start > run.start) scope.range.start = std::min(rounded.start, run.end);
    if (shown.end < run.end) scope.range.end = std::max(rounded.end, run.start);
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
  if (result_ && has_table(*result_, chosen_table()) && wanted.range == scope_.range &&
      wanted.containers == scope_.containers && wanted.hidden == scope_.hidden) {
    soon_.stop();
    return;
  }
  // What is in view may be on its way: then it need not be read twice.
  soon_.start(model_->is_coarse() ? kLater : kSoon);
}

void StatisticsPanel::compute() {
  if (!model_) return;
  stop_.request_stop();
  stop_ = std::stop_source();
  scope_ = wanted_scope();
  is_shown_ = false;
  title_->set_text(tr("computing..."));
  watcher_.setFuture(QtConcurrent::run([trace = model_, scope = scope_, wanted = chosen_table(),
                                        stop = stop_.get_token()]() -> Result {
    try {
      const auto check = [&] {
        if (stop.stop_requested()) throw ReadStopped();
      };
      return shown_statistics(*trace, scope, wanted, check, stop);
    } catch (const ReadStopped&) {
      return {};
    } catch (const TraceError& problem) {
      return refusal(scope, wanted, full_text(problem.diagnostic()));
    } catch (const std::runtime_error& problem) {
      return refusal(scope, wanted, problem.what());
    }
  }));
}

StatisticsTable StatisticsPanel::chosen_table() const {
  const auto tables = static_cast<int>(statistics_table_names().size());
  const int number = choice_->currentIndex();
  if (number < tables) return static_cast<StatisticsTable>(number);
  // What is copied and saved of a picture is the table of the same.
  switch (number - tables) {
    case static_cast<int>(StatisticsPicture::values):
      return StatisticsTable::values;
    case static_cast<int>(StatisticsPicture::balance):
      return StatisticsTable::containers;
    case static_cast<int>(StatisticsPicture::traffic):
      return StatisticsTable::traffic;
    default:
      return StatisticsTable::paths;
  }
}

void StatisticsPanel::show_result() {
  if (!model_ || watcher_.future().resultCount() == 0) return;
  const Result result = watcher_.result();
  if (!result) return;
  result_ = result;
  is_shown_ = true;
  // A trace without states begins with what it has.
  if (!result_->only_for && !is_table_chosen_ && result_->sums.values.empty() &&
      choice_->currentIndex() == 0) {
    const RangeStatistics& sums = result_->sums;
    if (!sums.variables.empty()) choice_->setCurrentIndex(2);
    const bool has_events = !sums.events.empty();
    if (sums.variables.empty() && has_events) choice_->setCurrentIndex(3);
    const bool has_links = !model_->trace().links().start.empty();
    if (sums.variables.empty() && !has_events && has_links) choice_->setCurrentIndex(4);
  }
  fill();
}

void StatisticsPanel::go(const QModelIndex& index) {
  if (!result_ || !model_ || !index.isValid()) return;
  const auto row = static_cast<std::size_t>(index.data(TableModel::kSourceRole).toInt());
  const StatisticsTable table = chosen_table();
  if (!result_->is_of_model) {
    emit refused(tr("It is not in memory: zoom in to where it is"));
    return;
  }
  if (table == StatisticsTable::messages) emit message_wanted((*result_->messages)[row]);
  if (table == StatisticsTable::paths) {
    const FlameBox& box = result_->flame->boxes[row];
    if (box.longest) emit occurrence_wanted(*box.longest, box.value);
  }
  if (table != StatisticsTable::values && table != StatisticsTable::containers) return;
  const bool is_of_values = table == StatisticsTable::values;
  const auto& lines = is_of_values ? result_->sums.values : result_->sums.containers;
  const StateStatistics& line = lines[row];
  const auto object = longest_of(model_->trace(), scope_, line.value, line.container);
  if (object) emit occurrence_wanted(*object, line.value);
}

void StatisticsPanel::take_typed_range() {
  if (!model_) return;
  const auto range = range_line_->range(model_->unit());
  if (!range) {
    emit range_checked(tr("'%1' is not a range such as 1.5 to 2 s").arg(range_line_->text()));
    return;
  }
  const TimeSpan run = model_->span();
  const auto [first, last] = std::minmax(range->start, range->end);
  const bool is_outside = first > run.end || last < run.start;
  // Takes the place of what was wrong with a range before.
  emit range_checked(
      is_outside ? tr("%1 is outside of the run, which goes from %2 to %3")
                       .arg(range_line_->text(), QString::fromStdString(exact_text(run.start)),
                            QString::fromStdString(time_text(run.end, model_->unit())))
                 : QString());
  range_choice_->setCurrentIndex(0);
  emit range_typed(*range);
}

QString StatisticsPanel::csv() const {
  if (!result_) return table_->csv();
  std::vector<std::pair<QString, QString>> more{
      {tr("Range start"), QString::fromStdString(exact_text(result_->sums.range.start))},
      {tr("Range end"), QString::fromStdString(exact_text(result_->sums.range.end))}};
  if (!run_.isEmpty()) more.insert(more.begin(), {tr("Run"), run_});
  return table_->csv(more);
}

void StatisticsPanel::show_title() {
  const TimeSpan range = result_->sums.range;
  range_line_->show_range(range, model_->unit());
  QString words = QString::fromStdString(duration_text(range.length(), model_->unit()));
  const auto left_out = [&](std::size_t count, const char* one, const char* more) {
    if (count > 0) words += tr(", without %1 %2").arg(count).arg(tr(count == 1 ? one : more));
  };
  const RowCount rows = count_rows(*model_, scope_.containers);
  left_out(rows.all - rows.shown, "container", "containers");
  left_out(count_values(*model_, scope_.hidden).hidden, "value", "values");
  if (chosen_table() == StatisticsTable::messages && result_->messages) {
    words += result_->messages->size() < result_->all_messages
                 ? tr(", the longest %1 of %2 messages")
                       .arg(result_->messages->size())
                       .arg(result_->all_messages)
                 : tr(", %1 messages").arg(result_->all_messages);
  }
  if (!result_->problem.empty() && chosen_table() == StatisticsTable::efficiencies) {
    words = QString::fromStdString(result_->problem);
  }
  if (!result_->note.empty()) {
    const QString note = shown_text(std::string_view(result_->note));
    words = result_->is_refused ? note : words + ", " + note;
  }
  title_->set_text(words);
}

void StatisticsPanel::fill() {
  const auto tables = static_cast<int>(statistics_table_names().size());
  const int number = choice_->currentIndex();
  stack_->setCurrentIndex(number < tables ? 0
                          : number < tables + static_cast<int>(statistics_picture_names().size())
                              ? 1
                              : 2);
  fill_picture(number - tables);
  if (!result_ || !model_) {
    title_->set_text({});
    range_line_->clear();
    table_->set_content({});
    return;
  }
  show_title();
  table_->set_content(table_of(model_->trace(), *result_, chosen_table(), model_->unit()));
  const int sorted = view_->horizontalHeader()->sortIndicatorSection();
  // Efficiencies are a tree, and have their order.
  if (chosen_table() != StatisticsTable::efficiencies && sorted >= 0 &&
      sorted < table_->columnCount()) {
    table_->sort(sorted, view_->horizontalHeader()->sortIndicatorOrder());
  }
  view_->fit_columns();
}

// Nothing where a table is shown.
void StatisticsPanel::fill_picture(int number) {
  const auto pictures = static_cast<int>(statistics_picture_names().size());
  const Trace* trace = model_ ? &model_->trace() : nullptr;
  const TimeUnit unit = model_ ? model_->unit() : TimeUnit::seconds;
  const bool is_picture = result_ && number >= 0 && number < pictures;
  const bool is_flame = result_ && result_->flame && number >= pictures;
  picture_->show_statistics(
      trace, unit,
      is_picture ? std::shared_ptr<const RangeStatistics>(result_, &result_->sums) : nullptr,
      static_cast<StatisticsPicture>(std::clamp(number, 0, pictures - 1)), palette_);
  flame_->show_flame(trace, unit,
                     is_flame ? std::shared_ptr<const Flame>(result_, &*result_->flame) : nullptr,
                     palette_);
}

void StatisticsPanel::set_look(const Palette& palette, const Theme& theme) {
  palette_ = palette;
  picture_->set_theme(theme);
  flame_->set_theme(theme);
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
