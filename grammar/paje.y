/* Syntax of the Pajé text format: event definitions in full, events as lists of words. Which words
   an event must have depends on its definition and is checked where definitions are known. */
%require "3.8"
%language "c++"
%define api.namespace {paje::grammar}
%define api.parser.class {Parser}
%define api.value.type variant
%define api.token.constructor
%define api.location.type {Span}
%define parse.error custom
%locations

%code requires {
#include "grammar/driver.hpp"
}
%param { void* scanner }
%parse-param { Driver& driver }
%code {
paje::grammar::Parser::symbol_type paje_scan(void* scanner);

namespace paje::grammar {
static Parser::symbol_type yylex(void* scanner) { return paje_scan(scanner); }
}  // namespace paje::grammar

// The driver answers after each line whether anybody wants the next.
#define STOP_IF_TOLD() do { if (driver.stopped()) YYABORT; } while (false)
}

%token END_OF_TEXT 0  "the end of the text"
%token END_OF_LINE    "the end of the line"
%token PERCENT        "a lone '%'"
%token EVENT_DEF      "'%EventDef'"
%token END_EVENT_DEF  "'%EndEventDef'"
%token <Word> FIELD   "'%' and a field name"
%token <Word> WORD    "a word"
%token INVALID        "a malformed word"

%%

text:
  %empty
| text line                         { STOP_IF_TOLD(); }
;

line:
  event
| definition
| error END_OF_LINE                 { yyerrok; }
;

event:
  words END_OF_LINE                 { driver.end_event(); }
;

words:
  WORD                              { driver.begin_event($1); }
| words WORD                        { driver.add_word($2); }
;

definition:
  header fields END_EVENT_DEF more END_OF_LINE  { driver.end_definition(); }
| header fields                     { driver.leave_definition_unfinished(); STOP_IF_TOLD(); }
;

header:
  EVENT_DEF WORD[name] WORD[id] END_OF_LINE  { driver.begin_definition($name, $id, @1.begin); }
| EVENT_DEF error END_OF_LINE       { yyerrok; driver.begin_broken_definition(); }
;

fields:
  %empty
| fields field                      { STOP_IF_TOLD(); }
;

field:
  FIELD[name] WORD[type] more END_OF_LINE  { driver.add_field($name, $type); }
| FIELD error END_OF_LINE           { yyerrok; driver.break_definition(); }
;

more:
  %empty
| more_words
;

more_words:
  WORD                              { driver.report_more_words($1); }
| more_words WORD
;

%%

namespace paje::grammar {

// Never called: parse.error is custom, and the scanner's exceptions pass through.
void Parser::error(const Span&, const std::string&) {}

void Parser::report_syntax_error(const context& context) const {
  const auto kind = context.lookahead().kind();
  if (kind == symbol_kind::S_INVALID) return driver.report_kept();
  constexpr int kMost = 8;
  symbol_kind_type expected[kMost];
  const int count = context.expected_tokens(expected, kMost);
  std::string wanted;
  for (int i = 0; i < count; ++i) {
    if (expected[i] == symbol_kind::S_INVALID) continue;
    if (!wanted.empty()) wanted += " or ";
    wanted += symbol_name(expected[i]);
  }
  const auto span = context.location();
  const auto text = driver.text_of(span);
  const bool is_word = kind != symbol_kind::S_END_OF_LINE && kind != symbol_kind::S_YYEOF;
  driver.report({Rule::definition_syntax, span.begin,
                 is_word ? std::string(text) : std::string(symbol_name(kind)), std::move(wanted)});
}

void Driver::leave_definition_unfinished() {
  if (definition_is_broken_) return;
  report({Rule::unfinished_definition, definition_.offset, std::string(definition_.event_name.text),
          "'%EndEventDef' after its fields"});
}

}  // namespace paje::grammar
