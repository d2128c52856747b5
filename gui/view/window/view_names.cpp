#include "view/window/view_names.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include "model/lod/variable_scale.hpp"

namespace paje::gui {

namespace {

QString utf8_text(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string_view name_without_unit(std::string_view name) {
  const std::string_view unit = unit_in(name);
  if (unit.empty()) return name;
  name.remove_suffix(unit.size() + 2);  // and its brackets
  while (name.ends_with(' ')) name.remove_suffix(1);
  return name;
}

}  // namespace

QString key_of_value(const Trace& trace, uint32_t value) {
  const EntityValue& entity = trace.values()[value];
  return utf8_text(trace[entity.type].name.text) + '/' + utf8_text(entity.name.text);
}

std::vector<TypeId> variables_named(const Trace& trace, const QString& name) {
  std::vector<TypeId> same, similar;
  for (uint32_t i = 0; i < trace.types().size(); ++i) {
    if (trace.types()[i].kind != TypeKind::variable) continue;
    const std::string_view text = trace.types()[i].name.text;
    if (utf8_text(text) == name) same.push_back(TypeId{i});
    if (utf8_text(name_without_unit(text)) == name) similar.push_back(TypeId{i});
  }
  if (same.empty() && similar.size() == 1) return similar;
  return same;
}

std::string unknown_names(const QByteArray& json, const TraceModel& model) {
  const Trace& trace = model.trace();
  const QJsonObject view = QJsonDocument::fromJson(json).object();
  QStringList unknown;
  const auto add = [&](const char* member, const QString& name) {
    unknown << QStringLiteral("'%1' in '%2'").arg(name, QLatin1String(member));
  };
  for (const QString& name : view[QLatin1String("scales")].toObject().keys()) {
    if (variables_named(trace, name).empty()) add("scales", name);
  }
  QSet<QString> values;
  for (uint32_t i = 0; i < trace.values().size(); ++i) values.insert(key_of_value(trace, i));
  const auto look_up = [&](const char* member, const QString& name) {
    if (!values.contains(name)) add(member, name);
  };
  for (const QJsonValue name : view[QLatin1String("hidden_values")].toArray()) {
    look_up("hidden_values", name.toString());
  }
  for (const QString& name : view[QLatin1String("colors")].toObject().keys()) {
    look_up("colors", name);
  }
  const QString most = view[QLatin1String("most_time_in")].toString();
  if (!most.isEmpty()) look_up("most_time_in", most);
  if (unknown.isEmpty()) return {};
  return "the view names what " + model.name() +
         " does not have: " + unknown.join(QStringLiteral(", ")).toStdString();
}

}  // namespace paje::gui
