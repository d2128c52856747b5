#include "view/panels/object_panel.hpp"

#include <QHeaderView>
#include <QVBoxLayout>

#include "model/number_text.hpp"
#include "model/rows/messages.hpp"
#include "view/window/flow_layout.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr std::size_t kMostMessagesOfState = 50;  // of each direction
constexpr int kLeadRole = Qt::UserRole + 1;

ContainerId end_of(const Trace& trace, const ObjectRef& object, bool is_start) {
  if (object.kind != TypeKind::link) return object.container;
  const LinkColumns links = trace.links();
  return is_start ? links.start_container[object.row] : links.end_container[object.row];
}

}  // namespace

ObjectPanel::ObjectPanel(QWidget* parent)
    : QWidget(parent),
      facts_(new QTreeWidget(this)),
      to_start_(new QToolButton(this)),
      to_end_(new QToolButton(this)),
      to_parent_(new QToolButton(this)),
      to_partner_(new QToolButton(this)),
      back_(new QToolButton(this)) {
  facts_->setColumnCount(2);
  facts_->setHeaderLabels({tr("What"), tr("Value")});
  facts_->setRootIsDecorated(false);
  facts_->setAlternatingRowColors(true);
  facts_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  to_start_->setText(tr("Start"));
  to_start_->setToolTip(tr("Go to its start; of a link, where it comes from"));
  to_end_->setText(tr("End"));
  to_end_->setToolTip(tr("Go to its end; of a link, where it goes"));
  to_parent_->setText(tr("Around"));
  to_parent_->setToolTip(tr("Select the state around it"));
  connect(to_start_, &QToolButton::clicked, this, [this] {
    emit go_to(span_of(model_->trace(), *object_).start, end_of(model_->trace(), *object_, true));
  });
  connect(to_end_, &QToolButton::clicked, this, [this] {
    emit go_to(span_of(model_->trace(), *object_).end, end_of(model_->trace(), *object_, false));
  });
  connect(to_parent_, &QToolButton::clicked, this, [this] { emit select_wanted(parents_[0]); });

  to_partner_->setText(tr("Other trace"));
  to_partner_->setToolTip(tr("Go to the matching state in the other trace (X)"));
  connect(to_partner_, &QToolButton::clicked, this, [this] { emit partner_wanted(*object_); });

  back_->setText(tr("Back"));
  back_->setToolTip(tr("Back to what a message was followed from"));
  connect(back_, &QToolButton::clicked, this, &ObjectPanel::go_back);
  connect(facts_, &QTreeWidget::itemClicked, this,
          [this](const QTreeWidgetItem* item) { follow(item); });
  connect(facts_, &QTreeWidget::itemActivated, this,
          [this](const QTreeWidgetItem* item) { follow(item); });

  auto* line = new FlowLayout;
  for (QToolButton* button : {back_, to_start_, to_end_, to_parent_, to_partner_})
    line->addWidget(button);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(facts_);
  column->addLayout(line);
  show_object({}, {});
  set_compared(false);
}

void ObjectPanel::show_object(const TraceModelPointer& model,
                              const std::optional<ObjectRef>& object) {
  if (model != model_) before_.clear();
  model_ = model;
  object_ = model ? object : std::nullopt;
  parents_.clear();
  leads_to_.clear();
  facts_->clear();
  if (object_) {
    parents_ = parents_of(*model_, *object_);
    add_facts();
    add_waits();
    add_messages();
  }
  back_->setEnabled(!before_.empty());
  to_start_->setEnabled(object_.has_value());
  to_end_->setEnabled(object_.has_value());
  to_parent_->setEnabled(!parents_.empty());
  to_partner_->setEnabled(is_compared_ && object_ && object_->kind == TypeKind::state);
}

void ObjectPanel::add_facts() {
  for (const auto& [name, text] : facts_of(*model_, *object_)) {
    const bool is_end = object_->kind == TypeKind::link && (name == "From" || name == "To");
    const auto state =
        is_end ? state_at_end(*model_, *object_, name == "From") : std::optional<ObjectRef>();
    if (state) {
      add_leading(shown_text(name),
                  shown_text(text) + "   " + shown_text(title_of(*model_, *state)), *state);
      continue;
    }
    auto* item = new QTreeWidgetItem(facts_, {shown_text(name), shown_text(text)});
    item->setToolTip(1, shown_text(text));
  }
}

void ObjectPanel::set_answers(AnswersPointer answers) {
  if (answers == answers_) return;
  answers_ = std::move(answers);
  if (object_) show_object(TraceModelPointer(model_), std::optional<ObjectRef>(object_));
}

// Why a state waits: each is a way to what the other one did meanwhile.
void ObjectPanel::add_waits() {
  if (!answers_) return;
  constexpr std::size_t kMost = 10;
  const auto reasons = answers_->reasons(*object_);
  for (std::size_t i = 0; i < std::min(kMost, reasons.size()); ++i) {
    const WaitReason& reason = reasons[i];
    QString text = QString::fromStdString(duration_text(reason.span.length(), model_->unit())) +
                   tr(" for ") + shown_text(model_->trace()[reason.whom].name.text) +
                   tr(" (%1)").arg(QString::fromStdString(reason.kind));
    if (!reason.cause) {
      new QTreeWidgetItem(facts_, {tr("Waits"), text});
      continue;
    }
    text += tr(", which was in ") + shown_text(title_of(*model_, *reason.cause));
    add_leading(tr("Waits"), text, *reason.cause);
  }
}

// What a state sends and receives, each a way to follow.
void ObjectPanel::add_messages() {
  if (model_->outline() && object_->kind == TypeKind::state &&
      !model_->covers({span_of(model_->trace(), *object_), model_->part().containers})) {
    new QTreeWidgetItem(facts_, {tr("Messages"), tr("those of the part that is in memory:")});
  }
  const StateMessages messages = messages_of(*model_, *object_, kMostMessagesOfState);
  const Trace& trace = model_->trace();
  const auto add = [&](const QString& name, const std::vector<ObjectRef>& links, std::size_t all,
                       std::span<const ContainerId> others) {
    for (const ObjectRef& link : links) {
      add_leading(name,
                  shown_text(trace[others[link.row]].name.text) + "   " +
                      shown_text(title_of(*model_, link)),
                  link);
    }
    if (all <= links.size()) return;
    new QTreeWidgetItem(facts_, {name, tr("%1 more").arg(all - links.size())});
  };
  add(tr("Message to"), messages.sent, messages.all_sent, trace.links().end_container);
  add(tr("Message from"), messages.received, messages.all_received, trace.links().start_container);
}

void ObjectPanel::add_leading(const QString& name, const QString& text, const ObjectRef& object) {
  auto* item = new QTreeWidgetItem(facts_, {name, text});
  item->setData(0, kLeadRole, static_cast<int>(leads_to_.size()));
  item->setToolTip(1, text + '\n' + tr("Click to go there"));
  item->setForeground(1, QPalette().color(QPalette::Link));
  QFont font = facts_->font();
  font.setUnderline(true);
  item->setFont(1, font);
  leads_to_.push_back(object);
}

void ObjectPanel::follow(const QTreeWidgetItem* item) {
  const QVariant number = item->data(0, kLeadRole);
  if (!number.isValid()) return;
  const ObjectRef object = leads_to_[static_cast<std::size_t>(number.toInt())];
  before_.push_back(*object_);
  // What is clicked goes with its list: after the click.
  QMetaObject::invokeMethod(
      this, [this, object] { emit select_wanted(object); }, Qt::QueuedConnection);
}

void ObjectPanel::go_back() {
  if (before_.empty()) return;
  const ObjectRef object = before_.back();
  before_.pop_back();
  emit select_wanted(object);
}

void ObjectPanel::set_compared(bool is_compared) {
  is_compared_ = is_compared;
  to_partner_->setVisible(is_compared);
  to_partner_->setEnabled(is_compared_ && object_ && object_->kind == TypeKind::state);
}

QString ObjectPanel::text() const {
  QString text;
  for (int i = 0; i < facts_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = facts_->topLevelItem(i);
    text += item->text(0) + ": " + item->text(1) + '\n';
  }
  return text;
}

}  // namespace paje::gui
