// Commands of the window with a dialog: files, times, bookmarks, rows.
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <algorithm>

#include "model/number_text.hpp"
#include "view/compare/comparison_picture.hpp"
#include "view/window/main_window.hpp"
#include "view/window/picture.hpp"
#include "view/window/reading_options.hpp"
#include "view/window/save_file.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

void MainWindow::choose_file(int slot) {
  QFileDialog dialog(this, tr("Open a trace"), QFileInfo(panes_[0].path).path(),
                     tr("Traces (*.paje *.trace *.rst *.paje.* *.trace.* *.rst.*);;All files (*)"));
  // Qt's own dialog has room for more than a name.
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setFileMode(QFileDialog::ExistingFile);
  auto* how = new ReadingOptions(options_, &dialog);
  if (auto* grid = qobject_cast<QGridLayout*>(dialog.layout())) {
    grid->addWidget(how, grid->rowCount(), 0, 1, grid->columnCount());
  }
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
  options_ = how->options();  // of what is opened without a dialog, too, until they are changed
  open(dialog.selectedFiles().front(), slot);
}

QSize MainWindow::ask_size(const QSize& proposed) {
  bool is_given = false;
  const QString text = QInputDialog::getText(
      this, tr("Save the picture"), tr("Width x height in pixels, 100 to 30000 each:"),
      QLineEdit::Normal, QStringLiteral("%1x%2").arg(proposed.width()).arg(proposed.height()),
      &is_given);
  const QStringList parts = text.split('x');
  if (!is_given || parts.size() != 2) return {};
  return {parts[0].trimmed().toInt(), parts[1].trimmed().toInt()};
}

void MainWindow::export_picture() {
  if (!active()->model()) return;
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save the picture"), {}, picture_filters());
  if (path.isEmpty()) return;
  const QSize size = ask_size(active()->size().expandedTo(QSize(800, 300)));
  if (size.isEmpty()) return;
  const RunAlignmentPointer& alignment = comparison_->alignment();
  const QString title = QString::fromStdString(active()->model()->name());
  try {
    write_picture(path, size, title, [&](QPainter& painter, bool as_vectors) {
      if (alignment) {
        paint_comparison_picture(painter, size, *alignment, {view(0)->state(), view(1)->state()},
                                 light_theme(), as_vectors);
      } else {
        paint_picture(painter, size, *active()->model(), active()->state(), light_theme(),
                      as_vectors);
      }
    });
  } catch (const std::exception& error) {
    QMessageBox::warning(this, tr("Save the picture"), QString::fromStdString(error.what()));
  }
}

void MainWindow::go_to_time() {
  if (!active()->model()) return;
  bool is_given = false;
  const QString unit = QString::fromStdString(std::string(spelling(active()->model()->unit())));
  const QString text = QInputDialog::getText(
      this, tr("Go to a time"), tr("Time in %1, or with ns, us, ms, s, min, h, d:").arg(unit),
      QLineEdit::Normal, QString::fromStdString(exact_text(active()->time_at_cursor())), &is_given);
  double time = 0;
  if (!is_given) return;
  if (!parse_time(text.toStdString(), time, active()->model()->unit())) {
    facts_->setText(tr("'%1' is not a time").arg(text));
    return;
  }
  const double half = active()->state().axis.length() / 2;
  active()->show_span({time - half, time + half});
}

void MainWindow::add_bookmark() {
  if (!active()->model()) return;
  const double time = active()->time_at_cursor();
  bool is_given = false;
  const QString note = QInputDialog::getText(
      this, tr("Bookmark"),
      tr("Note at %1:").arg(QString::fromStdString(time_text(time, active()->model()->unit()))),
      QLineEdit::Normal, {}, &is_given);
  if (!is_given) return;
  std::vector<Bookmark> bookmarks = active()->state().bookmarks;
  bookmarks.push_back({time, note.toStdString()});
  std::sort(bookmarks.begin(), bookmarks.end(),
            [](const Bookmark& a, const Bookmark& b) { return a.time < b.time; });
  active()->set_bookmarks(std::move(bookmarks));
}

void MainWindow::show_bookmarks() {
  const auto& bookmarks = active()->state().bookmarks;
  QStringList lines;
  for (const Bookmark& bookmark : bookmarks) {
    lines << QString::fromStdString(time_text(bookmark.time, active()->model()->unit()) + "  " +
                                    bookmark.note);
  }
  if (lines.isEmpty()) {
    facts_->setText(tr("There are no bookmarks; B makes one."));
    return;
  }
  bool is_given = false;
  const QString chosen =
      QInputDialog::getItem(this, tr("Bookmarks"), tr("Go to:"), lines, 0, false, &is_given);
  if (!is_given) return;
  const double time = bookmarks[static_cast<std::size_t>(lines.indexOf(chosen))].time;
  const double half = active()->state().axis.length() / 2;
  active()->show_span({time - half, time + half});
}

void MainWindow::export_bookmarks() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save bookmarks"), {}, tr("CSV (*.csv)"));
  if (path.isEmpty()) return;
  const QByteArray bytes = bookmarks_csv(active()->state().bookmarks).toUtf8();
  try {
    save_file(path, bytes);
  } catch (const std::exception& problem) {
    QMessageBox::warning(this, tr("Save bookmarks"), QString::fromStdString(problem.what()));
  }
}

void MainWindow::change_rows(const std::function<void(RowOptions&)>& change) {
  if (!active()->model()) return;
  RowOptions rows = active()->state().rows;
  change(rows);
  active()->set_row_options(rows);
}

void MainWindow::filter_rows() {
  bool is_given = false;
  const QString filter = QInputDialog::getText(
      this, tr("Filter rows"), tr("Names or patterns, between commas (rank-1*, node-3):"),
      QLineEdit::Normal, QString::fromStdString(active()->state().rows.filter), &is_given);
  if (!is_given) return;
  change_rows([&](RowOptions& rows) { rows.filter = filter.toStdString(); });
}

void MainWindow::sort_by_value() {
  if (!active()->model()) return;
  QStringList names;
  std::vector<ValueId> values;
  for (const LegendEntry& entry : legend_->model()->entries()) {
    if (!entry.value.valid()) continue;
    names << entry.name;
    values.push_back(entry.value);
  }
  bool is_given = false;
  const QString name = QInputDialog::getItem(this, tr("Order rows"), tr("Most time first in:"),
                                             names, 0, false, &is_given);
  if (!is_given || names.isEmpty()) return;
  change_rows([&](RowOptions& rows) {
    rows.order = RowOrder::time_in_value;
    rows.value = values[static_cast<std::size_t>(names.indexOf(name))];
    rows.places.clear();
  });
}

void MainWindow::show_menu(int slot, ContainerId container, const QPoint& where) {
  activate(slot);
  const Trace& trace = active()->model()->trace();
  QMenu menu;
  menu.addSection(shown_text(container_path(trace, container)));
  if (!trace[container].children.empty()) {
    menu.addAction(tr("Collapse or expand"), this, [this, container] {
      change_rows([container](RowOptions& rows) {
        if (!rows.collapsed.erase(container)) rows.collapsed.insert(container);
      });
    });
  }
  menu.addAction(tr("Hide this row"), this, [this, container] {
    change_rows([container](RowOptions& rows) { rows.hidden.insert(container); });
  });
  menu.addAction(tr("Show only these rows"), this, [this, container] {
    change_rows([&](RowOptions& rows) {
      rows.filter = std::string(active()->model()->trace()[container].name.text);
    });
  });
  menu.addAction(tr("Show all rows"), this, [this] {
    change_rows([](RowOptions& rows) {
      rows.filter.clear();
      rows.hidden.clear();
    });
  });
  menu.exec(where);
}

void MainWindow::show_keys() {
  QMessageBox sheet(QMessageBox::NoIcon, tr("Keys"), key_sheet(), QMessageBox::Close, this);
  sheet.exec();
}

void MainWindow::show_about() {
  QMessageBox::about(this, tr("About pajeview"),
                     tr("<b>pajeview %1</b><p>Shows execution traces in the Pajé format.<p>"
                        "Qt %2, libpaje %1. MIT licence.")
                         .arg(QApplication::applicationVersion(), QString::fromLatin1(qVersion())));
}

}  // namespace paje::gui
