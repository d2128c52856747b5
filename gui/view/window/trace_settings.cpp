#include "view/window/trace_settings.hpp"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/number_text.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

namespace {

constexpr int kMostRecent = 12;

QString group_of(const QString& path) {
  const QByteArray key = QFileInfo(path).absoluteFilePath().toUtf8();
  return "traces/" + QCryptographicHash::hash(key, QCryptographicHash::Sha1).toHex();
}

QStringList names_of(const TraceModel& model, const std::set<ContainerId>& containers) {
  QStringList names;
  for (const ContainerId id : containers) {
    names << QString::fromUtf8(model.trace()[id].identifier.text.data(),
                               static_cast<qsizetype>(model.trace()[id].identifier.text.size()));
  }
  return names;
}

std::set<ContainerId> containers_of(const TraceModel& model, const QStringList& names) {
  std::set<ContainerId> containers;
  for (const QString& name : names) {
    const ContainerId id = model.trace().find_container(name.toStdString());
    if (id.valid()) containers.insert(id);
  }
  return containers;
}

QString key_of_type(const TraceModel& model, uint32_t type) {
  return QString::fromStdString(std::string(model.trace().types()[type].identifier.text));
}

QString key_of(const TraceModel& model, uint32_t value) {
  const EntityValue& entity = model.trace().values()[value];
  return QString::fromStdString(std::string(model.trace()[entity.type].identifier.text) + "/" +
                                std::string(entity.identifier.text));
}

// Places given by hand as the order of the containers that have one.
QStringList placed_names(const TraceModel& model, const RowOptions& rows) {
  std::vector<std::pair<double, ContainerId>> placed;
  for (const auto& [id, place] : rows.places) placed.emplace_back(place, id);
  std::sort(placed.begin(), placed.end());
  QStringList names;
  for (const auto& [place, id] : placed) {
    names << QString::number(place) + ' ' +
                 QString::fromStdString(std::string(model.trace()[id].identifier.text));
  }
  return names;
}

void keep_rows(QSettings& settings, const TraceModel& model, const ViewState& state) {
  const RowOptions& rows = state.rows;
  settings.setValue(QStringLiteral("track_height"), rows.track_height);
  settings.setValue(QStringLiteral("collapsed"), names_of(model, rows.collapsed));
  settings.setValue(QStringLiteral("hidden"), names_of(model, rows.hidden));
  settings.setValue(QStringLiteral("order"), static_cast<int>(rows.order));
  settings.setValue(QStringLiteral("places"), placed_names(model, rows));
  settings.setValue(QStringLiteral("filter"), QString::fromStdString(rows.filter));
  settings.setValue(QStringLiteral("group_by_type"), rows.group_by_type);
  settings.setValue(QStringLiteral("events"), rows.shows_events);
  settings.setValue(QStringLiteral("variables"), rows.shows_variables);
  settings.setValue(QStringLiteral("own_scales"), state.own_scales);
  settings.setValue(QStringLiteral("variable_look"), static_cast<int>(rows.variables));
  QStringList scales;
  for (const auto& [type, bounds] : state.scales) {
    scales << QString::fromStdString(exact_text(bounds.first) + " to " +
                                     exact_text(bounds.second)) +
                  '=' + key_of_type(model, type.index);
  }
  settings.setValue(QStringLiteral("scales"), scales);
  settings.setValue(QStringLiteral("links"), state.shows_links);
}

void restore_rows(const QSettings& settings, const TraceModel& model, ViewState& state) {
  RowOptions& rows = state.rows;
  const double height =
      settings.value(QStringLiteral("track_height"), rows.track_height).toDouble();
  if (height >= 1 && height <= 120) rows.track_height = height;
  rows.collapsed = containers_of(model, settings.value(QStringLiteral("collapsed")).toStringList());
  rows.hidden = containers_of(model, settings.value(QStringLiteral("hidden")).toStringList());
  const int order = settings.value(QStringLiteral("order")).toInt();
  if (order >= 0 && order < static_cast<int>(RowOrder::time_in_value)) {
    rows.order = static_cast<RowOrder>(order);
  }
  for (const QString& line : settings.value(QStringLiteral("places")).toStringList()) {
    const auto blank = line.indexOf(' ');
    const ContainerId id = model.trace().find_container(line.mid(blank + 1).toStdString());
    if (id.valid()) rows.places[id] = line.left(blank).toDouble();
  }
  rows.filter = settings.value(QStringLiteral("filter")).toString().toStdString();
  rows.group_by_type = settings.value(QStringLiteral("group_by_type"), false).toBool();
  rows.shows_events = settings.value(QStringLiteral("events"), true).toBool();
  rows.shows_variables = settings.value(QStringLiteral("variables"), true).toBool();
  state.own_scales = settings.value(QStringLiteral("own_scales"), false).toBool();
  const int look = settings.value(QStringLiteral("variable_look")).toInt();
  if (look > 0 && look <= static_cast<int>(VariableLook::heat)) {
    rows.variables = static_cast<VariableLook>(look);
  }
  for (const QString& line : settings.value(QStringLiteral("scales")).toStringList()) {
    const auto bounds = parse_scale(line.section('=', 0, 0).toStdString());
    for (uint32_t i = 0; i < model.trace().types().size() && bounds; ++i) {
      if (model.trace().types()[i].kind != TypeKind::variable) continue;
      if (key_of_type(model, i) == line.section('=', 1)) state.scales[TypeId{i}] = *bounds;
    }
  }
  state.shows_links = settings.value(QStringLiteral("links"), true).toBool();
}

// Before colours are changed one by one.
Palette base_of(const TraceModel& model, PaletteKind kind) {
  return kind == PaletteKind::trace ? model.palette() : palette_of(model.trace(), kind);
}

void keep_values(QSettings& settings, const TraceModel& model, const ViewState& state) {
  QStringList hidden;
  QStringList colors;
  const Palette base = base_of(model, state.colors);
  settings.setValue(QStringLiteral("palette"), static_cast<int>(state.colors));
  for (uint32_t i = 0; i < model.trace().values().size(); ++i) {
    if (i < state.hidden.size() && state.hidden[i]) hidden << key_of(model, i);
    const Rgb color = state.palette.of(ValueId{i});
    if (color != base.of(ValueId{i})) {
      colors << key_of(model, i) + '=' + qcolor(color).name();
    }
  }
  QStringList type_colors;
  for (uint32_t i = 0; i < model.trace().types().size(); ++i) {
    const Rgb color = state.palette.of(TypeId{i});
    if (color != base.of(TypeId{i})) {
      type_colors << key_of_type(model, i) + '=' + qcolor(color).name();
    }
  }
  settings.setValue(QStringLiteral("hidden_values"), hidden);
  settings.setValue(QStringLiteral("colors"), colors);
  settings.setValue(QStringLiteral("type_colors"), type_colors);
}

// Lines of a name, an equals sign and a colour.
template <class Id>
void restore_colors(const QStringList& lines, const std::map<QString, uint32_t>& numbers,
                    Palette& palette) {
  for (const QString& line : lines) {
    const auto equals = line.lastIndexOf('=');
    const auto found = numbers.find(line.left(equals));
    const QColor color(line.mid(equals + 1));
    if (found != numbers.end() && color.isValid()) palette.set(Id{found->second}, rgb(color));
  }
}

void restore_values(QSettings& settings, const TraceModel& model, ViewState& state) {
  const QStringList hidden = settings.value(QStringLiteral("hidden_values")).toStringList();
  const QStringList colors = settings.value(QStringLiteral("colors")).toStringList();
  const int kind = settings.value(QStringLiteral("palette")).toInt();
  if (kind > 0 && kind <= static_cast<int>(PaletteKind::by_class)) {
    state.colors = static_cast<PaletteKind>(kind);
    state.palette = base_of(model, state.colors);
  }
  if (hidden.isEmpty() && colors.isEmpty()) return;
  std::map<QString, uint32_t> values;
  for (uint32_t i = 0; i < model.trace().values().size(); ++i) values[key_of(model, i)] = i;
  for (const QString& key : hidden) {
    if (const auto found = values.find(key); found != values.end())
      state.hidden[found->second] = true;
  }
  restore_colors<ValueId>(colors, values, state.palette);
}

void restore_types(QSettings& settings, const TraceModel& model, ViewState& state) {
  const QStringList colors = settings.value(QStringLiteral("type_colors")).toStringList();
  if (colors.isEmpty()) return;
  std::map<QString, uint32_t> types;
  for (uint32_t i = 0; i < model.trace().types().size(); ++i) types[key_of_type(model, i)] = i;
  restore_colors<TypeId>(colors, types, state.palette);
}

}  // namespace

void keep(const QString& path, const TraceModel& model, const ViewState& state) {
  QSettings settings;
  settings.beginGroup(group_of(path));
  settings.setValue(QStringLiteral("path"), QFileInfo(path).absoluteFilePath());
  settings.setValue(QStringLiteral("offset"), state.axis.offset());
  settings.setValue(QStringLiteral("length"), state.axis.length());
  keep_rows(settings, model, state);
  keep_values(settings, model, state);
  settings.beginWriteArray(QStringLiteral("bookmarks"), static_cast<int>(state.bookmarks.size()));
  for (std::size_t i = 0; i < state.bookmarks.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("time"), state.bookmarks[i].time);
    settings.setValue(QStringLiteral("note"), QString::fromStdString(state.bookmarks[i].note));
  }
  settings.endArray();
}

void restore(const QString& path, const TraceModel& model, ViewState& state) {
  QSettings settings;
  settings.beginGroup(group_of(path));
  if (!settings.contains(QStringLiteral("length"))) return;
  const double start = state.axis.run().start + settings.value(QStringLiteral("offset")).toDouble();
  state.axis.show({start, start + settings.value(QStringLiteral("length")).toDouble()});
  restore_rows(settings, model, state);
  restore_values(settings, model, state);
  restore_types(settings, model, state);
  const int bookmarks = settings.beginReadArray(QStringLiteral("bookmarks"));
  for (int i = 0; i < bookmarks; ++i) {
    settings.setArrayIndex(i);
    const double time = settings.value(QStringLiteral("time")).toDouble();
    if (!std::isfinite(time)) continue;
    state.bookmarks.push_back(
        {time, settings.value(QStringLiteral("note")).toString().toStdString()});
  }
  settings.endArray();
}

QStringList recent_traces() { return QSettings().value(QStringLiteral("recent")).toStringList(); }

void add_recent_trace(const QString& path) {
  QStringList recent = recent_traces();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  recent.removeAll(absolute);
  recent.prepend(absolute);
  while (recent.size() > kMostRecent) recent.removeLast();
  QSettings().setValue(QStringLiteral("recent"), recent);
}

QString bookmarks_csv(const std::vector<Bookmark>& bookmarks) {
  QString text = QStringLiteral("time,note\n");
  for (const Bookmark& bookmark : bookmarks) {
    QString note = QString::fromStdString(bookmark.note);
    note.replace('"', QStringLiteral("\"\""));
    text += QString::fromStdString(exact_text(bookmark.time)) + ",\"" + note + "\"\n";
  }
  return text;
}

}  // namespace paje::gui
