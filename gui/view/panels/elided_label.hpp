// A label that may be narrower than its text: then it ends in dots, and the tooltip has all of it.
#pragma once

#include <QLabel>

namespace paje::gui {

class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;
  /// Also of the tooltip.
  void set_text(const QString& text);
  /// As much of the text as there is room for.
  [[nodiscard]] QString shown() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace paje::gui
