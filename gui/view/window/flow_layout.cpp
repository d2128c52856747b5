#include "view/window/flow_layout.hpp"

#include <QWidget>
#include <algorithm>

namespace paje::gui {

namespace {

bool takes_the_rest(const QLayoutItem& item) {
  return item.expandingDirections().testFlag(Qt::Horizontal);
}

// What takes the rest of a line need not have as much as its text would.
int wanted_width(const QLayoutItem& item) {
  const int least = item.minimumSize().width();
  return takes_the_rest(item) ? least : std::max(least, item.sizeHint().width());
}

}  // namespace

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) return nullptr;
  QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
  items_.erase(items_.begin() + index);
  return item;
}

int FlowLayout::gap() const { return std::max(spacing(), 0); }

std::vector<FlowLayout::Line> FlowLayout::lines_in(int width) const {
  std::vector<Line> lines;
  for (const auto& item : items_) {
    if (item->isEmpty()) continue;  // hidden
    const int wanted = std::min(wanted_width(*item), width);
    if (lines.empty() || lines.back().width + gap() + wanted > width) {
      lines.push_back({});
    } else {
      lines.back().width += gap();
    }
    lines.back().items.push_back(item.get());
    lines.back().width += wanted;
    lines.back().height = std::max(lines.back().height, item->sizeHint().height());
  }
  return lines;
}

int FlowLayout::heightForWidth(int width) const {
  const QMargins margins = contentsMargins();
  const auto lines = lines_in(width - margins.left() - margins.right());
  int height = margins.top() + margins.bottom();
  for (const Line& line : lines) height += line.height;
  return height + gap() * std::max(0, static_cast<int>(lines.size()) - 1);
}

QSize FlowLayout::sizeHint() const {
  const QMargins margins = contentsMargins();
  QSize size(0, 0);
  for (const auto& item : items_) {
    if (item->isEmpty()) continue;
    const int before = size.width() > 0 ? size.width() + gap() : 0;
    size = {before + wanted_width(*item), std::max(size.height(), item->sizeHint().height())};
  }
  return size.grownBy(margins);
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const auto& item : items_) {
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  }
  return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  const QRect inner = area.marginsRemoved(contentsMargins());
  int y = inner.top();
  for (const Line& line : lines_in(inner.width())) {
    const auto greedy =
        std::count_if(line.items.begin(), line.items.end(),
                      [](const QLayoutItem* item) { return takes_the_rest(*item); });
    const int rest = greedy > 0 ? (inner.width() - line.width) / static_cast<int>(greedy) : 0;
    int x = inner.left();
    for (QLayoutItem* item : line.items) {
      const int width =
          std::min(wanted_width(*item), inner.width()) + (takes_the_rest(*item) ? rest : 0);
      const int height = item->sizeHint().height();
      const QRect box(x, y + (line.height - height) / 2, width, height);
      item->setGeometry(
          parentWidget() != nullptr && parentWidget()->isRightToLeft()
              ? QRect(inner.left() + inner.right() - box.right(), box.top(), width, height)
              : box);
      x += width + gap();
    }
    y += line.height + gap();
  }
}

}  // namespace paje::gui
