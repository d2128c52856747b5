// The dock that says why a trace could not be read, and offers other ways to read it.
#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QWidget>
#include <array>

#include "model/remedy.hpp"

namespace paje::gui {

class ProblemPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemPanel(QWidget* parent = nullptr);
  void show_text(const QString& text);
  /// Shows a button for each of these, and no other.
  void offer(const std::vector<Remedy>& remedies);
  [[nodiscard]] QString text() const { return text_->toPlainText(); }
  [[nodiscard]] QPushButton* button(Remedy remedy) const {
    return buttons_.at(static_cast<std::size_t>(remedy));
  }

 signals:
  void remedy_wanted(paje::gui::Remedy remedy);

 private:
  QPlainTextEdit* text_;
  std::array<QPushButton*, kRemedies> buttons_{};
};

}  // namespace paje::gui
