// The event definitions of a generated program.
#pragma once

#include <string_view>

namespace paje::tools {

inline constexpr std::string_view kDefinitions = R"(%EventDef PajeDefineContainerType 0
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineVariableType 1
%  Alias string
%  Type string
%  Name string
%  Color color
%EndEventDef
%EventDef PajeDefineStateType 2
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineEventType 3
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineLinkType 4
%  Alias string
%  Type string
%  StartContainerType string
%  EndContainerType string
%  Name string
%EndEventDef
%EventDef PajeDefineEntityValue 5
%  Alias string
%  Type string
%  Name string
%  Color color
%EndEventDef
%EventDef PajeCreateContainer 6
%  Time date
%  Alias string
%  Type string
%  Container string
%  Name string
%EndEventDef
%EventDef PajeDestroyContainer 7
%  Time date
%  Type string
%  Name string
%EndEventDef
%EventDef PajeSetVariable 8
%  Time date
%  Type string
%  Container string
%  Value double
%EndEventDef
%EventDef PajeAddVariable 9
%  Time date
%  Type string
%  Container string
%  Value double
%EndEventDef
%EventDef PajeSubVariable 10
%  Time date
%  Type string
%  Container string
%  Value double
%EndEventDef
%EventDef PajePushState 12
%  Time date
%  Type string
%  Container string
%  Value string
%EndEventDef
%EventDef PajePopState 13
%  Time date
%  Type string
%  Container string
%EndEventDef
%EventDef PajeStartLink 15
%  Time date
%  Type string
%  Container string
%  StartContainer string
%  Value string
%  Key string
%EndEventDef
%EventDef PajeEndLink 16
%  Time date
%  Type string
%  Container string
%  EndContainer string
%  Value string
%  Key string
%EndEventDef
%EventDef PajeNewEvent 17
%  Time date
%  Type string
%  Container string
%  Value string
%EndEventDef
%EventDef PajePushState 18
%  Time date
%  Type string
%  Container string
%  Value string
%  Size int
%  Tag int
%EndEventDef)";
inline constexpr std::string_view kPartDefinition = R"(%EventDef PajeTraceFile 19
%  Container string
%  Type string
%  Filename string
%EndEventDef)";

}  // namespace paje::tools
