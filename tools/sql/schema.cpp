#include "sql/schema.hpp"

#include "sql/column_meanings.hpp"

namespace paje::tools {

namespace {

// What is in braces are the columns of user-defined fields (UserTables::fill).
constexpr std::string_view kLiveViews = R"(
CREATE VIEW states AS
  SELECT id, container_name AS container, path, node, type_name AS type, value_name AS value,
    start, "end", duration, depth, parent, parent_value, exclusive, own, outer_mpi,
    container AS container_id, type AS type_id{state} FROM state;
CREATE VIEW variables AS
  SELECT id, container_name AS container, path, node, type_name AS type, start, "end", duration,
    value, container AS container_id, type AS type_id{variable} FROM variable;
CREATE VIEW events AS
  SELECT id, container_name AS container, path, node, type_name AS type, time,
    value_name AS value, container AS container_id, type AS type_id{event} FROM event;
CREATE VIEW links AS
  SELECT id, container_name AS container, type_name AS type, value_name AS value, key, start,
    "end", duration, start_name AS start_container, end_name AS end_container, start_path,
    end_path, start_container AS start_container_id, end_container AS end_container_id{link}
  FROM link;
)";

// Of live and of saved tables.
constexpr std::string_view kJoinedViews = R"(
CREATE VIEW containers AS
  SELECT c.id, c.name, c.path, c.depth, c.node, t.name AS type, p.name AS parent, c.start,
    c."end", c."end" - c.start AS duration, c.destroyed{c.container}
  FROM container c JOIN type t ON t.id = c.type LEFT JOIN container p ON p.id = c.parent;
CREATE VIEW mpi_states AS SELECT * FROM states WHERE outer_mpi = 1;
CREATE VIEW stretches AS
  SELECT s.container AS container_id, c.name AS container, c.path, c.node, s.start, s."end",
    s."end" - s.start AS duration
  FROM stretch s JOIN container c ON c.id = s.container;
CREATE VIEW types AS
  SELECT t.id, t.name, t.kind, p.name AS parent, s.name AS start_type, e.name AS end_type, t.color
  FROM type t LEFT JOIN type p ON p.id = t.parent LEFT JOIN type s ON s.id = t.start_type
    LEFT JOIN type e ON e.id = t.end_type;
)";

constexpr std::string_view kSavedTables = R"(
CREATE TABLE saved.type(id INTEGER PRIMARY KEY, name TEXT, identifier TEXT, kind TEXT,
  parent INTEGER REFERENCES type, start_type INTEGER REFERENCES type,
  end_type INTEGER REFERENCES type, color TEXT);
INSERT INTO saved.type
  SELECT id, utf8(name), utf8(identifier), kind, parent, start_type, end_type, color FROM main.type;
CREATE TABLE saved.container(id INTEGER PRIMARY KEY, name TEXT, identifier TEXT,
  type INTEGER REFERENCES type, parent INTEGER REFERENCES container, start REAL, "end" REAL,
  destroyed INTEGER{container:types}, path TEXT, depth INTEGER, node TEXT);
INSERT INTO saved.container
  SELECT id, utf8(name), utf8(identifier), type, parent, start, "end", destroyed{container:utf8},
    utf8(path), depth, utf8(node) FROM main.container;
CREATE TABLE saved.entity_value(id INTEGER PRIMARY KEY, type INTEGER REFERENCES type, name TEXT,
  identifier TEXT, color TEXT, defined INTEGER, mpi INTEGER);
INSERT INTO saved.entity_value
  SELECT id, type, utf8(name), utf8(identifier), color, defined, mpi FROM main.entity_value;
CREATE TABLE saved.event_definition(id INTEGER PRIMARY KEY, number INTEGER, event TEXT,
  position INTEGER, field TEXT, field_type TEXT, user_defined INTEGER);
INSERT INTO saved.event_definition
  SELECT id, number, event, position, utf8(field), field_type, user_defined
  FROM main.event_definition;
CREATE TABLE saved.state(id INTEGER PRIMARY KEY, container INTEGER REFERENCES container,
  type INTEGER REFERENCES type, value INTEGER REFERENCES entity_value, start REAL, "end" REAL,
  depth INTEGER, parent INTEGER REFERENCES state, exclusive REAL, own REAL,
  outer_mpi INTEGER{state:types});
INSERT INTO saved.state
  SELECT id, container, type, value, start, "end", depth, parent, exclusive, own,
    outer_mpi{state:utf8} FROM main.state;
CREATE TABLE saved.stretch(container INTEGER REFERENCES container, start REAL, "end" REAL);
INSERT INTO saved.stretch SELECT * FROM main.stretch;
CREATE TABLE saved.variable(id INTEGER PRIMARY KEY, container INTEGER REFERENCES container,
  type INTEGER REFERENCES type, start REAL, "end" REAL, value REAL{variable:types});
INSERT INTO saved.variable
  SELECT id, container, type, start, "end", value{variable:utf8} FROM main.variable;
CREATE TABLE saved.event(id INTEGER PRIMARY KEY, container INTEGER REFERENCES container,
  type INTEGER REFERENCES type, value INTEGER REFERENCES entity_value,
  time REAL{event:types});
INSERT INTO saved.event
  SELECT id, container, type, value, time{event:utf8} FROM main.event;
CREATE TABLE saved.link(id INTEGER PRIMARY KEY, container INTEGER REFERENCES container,
  type INTEGER REFERENCES type, value INTEGER REFERENCES entity_value, start REAL, "end" REAL,
  start_container INTEGER REFERENCES container, end_container INTEGER REFERENCES container,
  key TEXT{link:types});
INSERT INTO saved.link
  SELECT id, container, type, value, start, "end", start_container, end_container,
    utf8(key){link:utf8} FROM main.link;
CREATE TABLE saved.schema_page(name TEXT, "column" TEXT, meaning TEXT);
INSERT INTO saved.schema_page SELECT name, "column", utf8(meaning) FROM main.schema_page;
CREATE INDEX saved.container_name ON container(name);
CREATE INDEX saved.container_path ON container(path);
CREATE INDEX saved.state_container ON state(container, start);
CREATE INDEX saved.state_value ON state(value);
CREATE INDEX saved.variable_container ON variable(container, start);
CREATE INDEX saved.event_container ON event(container, time);
CREATE INDEX saved.link_start ON link(start_container, start);
CREATE INDEX saved.link_end ON link(end_container, "end");
)";

// To be made in the file itself: a view names no other database.
constexpr std::string_view kSavedViews = R"(
CREATE VIEW states AS
  SELECT s.id, c.name AS container, c.path, c.node, t.name AS type, v.name AS value, s.start,
    s."end", s."end" - s.start AS duration, s.depth, s.parent, pv.name AS parent_value,
    s.exclusive, s.own, s.outer_mpi, s.container AS container_id, s.type AS type_id{s.state}
  FROM state s JOIN container c ON c.id = s.container JOIN type t ON t.id = s.type
    JOIN entity_value v ON v.id = s.value LEFT JOIN state p ON p.id = s.parent
    LEFT JOIN entity_value pv ON pv.id = p.value;
CREATE VIEW variables AS
  SELECT s.id, c.name AS container, c.path, c.node, t.name AS type, s.start, s."end",
    s."end" - s.start AS duration, s.value, s.container AS container_id,
    s.type AS type_id{s.variable}
  FROM variable s JOIN container c ON c.id = s.container JOIN type t ON t.id = s.type;
CREATE VIEW events AS
  SELECT s.id, c.name AS container, c.path, c.node, t.name AS type, s.time, v.name AS value,
    s.container AS container_id, s.type AS type_id{s.event}
  FROM event s JOIN container c ON c.id = s.container JOIN type t ON t.id = s.type
    JOIN entity_value v ON v.id = s.value;
CREATE VIEW links AS
  SELECT l.id, c.name AS container, t.name AS type, v.name AS value, l.key, l.start, l."end",
    l."end" - l.start AS duration, a.name AS start_container, b.name AS end_container,
    a.path AS start_path, b.path AS end_path, l.start_container AS start_container_id,
    l.end_container AS end_container_id{l.link}
  FROM link l JOIN container c ON c.id = l.container JOIN type t ON t.id = l.type
    JOIN entity_value v ON v.id = l.value JOIN container a ON a.id = l.start_container
    JOIN container b ON b.id = l.end_container;
)";

}  // namespace

std::vector<ColumnMeaning> column_meanings(std::span<const ColumnMeaning> user_defined) {
  std::vector<ColumnMeaning> meanings;
  for (std::size_t i = 0; i < std::size(kColumnMeanings); ++i) {
    meanings.push_back(kColumnMeanings[i]);
    const std::string_view table = kColumnMeanings[i].table;
    if (i + 1 < std::size(kColumnMeanings) && kColumnMeanings[i + 1].table == table) continue;
    for (const ColumnMeaning& more : user_defined) {
      if (more.table == table) meanings.push_back(more);
    }
  }
  return meanings;
}
std::string_view live_views() { return kLiveViews; }
std::string_view saved_tables() { return kSavedTables; }
std::string_view saved_views() { return kSavedViews; }
std::string_view joined_views() { return kJoinedViews; }

ListTable schema_list(std::span<const ColumnMeaning> meanings) {
  const auto text = [](std::string_view words) { return words.empty() ? Cell{} : Cell{words}; };
  return {static_cast<uint32_t>(meanings.size()),
          {{"id", "INTEGER", [](uint32_t row) { return sqlite3_int64{row}; }, true, true},
           {"name", "TEXT", [=](uint32_t row) { return text(meanings[row].table); }},
           {"column", "TEXT", [=](uint32_t row) { return text(meanings[row].column); }},
           {"meaning", "TEXT", [=](uint32_t row) { return text(meanings[row].meaning); }}}};
}

}  // namespace paje::tools
