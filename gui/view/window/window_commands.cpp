#include "view/window/window_commands.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QInputDialog>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "model/number_text.hpp"
#include "view/aggregate/aggregation_picture.hpp"
#include "view/compare/comparison_picture.hpp"
#include "view/predict/prediction_dialog.hpp"
#include "view/window/main_window.hpp"
#include "view/window/picture.hpp"
#include "view/window/reading_options.hpp"
#include "view/window/render_command.hpp"
#include "view/window/save_file.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/theme_choice.hpp"
#include "view/window/trace_settings.hpp"
#include "view/window/view_names.hpp"
#include "view/window/view_specification.hpp"

namespace paje::gui {

void WindowCommands::choose_file(int slot) {
  QFileDialog dialog(window_, tr("Open a trace"), QFileInfo(window_->runs()->path(0)).path(),
                     tr("Traces (*.paje *.trace *.rst *.paje.* *.trace.* *.rst.* "
                        "*.otf2 *.prv *.prv.gz *.json *.json.gz *.csv);;All files (*)"));
  // Qt's own dialog has room for more than a name.
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setFileMode(QFileDialog::ExistingFile);
  auto* how = new ReadingOptions(window_->runs()->options(), &dialog);
  if (auto* grid = qobject_cast<QGridLayout*>(dialog.layout())) {
    grid->addWidget(how, grid->rowCount(), 0, 1, grid->columnCount());
  }
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
  // Of what is opened without a dialog, too, until they are changed.
  window_->runs()->set_options(how->options());
  window_->open(dialog.selectedFiles().front(), slot);
}

QSize WindowCommands::ask_size(const QSize& proposed) {
  bool is_given = false;
  const QString text = QInputDialog::getText(
      window_, tr("Save the picture"), tr("Width x height in pixels, 100 to 30000 each:"),
      QLineEdit::Normal, QStringLiteral("%1x%2").arg(proposed.width()).arg(proposed.height()),
      &is_given);
  const QStringList parts = text.split('x');
  if (!is_given || parts.size() != 2) return {};
  return {parts[0].trimmed().toInt(), parts[1].trimmed().toInt()};
}

// What is in the window: the whole run, a comparison, or a chart. Nothing if it is not there yet.
std::optional<WindowCommands::Picture> WindowCommands::picture_in_window() const {
  const MainWindow& window = *window_;
  const auto title_of = [](const GanttView* view) {
    return QString::fromStdString(view->model()->name());
  };
  const QSize least(800, 300);
  if (window.shows_whole_run()) {
    const AggregationView* whole = window.aggregation();
    const RunAggregationPointer run = whole->canvas()->run();
    if (!run || run->curve.empty()) return {};
    return Picture{title_of(window.view(0)), whole->size().expandedTo(least),
                   [&window, run](QPainter& painter, const QSize& size, bool) {
                     paint_aggregation_picture(painter, size, *window.view(0)->model(), *run,
                                               window.aggregation()->chosen(), window.theme(),
                                               window.view(0)->state().palette);
                   }};
  }
  const GanttView* view = window.active();
  QSize size = view->size().expandedTo(least);
  const RunAlignmentPointer& alignment = window.comparison()->alignment();
  if (!alignment) {
    return Picture{title_of(view), size,
                   [&window, view](QPainter& painter, const QSize& wanted, bool as_vectors) {
                     paint_picture(painter, wanted, *view->model(), view->state(), window.theme(),
                                   as_vectors, nullptr, kHighestRow, view->answers().get());
                   }};
  }
  const std::array states{window.view(0)->state(), window.view(1)->state()};
  const double lowest =
      least_comparison_height(size.width(), *alignment, states, QApplication::font());
  size.setHeight(std::max(size.height(), static_cast<int>(lowest)));
  return Picture{
      title_of(window.view(0)) + ", " + title_of(window.view(1)), size,
      [&window, alignment, states](QPainter& painter, const QSize& wanted, bool as_vectors) {
        paint_comparison_picture(
            painter, wanted, *alignment, states, window.theme(), as_vectors,
            name_of(window.binding()),
            {window.view(0)->answers().get(), window.view(1)->answers().get()});
      }};
}

void WindowCommands::export_picture() {
  if (!window_->active()->model()) return;
  const auto picture = picture_in_window();
  if (!picture) return window_->show_message(tr("There is no picture of the whole run yet."));
  const QString path =
      QFileDialog::getSaveFileName(window_, tr("Save the picture"), {}, picture_filters());
  if (path.isEmpty()) return;
  if (!is_picture_path(path)) {
    QMessageBox::warning(window_, tr("Save the picture"),
                         tr("%1: pictures end in .png, .svg or .pdf").arg(path));
    return;
  }
  const QSize size = ask_size(picture->proposed);
  if (size.isEmpty()) return;
  try {
    write_picture(path, size, picture->title, [&](QPainter& painter, bool as_vectors) {
      picture->paint(painter, size, as_vectors);
    });
  } catch (const std::exception& error) {
    QMessageBox::warning(window_, tr("Save the picture"), QString::fromStdString(error.what()));
  }
}

void WindowCommands::copy_command() {
  if (!window_->active()->model()) return;
  const bool is_whole_run = window_->shows_whole_run();
  const bool are_two = window_->view(0)->model() && window_->view(1)->model();
  RenderedPicture picture{.runs = {},
                          .is_whole_run = is_whole_run,
                          .is_dark = window_->theme().is_dark,
                          .binding = window_->binding(),
                          .alignment = window_->comparison()->alignment().get()};
  if (is_whole_run) picture.lost = window_->aggregation()->changes();
  for (const int slot : {0, 1}) {
    const GanttView* view = window_->view(slot);
    const bool is_drawn = is_whole_run ? slot == 0 : are_two || view == window_->active();
    if (!view->model() || !is_drawn) continue;
    const QString path = window_->runs()->path(slot);
    picture.runs.push_back({path, window_->runs()->options_of(slot), *view->model(), view->state(),
                            path != window_->predicted_path()});
  }
  if (picture.runs.empty()) return;
  const RenderCommand command = render_command(picture);
  QApplication::clipboard()->setText(command.line);
  window_->show_message(command.lost.isEmpty()
                            ? command.line
                            : tr("The command does not say: %1. %2")
                                  .arg(command.lost.join(QStringLiteral("; ")), command.line));
}

void WindowCommands::save_view() {
  const GanttView* view = window_->active();
  if (!view->model()) return;
  const QString path =
      QFileDialog::getSaveFileName(window_, tr("Save the view"), {}, tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  try {
    save_file(path, view_specification(*view->model(), view->state(), window_->theme().is_dark));
  } catch (const std::exception& problem) {
    QMessageBox::warning(window_, tr("Save the view"), QString::fromStdString(problem.what()));
  }
}

void WindowCommands::load_view() {
  GanttView* view = window_->active();
  if (!view->model()) return;
  const QString path =
      QFileDialog::getOpenFileName(window_, tr("Load a view"), {}, tr("JSON (*.json);;All (*)"));
  if (path.isEmpty()) return;
  try {
    ViewState state = view->state();
    const QByteArray json = specification_of(path.toStdString());
    apply_specification(json, *view->model(), state);
    const auto is_dark = darkness_of_specification(json);
    if (is_dark && *is_dark != window_->theme().is_dark) {
      use_theme(*is_dark ? ThemeChoice::dark : ThemeChoice::light);
    }
    view->set_state(std::move(state));
    window_->view_loaded();
    const std::string unknown = unknown_names(json, *view->model());
    if (!unknown.empty()) window_->show_message(shown_text(std::string_view(unknown)));
  } catch (const std::exception& problem) {
    QMessageBox::warning(window_, tr("Load a view"), QString::fromStdString(problem.what()));
  }
}

void WindowCommands::go_to_time() {
  if (!window_->active()->model()) return;
  bool is_given = false;
  const QString unit = shown_text(spelling(window_->active()->model()->unit()));
  const QString text = QInputDialog::getText(
      window_, tr("Go to a time"), tr("Time in %1, or with ns, us, ms, s, min, h, d:").arg(unit),
      QLineEdit::Normal, QString::fromStdString(exact_text(window_->active()->time_at_cursor())),
      &is_given);
  double time = 0;
  if (!is_given) return;
  if (!parse_time(text.toStdString(), time, window_->active()->model()->unit())) {
    window_->show_message(tr("'%1' is not a time").arg(text));
    return;
  }
  const double half = window_->active()->state().axis.length() / 2;
  window_->active()->show_span({time - half, time + half});
}

void WindowCommands::add_bookmark() {
  if (!window_->active()->model()) return;
  const double time = window_->active()->time_at_cursor();
  bool is_given = false;
  const QString note = QInputDialog::getText(
      window_, tr("Bookmark"),
      tr("Note at %1:").arg(QString::fromStdString(window_->active()->time_form().text(time))),
      QLineEdit::Normal, {}, &is_given);
  if (!is_given) return;
  std::vector<Bookmark> bookmarks = window_->active()->state().bookmarks;
  bookmarks.push_back({time, note.toStdString()});
  std::sort(bookmarks.begin(), bookmarks.end(),
            [](const Bookmark& a, const Bookmark& b) { return a.time < b.time; });
  window_->active()->set_bookmarks(std::move(bookmarks));
}

void WindowCommands::show_bookmarks() {
  const auto& bookmarks = window_->active()->state().bookmarks;
  QStringList lines;
  for (const Bookmark& bookmark : bookmarks) {
    lines << QString::fromStdString(time_text(bookmark.time, window_->active()->model()->unit()) +
                                    "  " + bookmark.note);
  }
  if (lines.isEmpty()) {
    window_->show_message(tr("There are no bookmarks; B makes one."));
    return;
  }
  bool is_given = false;
  const QString chosen =
      QInputDialog::getItem(window_, tr("Bookmarks"), tr("Go to:"), lines, 0, false, &is_given);
  if (!is_given) return;
  const double time = bookmarks[static_cast<std::size_t>(lines.indexOf(chosen))].time;
  const double half = window_->active()->state().axis.length() / 2;
  window_->active()->show_span({time - half, time + half});
}

void WindowCommands::export_bookmarks() {
  const QString path =
      QFileDialog::getSaveFileName(window_, tr("Save bookmarks"), {}, tr("CSV (*.csv)"));
  if (path.isEmpty()) return;
  const QByteArray bytes = bookmarks_csv(window_->active()->state().bookmarks).toUtf8();
  try {
    save_file(path, bytes);
  } catch (const std::exception& problem) {
    QMessageBox::warning(window_, tr("Save bookmarks"), QString::fromStdString(problem.what()));
  }
}

void WindowCommands::predict() {
  if (!window_->view(0)->model() || !window_->has_whole_run()) return;
  PredictionDialog dialog(window_);
  if (dialog.exec() != QDialog::Accepted) return;
  window_->predict(dialog.scenario(), dialog.words());
}

void WindowCommands::show_keys(const QString& keys) {
  QDialog sheet(window_);
  sheet.setWindowTitle(tr("Keys"));
  auto* text = new QPlainTextEdit(keys, &sheet);
  text->setReadOnly(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &sheet);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &sheet, &QDialog::reject);
  auto* column = new QVBoxLayout(&sheet);
  column->addWidget(text);
  column->addWidget(buttons);
  sheet.resize(560, 480);
  sheet.exec();
}

void WindowCommands::show_about() {
  QMessageBox::about(window_, tr("About pajeview"),
                     tr("<b>pajeview %1</b><p>Shows execution traces in the Pajé format.<p>"
                        "Qt %2, libpaje %1. MIT licence.")
                         .arg(QApplication::applicationVersion(), QString::fromLatin1(qVersion())));
}

}  // namespace paje::gui
