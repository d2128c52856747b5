// The line that shows the exact range of statistics, and in which another one is typed.
#pragma once

#include <QLineEdit>
#include <optional>

#include "model/time/time_axis.hpp"
#include "paje/time_unit.hpp"

namespace paje::gui {

class RangeLine : public QLineEdit {
 public:
  explicit RangeLine(QWidget* parent = nullptr);
  /// Unless somebody types. Makes room for all of it, which stays when a shorter one is shown:
  /// what is next to it does not move while one zooms.
  void show_range(TimeSpan range, TimeUnit unit);
  /// What was typed: `1.5 to 2 s`, `20ms .. 3s`; nothing if that is no range.
  [[nodiscard]] std::optional<TimeSpan> range(TimeUnit unit) const;

 private:
  [[nodiscard]] int width_for(const QString& text) const;
};

}  // namespace paje::gui
