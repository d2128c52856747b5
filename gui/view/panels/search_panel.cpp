#include "view/panels/search_panel.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>

#include "model/number_text.hpp"
#include "view/given_up.hpp"
#include "view/panels/hit_delegate.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr std::size_t kMost = 5000;  // lines of the list

QToolButton* step_button(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

}  // namespace

SearchPanel::SearchPanel(QWidget* parent)
    : QWidget(parent),
      line_(new QLineEdit(this)),
      place_(new QLabel(this)),
      list_(new QListWidget(this)) {
  place_->setTextFormat(Qt::PlainText);
  place_->setWordWrap(true);
  // A long message has more lines; it does not widen the panel.
  place_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  line_->setPlaceholderText(tr("recv, rank-1*, /^MPI_I/, > 10 ms, Tag=7"));
  line_->setToolTip(
      tr("A part of the name of a container or value, or of the key of a message; a pattern with * "
         "and ?; a regular expression between slashes; a length: > 10 ms, PMPI_Recv > 1ms; a "
         "user-defined field: Tag=7"));
  line_->setClearButtonEnabled(true);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new HitDelegate(list_));
  auto* before = step_button(QStringLiteral("\u2191"), tr("The hit before (Shift+F3)"), this);
  auto* after = step_button(QStringLiteral("\u2193"), tr("The next hit (F3)"), this);
  connect(line_, &QLineEdit::returnPressed, this, [this] { begin(line_->text()); });
  connect(line_, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) show({});
  });
  connect(list_, &QListWidget::currentRowChanged, this, &SearchPanel::choose);
  connect(before, &QToolButton::clicked, this, [this] { step(false); });
  connect(after, &QToolButton::clicked, this, [this] { step(true); });
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, [this] {
    if (watcher_.future().resultCount() == 0) return;
    const Result result = watcher_.result();
    if (!result) return;
    show(*result);
    step(true);
  });
  auto* line = new QHBoxLayout;
  line->addWidget(place_, 1);
  line->addWidget(before);
  line->addWidget(after);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(line_);
  column->addLayout(line);
  column->addWidget(list_);
}

SearchPanel::~SearchPanel() {
  give_up();
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void SearchPanel::give_up() {
  if (is_cancelled_) *is_cancelled_ = true;
}

void SearchPanel::set_model(TraceModelPointer model) {
  if (model == model_) return;
  give_up();
  watcher_.setFuture({});  // what was found in the trace before may be on its way
  model_ = std::move(model);
  show({});
}

void SearchPanel::focus() {
  line_->setFocus();
  line_->selectAll();
}

// Aside: there may be a hundred million objects.
void SearchPanel::begin(const QString& question) {
  give_up();
  if (!model_) return;
  is_cancelled_ = std::make_shared<std::atomic<bool>>(false);
  place_->setText(tr("searching..."));
  watcher_.setFuture(QtConcurrent::run(
      [model = model_, words = question.toStdString(), cancelled = is_cancelled_]() -> Result {
        try {
          return std::make_shared<const SearchResult>(paje::gui::search(*model, words, kMost, [&] {
            if (*cancelled) throw GivenUp{};
          }));
        } catch (const GivenUp&) {
          return {};
        }
      }));
}

void SearchPanel::search(const QString& question) {
  give_up();
  if (model_) show(paje::gui::search(*model_, question.toStdString(), kMost));
}

void SearchPanel::show(SearchResult result) {
  const QSignalBlocker quiet(list_);
  result_ = std::move(result);
  list_->clear();
  for (const Found& found : result_.found) {
    const QString gap = QStringLiteral("  ");
    const QString place =
        shown_text(found.time.empty() ? found.place : found.time + "  " + found.place);
    const QString name = shown_text(found.name.empty() ? found.what : found.name);
    const QString length = shown_text(found.length);
    auto* item = new QListWidgetItem(place + gap + name + gap + length, list_);
    item->setData(HitDelegate::kPlaceRole, place);
    item->setData(HitDelegate::kNameRole, name);
    item->setData(HitDelegate::kLengthRole, length);
    // As plain text: names may look like markup.
    item->setToolTip("<p style='white-space:pre'>" + whole_text(found).toHtmlEscaped());
  }
  list_->setCurrentRow(-1);
  show_place();
  emit marks_changed(result_.times);
}

void SearchPanel::show_place() {
  if (!result_.problem.empty()) return place_->setText(shown_text(result_.problem));
  const QString where = result_.where.empty() ? QString() : ' ' + tr(result_.where.c_str());
  if (result_.count == 0)
    return place_->setText(line_->text().isEmpty() ? QString() : tr("nothing found") + where);
  const QString all = QString::fromStdString(count_text(result_.count));
  const int row = list_->currentRow();
  QString text = row < 0 ? tr("%1 found").arg(all) : tr("%1 of %2").arg(row + 1).arg(all);
  if (result_.count > result_.found.size()) text += tr(" (the first %1 listed)").arg(kMost);
  place_->setText(text + where);
}

void SearchPanel::choose(int row) {
  if (row < 0 || static_cast<std::size_t>(row) >= result_.found.size()) return;
  {
    const QSignalBlocker quiet(list_);
    list_->setCurrentRow(row);
  }
  show_place();
  const Found& found = result_.found[static_cast<std::size_t>(row)];
  if (found.object) {
    emit object_wanted(*found.object);
  } else {
    emit container_wanted(found.container);
  }
}

void SearchPanel::step(bool forward) {
  const int count = list_->count();
  if (count == 0) return;
  const int row = list_->currentRow();
  choose(forward ? (row + 1) % count : (row <= 0 ? count : row) - 1);
}

}  // namespace paje::gui
