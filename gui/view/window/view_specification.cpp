#include "view/window/view_specification.hpp"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/number_text.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

namespace {

constexpr std::array<const char*, 3> kPalettes{"trace", "safe", "class"};
constexpr std::array<const char*, 3> kOrders{"file", "name", "start"};
constexpr std::array<const char*, 3> kLooks{"lines", "together", "heat"};

QString text_of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString key_of(const Trace& trace, uint32_t value) {
  const EntityValue& entity = trace.values()[value];
  return text_of(trace[entity.type].name.text) + '/' + text_of(entity.name.text);
}

QJsonArray paths_of(const Trace& trace, const std::set<ContainerId>& containers) {
  QJsonArray paths;
  for (const ContainerId id : containers) {
    paths << QString::fromStdString(container_path(trace, id));
  }
  return paths;
}

std::set<ContainerId> containers_of(const Trace& trace, const QJsonArray& paths) {
  std::set<ContainerId> containers;
  for (uint32_t i = 1; i < trace.containers().size() && !paths.isEmpty(); ++i) {
    const QString path = QString::fromStdString(container_path(trace, ContainerId{i}));
    if (paths.contains(path)) containers.insert(ContainerId{i});
  }
  return containers;
}

void add_colors(const TraceModel& model, const ViewState& state, QJsonObject& json) {
  const Trace& trace = model.trace();
  const Palette base =
      state.colors == PaletteKind::trace ? model.palette() : palette_of(trace, state.colors);
  QJsonObject colors;
  QJsonArray hidden;
  for (uint32_t i = 0; i < trace.values().size(); ++i) {
    const Rgb color = state.palette.of(ValueId{i});
    if (color != base.of(ValueId{i})) colors[key_of(trace, i)] = qcolor(color).name();
    if (i < state.hidden.size() && state.hidden[i]) hidden << key_of(trace, i);
  }
  json["palette"] = QLatin1String(kPalettes.at(static_cast<std::size_t>(state.colors)));
  if (!colors.isEmpty()) json["colors"] = colors;
  if (!hidden.isEmpty()) json["hidden_values"] = hidden;
}

void take_colors(const QJsonObject& json, const TraceModel& model, ViewState& state) {
  const Trace& trace = model.trace();
  const QString kind = json["palette"].toString();
  const auto place = std::find(kPalettes.begin(), kPalettes.end(), kind);
  if (place != kPalettes.end()) {
    state.colors = static_cast<PaletteKind>(place - kPalettes.begin());
    state.palette =
        state.colors == PaletteKind::trace ? model.palette() : palette_of(trace, state.colors);
  }
  const QJsonObject colors = json["colors"].toObject();
  const QJsonArray hidden = json["hidden_values"].toArray();
  state.hidden.resize(trace.values().size());
  for (uint32_t i = 0; i < trace.values().size(); ++i) {
    const QString key = key_of(trace, i);
    const QColor color(colors[key].toString());
    if (color.isValid()) state.palette.set(ValueId{i}, rgb(color));
    if (hidden.contains(key)) state.hidden[i] = true;
  }
}

QJsonObject scales_of(const Trace& trace, const ChosenScales& scales) {
  QJsonObject json;
  for (const auto& [type, bounds] : scales) {
    json[text_of(trace[type].name.text)] = QJsonArray{bounds.first, bounds.second};
  }
  return json;
}

void take_scales(const QJsonObject& json, const Trace& trace, ChosenScales& scales) {
  for (uint32_t i = 0; i < trace.types().size() && !json.isEmpty(); ++i) {
    if (trace.types()[i].kind != TypeKind::variable) continue;
    const QJsonArray bounds = json[text_of(trace.types()[i].name.text)].toArray();
    if (bounds.size() == 2 && bounds[0].toDouble() < bounds[1].toDouble()) {
      scales[TypeId{i}] = {bounds[0].toDouble(), bounds[1].toDouble()};
    }
  }
}

QJsonObject object_of(const QByteArray& text) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(text, &error);
  if (document.isObject()) return document.object();
  throw std::invalid_argument("no view specification: " +
                              (error.error == QJsonParseError::NoError
                                   ? std::string("not an object of JSON")
                                   : error.errorString().toStdString()));
}

void take_flag(const QJsonObject& json, const char* name, bool& flag) {
  if (json[QLatin1String(name)].isBool()) flag = json[QLatin1String(name)].toBool();
}

// As a shell takes it for one word.
QString quoted(const QString& word) {
  const bool is_plain = std::all_of(word.begin(), word.end(), [](QChar letter) {
    return letter.unicode() < 128 &&
           (letter.isLetterOrNumber() || QStringLiteral("_./:=+-,").contains(letter));
  });
  if (is_plain && !word.isEmpty()) return word;
  return '\'' + QString(word).replace('\'', QStringLiteral("'\\''")) + '\'';
}

}  // namespace

QByteArray view_specification(const TraceModel& model, const ViewState& state, bool is_dark) {
  QJsonObject json;
  const Trace& trace = model.trace();
  const TimeSpan shown = state.axis.shown();
  if (shown != TimeAxis(model.span(), 1).shown()) {
    json["start"] = model.rounded(shown.start);
    json["end"] = model.rounded(shown.end);
  }
  const RowOptions& rows = state.rows;
  if (!rows.filter.empty()) json["containers"] = QString::fromStdString(rows.filter);
  if (!rows.hidden.empty()) json["hidden_rows"] = paths_of(trace, rows.hidden);
  if (!rows.collapsed.empty()) json["collapsed"] = paths_of(trace, rows.collapsed);
  if (rows.order < RowOrder::time_in_value) {
    json["order"] = QLatin1String(kOrders.at(static_cast<std::size_t>(rows.order)));
  }
  json["group_by_type"] = rows.group_by_type;
  json["events"] = rows.shows_events;
  json["variables"] = rows.shows_variables;
  json["variable_look"] = QLatin1String(kLooks.at(static_cast<std::size_t>(rows.variables)));
  if (!state.scales.empty()) json["scales"] = scales_of(trace, state.scales);
  json["links"] = state.shows_links;
  json["own_scales"] = state.own_scales;
  json["waits"] = state.shows_waits;
  json["critical_path"] = state.shows_path;
  json["iterations"] = state.shows_iterations;
  json["dark"] = is_dark;
  add_colors(model, state, json);
  return QJsonDocument(json).toJson();
}

bool is_dark_specification(const QByteArray& json) { return object_of(json)["dark"].toBool(); }

void apply_specification(const QByteArray& text, const TraceModel& model, ViewState& state) {
  const QJsonObject json = object_of(text);
  TimeSpan span = model.span();
  span.start = json["start"].toDouble(span.start);
  span.end = json["end"].toDouble(span.end);
  state.axis.show(span);
  RowOptions& rows = state.rows;
  if (json["containers"].isString()) rows.filter = json["containers"].toString().toStdString();
  rows.hidden = containers_of(model.trace(), json["hidden_rows"].toArray());
  rows.collapsed = containers_of(model.trace(), json["collapsed"].toArray());
  const auto order = std::find(kOrders.begin(), kOrders.end(), json["order"].toString());
  if (order != kOrders.end()) rows.order = static_cast<RowOrder>(order - kOrders.begin());
  const auto look = std::find(kLooks.begin(), kLooks.end(), json["variable_look"].toString());
  if (look != kLooks.end()) rows.variables = static_cast<VariableLook>(look - kLooks.begin());
  take_scales(json["scales"].toObject(), model.trace(), state.scales);
  take_flag(json, "group_by_type", rows.group_by_type);
  take_flag(json, "events", rows.shows_events);
  take_flag(json, "variables", rows.shows_variables);
  take_flag(json, "links", state.shows_links);
  take_flag(json, "own_scales", state.own_scales);
  take_flag(json, "waits", state.shows_waits);
  take_flag(json, "critical_path", state.shows_path);
  take_flag(json, "iterations", state.shows_iterations);
  take_colors(json, model, state);
}

QByteArray specification_of(const std::string& file_or_text) {
  const QString words = QString::fromStdString(file_or_text);
  if (words.trimmed().startsWith('{')) return words.toUtf8();
  QFile file(words);
  if (!file.open(QIODevice::ReadOnly)) {
    throw std::runtime_error(file_or_text + ": " + file.errorString().toStdString());
  }
  return file.readAll();
}

QString render_command(const QString& trace, const TraceModel& model, const ViewState& state,
                       bool is_dark) {
  QStringList words{QStringLiteral("pajeview"), QStringLiteral("--render"),
                    quoted(QFileInfo(trace).completeBaseName() + ".png")};
  // What options can say; if nothing else is different, they do.
  ViewState plain;
  plain.axis = state.axis;
  plain.palette = state.colors == PaletteKind::safe ? palette_of(model.trace(), PaletteKind::safe)
                                                    : model.palette();
  plain.colors = state.colors == PaletteKind::safe ? PaletteKind::safe : PaletteKind::trace;
  plain.rows.filter = state.rows.filter;
  plain.shows_links = state.shows_links;
  const QByteArray wanted = view_specification(model, state, is_dark);
  if (wanted != view_specification(model, plain, is_dark)) {
    const QByteArray json = QJsonDocument::fromJson(wanted).toJson(QJsonDocument::Compact);
    words << QStringLiteral("--view") << quoted(QString::fromUtf8(json)) << quoted(trace);
    return words.join(' ');
  }
  const TimeSpan shown = state.axis.shown();
  if (shown != TimeAxis(model.span(), 1).shown()) {
    words << QStringLiteral("--start")
          << QString::fromStdString(exact_text(model.rounded(shown.start)))
          << QStringLiteral("--end")
          << QString::fromStdString(exact_text(model.rounded(shown.end)));
  }
  if (!state.rows.filter.empty()) {
    words << QStringLiteral("--containers") << quoted(QString::fromStdString(state.rows.filter));
  }
  if (!state.shows_links) words << QStringLiteral("--no-links");
  if (is_dark) words << QStringLiteral("--dark");
  if (plain.colors == PaletteKind::safe) words << QStringLiteral("--palette safe");
  words << quoted(trace);
  return words.join(' ');
}

}  // namespace paje::gui
