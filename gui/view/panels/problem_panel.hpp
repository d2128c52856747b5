// The dock that says why a trace could not be read, and offers other ways to read it.
#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QWidget>
#include <array>

namespace paje::gui {

/// Ways to read a trace that was refused.
enum class Remedy { lenient, no_half_links, old_names, sorted };
inline constexpr std::size_t kRemedies = 4;

class ProblemPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemPanel(QWidget* parent = nullptr);
  void show_text(const QString& text);
  /// All remedies that were not tried yet, or none.
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
