// A line of notes above the picture: what is not shown, and how the trace was read. Most can be
// taken away by their cross; there is no line where there are no notes.
#pragma once

#include <QString>
#include <QToolButton>
#include <QWidget>
#include <map>

#include "view/window/flow_layout.hpp"

namespace paje::gui {

class NoteBar : public QWidget {
  Q_OBJECT

 public:
  explicit NoteBar(QWidget* parent = nullptr);

  /// A note under a name of its own; an empty text takes it away. A click on the text emits
  /// clicked(), one on the cross, if it has one, removed(): whoever is concerned takes it away.
  void set(const QString& name, const QString& text, const QString& tip, bool has_cross);
  /// Empty if there is no such note.
  [[nodiscard]] QString text(const QString& name) const;
  [[nodiscard]] QToolButton* cross(const QString& name) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  void clicked(const QString& name);
  void removed(const QString& name);

 private:
  struct Note {
    QWidget* box = nullptr;
    QToolButton* text = nullptr;
    QToolButton* cross = nullptr;
    QString whole;
    QString tip;
  };
  Note& note(const QString& name);
  // Shortens what is wider than the line.
  void fit();

  FlowLayout* line_;
  std::map<QString, Note> notes_;
};

}  // namespace paje::gui
