// Traces written in a test, with the definitions that all of them share.
#pragma once

#include <paje/read.hpp>
#include <string>

namespace paje::gui::test {

inline const std::string kDefinitions = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineVariableType 2
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEventType 3
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 4
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 6
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeSetVariable 8
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajePushState 12
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 13
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeStartLink 15
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 16
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeNewEvent 17
% Time date
% Type string
% Container string
% Value string
%EndEventDef
0 N 0 node
0 R N rank
1 S R state
2 V R load
3 E R mark
4 L 0 R R message
6 0 n0 N 0 node-0
6 0 n1 N 0 node-1
6 0 a R n0 rank-10
6 0 b R n0 rank-2
6 0 c R n1 rank-3
)";

inline const std::string kRedState =
    "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n% Name string\n"
    "% Color color\n%EndEventDef\n5 red S red \"1 0 0\"\n";

/// The trace of these definitions, with containers node-0 (rank-10 `a`, rank-2 `b`) and node-1
/// (rank-3 `c`), and `events`.
inline Trace trace_of(const std::string& events) {
  return read_trace(Input::from_memory(kDefinitions + events));
}

}  // namespace paje::gui::test
