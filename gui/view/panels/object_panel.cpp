#include "view/panels/object_panel.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

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
      to_partner_(new QToolButton(this)) {
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

  auto* line = new QHBoxLayout;
  for (QToolButton* button : {to_start_, to_end_, to_parent_, to_partner_}) line->addWidget(button);
  line->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(facts_);
  column->addLayout(line);
  show_object({}, {});
  set_compared(false);
}

void ObjectPanel::show_object(const TraceModelPointer& model,
                              const std::optional<ObjectRef>& object) {
  model_ = model;
  object_ = model ? object : std::nullopt;
  parents_.clear();
  facts_->clear();
  if (object_) {
    parents_ = parents_of(*model_, *object_);
    for (const auto& [name, text] : facts_of(*model_, *object_)) {
      auto* item = new QTreeWidgetItem(facts_, {shown_text(name), shown_text(text)});
      item->setToolTip(1, shown_text(text));
    }
  }
  to_start_->setEnabled(object_.has_value());
  to_end_->setEnabled(object_.has_value());
  to_parent_->setEnabled(!parents_.empty());
  to_partner_->setEnabled(is_compared_ && object_ && object_->kind == TypeKind::state);
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
