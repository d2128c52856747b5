"""Small traces for tests of the Python package."""

# Two threads of one name: 1 s of work in the first, 9 s in the second.
SAME_NAMES = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajePushState 3
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 4
% Time date
% Type string
% Container string
%EndEventDef
0 P 0 Process
0 T P Thread
1 S T Act
2 0 p1 P 0 "p 1"
2 0 p2 P 0 "p 2"
2 0 t1 T p1 main
2 0 t2 T p2 main
3 0 S t1 work
4 1 S t1
3 0 S t2 work
3 2 S t2 wait
4 5 S t2
4 9 S t2
"""

# Three messages: one with all user-defined fields, one with some, one with none.
SIZED = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 5
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeStartLink 6
% Time date
% Type string
% Container string
% Value string
% StartContainer string
% Key string
% Size int
% Comm string
% Ratio double
% Depth int
%EndEventDef
%EventDef PajeStartLink 7
% Time date
% Type string
% Container string
% Value string
% StartContainer string
% Key string
% Size int
% Comm string
%EndEventDef
%EventDef PajeStartLink 8
% Time date
% Type string
% Container string
% Value string
% StartContainer string
% Key string
%EndEventDef
%EventDef PajeEndLink 9
% Time date
% Type string
% Container string
% Value string
% EndContainer string
% Key string
%EndEventDef
0 P 0 Process
5 L 0 P P Msg
2 0 p1 P 0 "p 1"
2 0 p2 P 0 "p 2"
6 0 L 0 v p1 k1 4096 world 0.5 7
9 1 L 0 v p2 k1
8 1 L 0 v p1 k2
9 2 L 0 v p2 k2
7 2 L 0 v p2 k3 100 "a é"
9 3 L 0 v p1 k3
"""
