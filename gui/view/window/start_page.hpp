// What an empty window shows: how to open a trace, those that were opened last, and first steps.
#pragma once

#include <QListWidget>
#include <QPushButton>
#include <QWidget>

namespace paje::gui {

class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  /// Traces that were opened last, as far as they are still there.
  void set_recent(const QStringList& paths);
  [[nodiscard]] QListWidget* recent() const { return recent_; }
  [[nodiscard]] QPushButton* open_button() const { return open_; }

 signals:
  void open_wanted();
  void trace_wanted(const QString& path);

 private:
  QPushButton* open_;
  QListWidget* recent_;
};

}  // namespace paje::gui
