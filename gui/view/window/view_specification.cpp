#include "view/window/view_specification.hpp"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "model/rows/row_order.hpp"
#include "view/window/theme.hpp"
#include "view/window/view_names.hpp"

namespace paje::gui {

namespace {

constexpr std::array<const char*, 3> kPalettes{"trace", "safe", "class"};
constexpr std::array<const char*, 3> kOrders{"file", "name", "start"};
constexpr std::array<const char*, 3> kLooks{"lines", "together", "heat"};

constexpr QLatin1String kRange{"range"};

QString text_of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
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

// Only what was moved: other rows have the order that the member `order` names.
void add_row_order(const TraceModel& model, const RowOptions& rows, QJsonObject& json) {
  QJsonArray paths;
  for (const std::string& path : order_by_hand(model, rows)) paths << QString::fromStdString(path);
  if (!paths.isEmpty()) json["row_order"] = paths;
}

void take_row_order(const QJsonArray& json, const Trace& trace, RowOptions& rows) {
  std::vector<std::string> paths;
  for (const QJsonValue path : json) paths.push_back(path.toString().toStdString());
  rows.places = places_in_order(trace, paths);
}

void take_order_by_time(const QString& key, const Trace& trace, RowOptions& rows) {
  for (uint32_t i = 0; i < trace.values().size() && !key.isEmpty(); ++i) {
    if (key_of_value(trace, i) != key) continue;
    rows.order = RowOrder::time_in_value;
    rows.value = ValueId{i};
    return;
  }
}

void add_colors(const TraceModel& model, const ViewState& state, QJsonObject& json) {
  const Trace& trace = model.trace();
  const Palette base =
      state.colors == PaletteKind::trace ? model.palette() : palette_of(trace, state.colors);
  QJsonObject colors;
  QJsonArray hidden;
  for (uint32_t i = 0; i < trace.values().size(); ++i) {
    const Rgb color = state.palette.of(ValueId{i});
    if (color != base.of(ValueId{i})) colors[key_of_value(trace, i)] = qcolor(color).name();
    if (i < state.hidden.size() && state.hidden[i]) hidden << key_of_value(trace, i);
  }
  json["palette"] = word_of(state.colors);
  if (!colors.isEmpty()) json["colors"] = colors;
  if (!hidden.isEmpty()) json["hidden_values"] = hidden;
}

void take_colors(const QJsonObject& json, const TraceModel& model, ViewState& state) {
  const Trace& trace = model.trace();
  const QString kind = json["palette"].toString();
  const auto place = std::find(kPalettes.begin(), kPalettes.end(), kind);
  if (place != kPalettes.end()) state.colors = static_cast<PaletteKind>(place - kPalettes.begin());
  state.palette =
      state.colors == PaletteKind::trace ? model.palette() : palette_of(trace, state.colors);
  const QJsonObject colors = json["colors"].toObject();
  const QJsonArray hidden = json["hidden_values"].toArray();
  state.hidden.assign(trace.values().size(), false);
  for (uint32_t i = 0; i < trace.values().size(); ++i) {
    const QString key = key_of_value(trace, i);
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
  for (auto scale = json.begin(); scale != json.end(); ++scale) {
    const QJsonArray bounds = scale.value().toArray();
    if (bounds.size() != 2 || !(bounds[0].toDouble() < bounds[1].toDouble())) continue;
    for (const TypeId type : variables_named(trace, scale.key())) {
      scales[type] = {bounds[0].toDouble(), bounds[1].toDouble()};
    }
  }
}

struct MembersOfType {
  QJsonValue::Type type;
  const char* type_name;
  std::vector<const char*> names;
};

const std::vector<MembersOfType>& all_members() {
  static const std::vector<MembersOfType> kAll{
      {QJsonValue::Double, "a number", {"start", "end", "scroll"}},
      {QJsonValue::String,
       "a text",
       {"containers", "order", "most_time_in", "variable_look", "palette"}},
      {QJsonValue::Array,
       "a list",
       {"hidden_rows", "collapsed", "row_order", "hidden_values", "range", "box"}},
      {QJsonValue::Object, "an object", {"scales", "colors"}},
      {QJsonValue::Bool,
       "true or false",
       {"group_by_type", "events", "variables", "links", "own_scales", "waits", "dark",
        "critical_path", "iterations"}}};
  return kAll;
}

[[noreturn]] void refuse_member(const std::string& member, const std::string& words) {
  throw std::invalid_argument("the member '" + member + "' of a view " + words);
}

// What has another name or type than a view has is a mistake, and would be ignored silently.
void check_members(const QJsonObject& json) {
  for (auto member = json.begin(); member != json.end(); ++member) {
    const QString name = member.key();
    const auto& all = all_members();
    const auto found = std::find_if(all.begin(), all.end(), [&](const MembersOfType& members) {
      return std::any_of(members.names.begin(), members.names.end(),
                         [&](const char* one) { return name == QLatin1String(one); });
    });
    if (found == all.end()) {
      throw std::invalid_argument("a view has no member '" + name.toStdString() +
                                  "'; one that the viewer saved shows them all");
    }
    if (member.value().type() != found->type) {
      refuse_member(name.toStdString(), std::string("is to be ") + found->type_name);
    }
  }
}

void check_order(const QJsonObject& json) {
  const QJsonValue start = json["start"];
  const QJsonValue end = json["end"];
  if (start.isDouble() && end.isDouble() && start.toDouble() > end.toDouble()) {
    refuse_member("start", "is after 'end'");
  }
}

void check_texts(const QJsonObject& json) {
  for (const MembersOfType& members : all_members()) {
    if (members.type != QJsonValue::Array) continue;
    for (const char* member : members.names) {
      if (QLatin1String(member) == kRange) continue;  // of numbers
      for (const QJsonValue one : json[QLatin1String(member)].toArray()) {
        if (!one.isString()) refuse_member(member, "is to be a list of texts");
      }
    }
  }
}

void check_colors(const QJsonObject& json) {
  const QJsonObject colors = json["colors"].toObject();
  for (auto color = colors.begin(); color != colors.end(); ++color) {
    if (QColor(color.value().toString()).isValid()) continue;
    refuse_member("colors", "is to have colours such as #ff8000, found none for '" +
                                color.key().toStdString() + "'");
  }
}

void check_scales(const QJsonObject& json) {
  const QJsonObject scales = json["scales"].toObject();
  for (auto scale = scales.begin(); scale != scales.end(); ++scale) {
    const QJsonArray bounds = scale.value().toArray();
    if (bounds.size() == 2 && bounds[0].isDouble() && bounds[1].isDouble() &&
        bounds[0].toDouble() < bounds[1].toDouble()) {
      continue;
    }
    refuse_member("scales",
                  "is to have two ascending numbers for '" + scale.key().toStdString() + "'");
  }
}

void check_selection_and_scroll(const QJsonObject& json) {
  const QJsonArray range = json[kRange].toArray();
  const bool is_range = range.size() == 2 && range[0].isDouble() && range[1].isDouble() &&
                        range[0].toDouble() <= range[1].toDouble();
  if (json.contains(kRange) && !is_range) {
    refuse_member("range", "is to be two ascending times");
  }
  if (json.contains(QLatin1String("box")) && !is_range) {
    refuse_member("box", "needs a 'range', too");
  }
  const double scroll = json["scroll"].toDouble();
  if (!(scroll >= 0 && scroll <= 1)) refuse_member("scroll", "is to be from 0 to 1");
}

void check_word(const QJsonObject& json, const char* member, const auto& words) {
  const QJsonValue value = json[QLatin1String(member)];
  const auto is_same = [&](const char* word) { return value.toString() == QLatin1String(word); };
  if (value.isUndefined() || std::any_of(words.begin(), words.end(), is_same)) return;
  std::string all;
  for (const char* word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  refuse_member(member,
                "is to be one of " + all + ", found '" + value.toString().toStdString() + "'");
}

QJsonObject object_of(const QByteArray& text) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(text, &error);
  if (document.isObject()) {
    QJsonObject json = document.object();
    check_members(json);
    check_word(json, "palette", kPalettes);
    check_word(json, "order", kOrders);
    check_word(json, "variable_look", kLooks);
    check_order(json);
    check_texts(json);
    check_colors(json);
    check_scales(json);
    check_selection_and_scroll(json);
    return json;
  }
  throw std::invalid_argument("no view specification: " +
                              (error.error == QJsonParseError::NoError
                                   ? std::string("not an object of JSON")
                                   : error.errorString().toStdString()));
}

void take_flag(const QJsonObject& json, const char* name, bool& flag) {
  if (json[QLatin1String(name)].isBool()) flag = json[QLatin1String(name)].toBool();
}

TimeSpan time_of(const QJsonObject& json, const TraceModel& model) {
  const TimeSpan run = model.span();
  return {json["start"].toDouble(run.start), json["end"].toDouble(run.end)};
}

void add_selection(const TraceModel& model, const ViewState& state, QJsonObject& json) {
  if (!state.range) return;
  json[kRange] = QJsonArray{state.range->start, state.range->end};
  if (!state.box.empty()) json["box"] = paths_of(model.trace(), state.box);
}

void read_selection(const QJsonObject& json, const Trace& trace, ViewState& state) {
  const QJsonArray range = json[kRange].toArray();
  if (range.size() != 2) return;
  state.range = TimeSpan{range[0].toDouble(), range[1].toDouble()};
  state.box = containers_of(trace, json["box"].toArray());
}

// Of all that the rows are high: as wide a part of another window.
void add_scroll(const TraceModel& model, const ViewState& state, QJsonObject& json) {
  const double height = state.scroll > 0 ? layout_rows(model, state.rows).height : 0;
  if (height > 0) json["scroll"] = std::min(state.scroll / height, 1.0);
}

// All that a view describes is as in a new one; the selected object, bookmarks and the height of
// rows stay.
void reset(ViewState& state) {
  const ViewState fresh;
  const double height = state.rows.track_height;
  state.rows = fresh.rows;
  state.rows.track_height = height;
  state.colors = fresh.colors;
  state.scales = fresh.scales;
  state.shows_links = fresh.shows_links;
  state.own_scales = fresh.own_scales;
  state.shows_waits = fresh.shows_waits;
  state.shows_path = fresh.shows_path;
  state.shows_iterations = fresh.shows_iterations;
  state.range = fresh.range;
  state.box = fresh.box;
}

}  // namespace

QByteArray view_specification(const TraceModel& model, const ViewState& state, bool is_dark) {
  QJsonObject json;
  const Trace& trace = model.trace();
  const TimeSpan shown = state.axis.shown();
  if (shown != TimeAxis(model.span(), 1).shown()) {
    const TimeSpan written = model.rounded(shown);
    json["start"] = written.start;
    json["end"] = written.end;
  }
  const RowOptions& rows = state.rows;
  if (!rows.filter.empty()) json["containers"] = QString::fromStdString(rows.filter);
  if (!rows.hidden.empty()) json["hidden_rows"] = paths_of(trace, rows.hidden);
  if (!rows.collapsed.empty()) json["collapsed"] = paths_of(trace, rows.collapsed);
  if (rows.order < RowOrder::time_in_value) {
    json["order"] = QLatin1String(kOrders.at(static_cast<std::size_t>(rows.order)));
  } else {
    json["most_time_in"] = key_of_value(trace, rows.value.index);
  }
  add_row_order(model, rows, json);
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
  add_selection(model, state, json);
  add_scroll(model, state, json);
  return QJsonDocument(json).toJson();
}

std::optional<bool> darkness_of_specification(const QByteArray& json) {
  const QJsonValue dark = object_of(json)["dark"];
  return dark.isBool() ? std::optional(dark.toBool()) : std::nullopt;
}

bool has_times(const QByteArray& json) {
  const QJsonObject view = object_of(json);
  return view.contains(QLatin1String("start")) || view.contains(QLatin1String("end"));
}

TimeSpan time_of_specification(const QByteArray& json, const TraceModel& model) {
  return time_of(object_of(json), model);
}

QLatin1String word_of(PaletteKind kind) {
  return QLatin1String(kPalettes.at(static_cast<std::size_t>(kind)));
}

void apply_specification(const QByteArray& text, const TraceModel& model, ViewState& state) {
  const QJsonObject json = object_of(text);
  reset(state);
  state.axis.show_range(time_of(json, model));
  RowOptions& rows = state.rows;
  if (json["containers"].isString()) rows.filter = json["containers"].toString().toStdString();
  rows.hidden = containers_of(model.trace(), json["hidden_rows"].toArray());
  rows.collapsed = containers_of(model.trace(), json["collapsed"].toArray());
  const auto order = std::find(kOrders.begin(), kOrders.end(), json["order"].toString());
  if (order != kOrders.end()) rows.order = static_cast<RowOrder>(order - kOrders.begin());
  take_order_by_time(json["most_time_in"].toString(), model.trace(), rows);
  const auto look = std::find(kLooks.begin(), kLooks.end(), json["variable_look"].toString());
  if (look != kLooks.end()) rows.variables = static_cast<VariableLook>(look - kLooks.begin());
  take_row_order(json["row_order"].toArray(), model.trace(), rows);
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
  read_selection(json, model.trace(), state);
  // Last: it is of these rows.
  const double scroll = json["scroll"].toDouble();
  state.scroll = scroll > 0 ? scroll * layout_rows(model, rows).height : 0;
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

}  // namespace paje::gui
