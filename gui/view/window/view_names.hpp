// What names in a view mean in a trace: those of variables, and those that it does not have.
#pragma once

#include <QByteArray>
#include <QString>
#include <string>
#include <vector>

#include "model/rows/trace_model.hpp"

namespace paje::gui {

/// A value as views name it: `Type/value`.
QString key_of_value(const Trace& trace, uint32_t value);

/// The variables of that name; if there are none, the only one that has it before its unit:
/// `power` means `power [W]`.
std::vector<TypeId> variables_named(const Trace& trace, const QString& name);

/// A sentence on the names of values and variables in a view that match nothing, and so have no
/// effect; empty if all match.
std::string unknown_names(const QByteArray& json, const TraceModel& model);

}  // namespace paje::gui
