#include "view/window/render_command.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "model/number_text.hpp"
#include "model/rows/glob.hpp"
#include "view/window/view_specification.hpp"

namespace paje::gui {

namespace {

// As a shell takes it for one word.
QString quoted(const QString& word) {
  const bool is_plain = std::all_of(word.begin(), word.end(), [](QChar letter) {
    return letter.unicode() < 128 &&
           (letter.isLetterOrNumber() || QStringLiteral("_./:=+-,").contains(letter));
  });
  if (is_plain && !word.isEmpty()) return word;
  return '\'' + QString(word).replace('\'', QStringLiteral("'\\''")) + '\'';
}

QString compact(const QByteArray& json) {
  return QString::fromUtf8(QJsonDocument::fromJson(json).toJson(QJsonDocument::Compact));
}

// How a trace was read, where that is not as without options.
QStringList reading_words(const LoadOptions& options) {
  const ReadOptions& read = options.read;
  QStringList words;
  const auto add = [&](bool is_given, const char* option) {
    if (is_given) words << QLatin1String(option);
  };
  add(options.lenient, "--lenient");
  add(read.ignore_incomplete_links, "--ignore-incomplete-links");
  add(read.old_field_names, "--no-strict");
  add(read.sort, "--sort");
  add(read.fix_clocks, "--fix-clocks");
  add(!read.imbrication, "--no-imbrication");
  for (const std::string& type : read.selection.types) {
    words << QStringLiteral("--types") << quoted(QString::fromStdString(type));
  }
  if (read.stop_at) {
    words << QStringLiteral("--stop-at") << QString::fromStdString(exact_text(*read.stop_at));
  }
  if (options.show.unit) {
    words << QStringLiteral("--unit")
          << QString::fromStdString(std::string(spelling(*options.show.unit)));
  }
  return words;
}

void add_palette(const ViewState& state, QStringList& words) {
  if (state.colors == PaletteKind::trace) return;
  words << QStringLiteral("--palette") << word_of(state.colors);
}

void add_times(const RenderedRun& run, QStringList& words) {
  const TimeSpan shown = run.model.rounded(run.state.axis.shown());
  words << QStringLiteral("--start") << QString::fromStdString(exact_text(shown.start))
        << QStringLiteral("--end") << QString::fromStdString(exact_text(shown.end));
}

// Whether options say all of it.
bool is_simple(const RenderedRun& run, const QByteArray& specification, bool is_dark) {
  const ViewState& state = run.state;
  ViewState simple;
  simple.axis = state.axis;
  simple.colors = state.colors;
  simple.palette = state.colors == PaletteKind::trace ? run.model.palette()
                                                      : palette_of(run.model.trace(), state.colors);
  simple.rows.filter = state.rows.filter;
  simple.shows_links = state.shows_links;
  // A part of a name is a pattern of a view only.
  return are_whole_names(run.model.trace(), patterns_of_filter(state.rows.filter)) &&
         specification == view_specification(run.model, simple, is_dark);
}

// `unsaid` is shown if no time is said; `needs_view`: options would be for the second run, too.
void add_view(const RenderedRun& run, const TimeSpan& unsaid, bool needs_view, bool is_dark,
              QStringList& words) {
  const ViewState& state = run.state;
  const QByteArray wanted = view_specification(run.model, state, is_dark);
  const bool has_view = needs_view || !is_simple(run, wanted, is_dark);
  if (has_view) words << QStringLiteral("--view") << quoted(compact(wanted));
  if (state.axis.shown() != unsaid && !(has_view && has_times(wanted))) add_times(run, words);
  if (has_view) return;
  for (const std::string& pattern : patterns_of_filter(state.rows.filter)) {
    words << QStringLiteral("--containers") << quoted(QString::fromStdString(pattern));
  }
  if (!state.shows_links) words << QStringLiteral("--no-links");
  if (is_dark) words << QStringLiteral("--dark");
  add_palette(state, words);
}

// The view of the second run as far as that of the first does not say it. Its time follows the
// first one's, unless each goes by itself.
QString second_view(const RenderedPicture& picture) {
  const RenderedRun& second = picture.runs[1];
  const auto of = [&](const ViewState& state) {
    QJsonObject view =
        QJsonDocument::fromJson(view_specification(second.model, state, picture.is_dark)).object();
    if (picture.binding != Binding::none) {
      view.remove(QStringLiteral("start"));
      view.remove(QStringLiteral("end"));
    }
    return QJsonDocument(view).toJson(QJsonDocument::Compact);
  };
  const RenderedRun& first = picture.runs[0];
  ViewState said;
  said.axis = TimeAxis(second.model.span(), 1);
  apply_specification(view_specification(first.model, first.state, picture.is_dark), second.model,
                      said);
  const QByteArray wanted = of(second.state);
  return wanted == of(said) ? QString() : QString::fromUtf8(wanted);
}

QString lost_text(const char* text) { return QCoreApplication::translate("RenderCommand", text); }

void add_comparison(const RenderedPicture& picture, RenderCommand& command, QStringList& words) {
  const RenderedRun& first = picture.runs[0];
  // Until states are aligned, their runs go by time.
  const bool is_aligned = picture.alignment != nullptr;
  const Binding binding =
      picture.binding == Binding::alignment && !is_aligned ? Binding::wall_time : picture.binding;
  words << QStringLiteral("--mode") << QStringLiteral("compare");
  if (binding != Binding::alignment) {
    words << QStringLiteral("--bind") << QLatin1String(kBindings.at(std::size_t(binding)));
  }
  const QString second = second_view(picture);
  TimeSpan unsaid = TimeAxis(first.model.span(), 1).shown();
  if (is_aligned && binding != Binding::none) unsaid = shown_of_first(binding, *picture.alignment);
  add_view(first, unsaid, !second.isEmpty(), picture.is_dark, words);
  if (!second.isEmpty()) words << QStringLiteral("--second-view") << quoted(second);
  const QStringList other = reading_words(picture.runs[1].reading);
  if (picture.runs[1].is_kept && other != reading_words(first.reading)) {
    command.lost << (other.isEmpty()
                         ? lost_text("the second run was read without these options")
                         : lost_text("the second run was read with %1").arg(other.join(' ')));
  }
}

}  // namespace

RenderCommand render_command(const RenderedPicture& picture) {
  const RenderedRun& first = picture.runs.front();
  RenderCommand command{.line = {}, .lost = picture.lost};
  QStringList words{QStringLiteral("pajeview"), QStringLiteral("--render"),
                    quoted(QFileInfo(first.path).completeBaseName() + ".png")};
  if (picture.is_whole_run) {
    words << QStringLiteral("--mode") << QStringLiteral("aggregate");
    if (picture.is_dark) words << QStringLiteral("--dark");
    add_palette(first.state, words);
  } else if (picture.runs.size() > 1) {
    add_comparison(picture, command, words);
  } else {
    add_view(first, TimeAxis(first.model.span(), 1).shown(), false, picture.is_dark, words);
  }
  words << reading_words(first.reading);
  for (const RenderedRun& run : picture.runs) {
    words << quoted(QFileInfo(run.path).absoluteFilePath());
    if (!run.is_kept) {
      command.lost << lost_text("the predicted run has a file only until the viewer ends");
    }
  }
  command.line = words.join(' ');
  return command;
}

}  // namespace paje::gui
