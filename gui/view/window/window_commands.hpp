// Commands of the window with a dialog: files, times, bookmarks, rows, predictions.
#pragma once

#include <QCoreApplication>
#include <QPoint>
#include <QSize>
#include <functional>
#include <optional>

#include "model/rows/row_layout.hpp"

class QPainter;

namespace paje::gui {

class MainWindow;

class WindowCommands {
  Q_DECLARE_TR_FUNCTIONS(paje::gui::MainWindow)

 public:
  explicit WindowCommands(MainWindow* window) : window_(window) {}

  void choose_file(int slot);
  void export_picture();
  /// The line that draws what is shown, to the clipboard.
  void copy_command();
  void save_view();
  void load_view();
  void go_to_time();
  void add_bookmark();
  void show_bookmarks();
  void export_bookmarks();
  /// Changes the rows of the active view, if it has a trace.
  void change_rows(const std::function<void(RowOptions&)>& change);
  void filter_rows();
  void sort_by_value();
  /// Collapses the nearest container above that has rows below it, or expands it.
  void collapse_around(ContainerId container);
  /// Bounds of a variable, by hand.
  void choose_scale();
  /// Asks what is to be different, predicts, and opens the run as predicted next to the trace.
  void predict();
  /// The menu of a row of the active view.
  void show_row_menu(ContainerId container, const QPoint& where);
  void show_keys(const QString& keys);
  void show_about();

 private:
  struct Picture {
    QString title;
    QSize proposed;
    std::function<void(QPainter& painter, const QSize& size, bool as_vectors)> paint;
  };

  [[nodiscard]] std::optional<Picture> picture_in_window() const;
  void collapse_or_expand(ContainerId container);
  /// Nothing if the user gave no size.
  QSize ask_size(const QSize& proposed);

  MainWindow* window_;
};

}  // namespace paje::gui
