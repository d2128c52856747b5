// Widgets in a line that becomes several where there is no room for all: so no line of buttons and
// choices says how narrow a window may be.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace paje::gui {

class FlowLayout : public QLayout {
  Q_OBJECT

 public:
  explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
  ~FlowLayout() override = default;

  void addItem(QLayoutItem* item) override { items_.emplace_back(item); }
  [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  /// All in one line.
  [[nodiscard]] QSize sizeHint() const override;
  /// Each in a line of its own, as narrow as can be; as high as one.
  [[nodiscard]] QSize minimumSize() const override;
  void setGeometry(const QRect& area) override;

 private:
  struct Line {
    std::vector<QLayoutItem*> items;
    int width = 0;  // that its items want
    int height = 0;
  };
  [[nodiscard]] std::vector<Line> lines_in(int width) const;
  [[nodiscard]] int gap() const;

  std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace paje::gui
