#include "view/panels/problem_panel.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace paje::gui {

ProblemPanel::ProblemPanel(QWidget* parent) : QWidget(parent), text_(new QPlainTextEdit(this)) {
  text_->setReadOnly(true);
  QFont font(QStringLiteral("monospace"));
  font.setStyleHint(QFont::Monospace);
  text_->setFont(font);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  const std::array<std::pair<QString, QString>, kRemedies> words{
      {{tr("Open it &leniently"), tr("Leave out or mend each line that cannot be used")},
       {tr("Without &half links"), tr("Leave out links with only one half")},
       {tr("With &old names"), tr("Accept the field names of old versions of the format")},
       {tr("&Sorted"), tr("Take events in the order of their times")}}};
  auto* line = new QHBoxLayout;
  for (std::size_t i = 0; i < kRemedies; ++i) {
    buttons_[i] = new QPushButton(words[i].first, this);
    buttons_[i]->setToolTip(words[i].second);
    connect(buttons_[i], &QPushButton::clicked, this,
            [this, i] { emit remedy_wanted(static_cast<Remedy>(i)); });
    line->addWidget(buttons_[i]);
  }
  line->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text_);
  column->addLayout(line);
  offer({});
}

void ProblemPanel::show_text(const QString& text) { text_->setPlainText(text); }

void ProblemPanel::offer(const std::vector<Remedy>& remedies) {
  for (QPushButton* button : buttons_) button->hide();
  for (const Remedy remedy : remedies) button(remedy)->show();
}

}  // namespace paje::gui
