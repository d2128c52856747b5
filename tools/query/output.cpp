#include "query/output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "common/tool.hpp"
#include "formats/text/json_writer.hpp"
#include "query/box.hpp"
#include "sql/short_answer.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

class CsvWriter final : public ResultWriter {
 public:
  explicit CsvWriter(ResultSink sink) : sink_(std::move(sink)) {}

  void begin(sqlite3_stmt* statement) override {
    line_.clear();
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      add(i, csv_field(column_name(statement, i)));
    }
    finish();
  }
  void row(sqlite3_stmt* statement) override {
    line_.clear();
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const std::string text = cell_text(statement, i, true);
      // An empty text is not the same as none.
      const bool is_empty = text.empty() && sqlite3_column_type(statement, i) != SQLITE_NULL;
      add(i, is_empty ? "\"\"" : csv_field(text));
    }
    finish();
  }
  void end() override {}

 private:
  void add(int column, std::string_view field) {
    if (column != 0) line_ += ',';
    line_ += field;
  }
  void finish() {
    line_ += '\n';
    sink_(line_);
  }

  ResultSink sink_;
  std::string line_;
};

// An array of objects, one on each line.
class JsonRows final : public ResultWriter {
 public:
  explicit JsonRows(ResultSink sink) : sink_(std::move(sink)) {}

  void begin(sqlite3_stmt* statement) override {
    names_.clear();
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      names_.push_back(json_text(column_name(statement, i)));
    }
    sink_("[");
    is_first_ = true;
  }
  void row(sqlite3_stmt* statement) override {
    std::string line = is_first_ ? "\n  {" : ",\n  {";
    is_first_ = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      line += (i == 0 ? "" : ", ") + names_[i] + ": " + value(statement, static_cast<int>(i));
    }
    sink_(line + '}');
  }
  void end() override { sink_(is_first_ ? "]\n" : "\n]\n"); }

 private:
  static std::string json_text(std::string_view text) {
    JsonWriter writer;
    writer.value(text);
    return writer.text();
  }
  static std::string value(sqlite3_stmt* statement, int column) {
    const int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_NULL) return "null";
    if (type == SQLITE_FLOAT && std::isinf(sqlite3_column_double(statement, column))) {
      // JSON has no number for it.
      return sqlite3_column_double(statement, column) < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    }
    const std::string text = cell_text(statement, column, true);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? text : json_text(text);
  }

  ResultSink sink_;
  std::vector<std::string> names_;
  bool is_first_ = true;
};

class MarkdownWriter final : public ResultWriter {
 public:
  explicit MarkdownWriter(ResultSink sink) : sink_(std::move(sink)) {}

  void begin(sqlite3_stmt* statement) override {
    std::string names = "|";
    std::string rule = "\n|";
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      names += ' ' + escaped(column_name(statement, i)) + " |";
      rule += "---|";
    }
    sink_(names + rule + '\n');
  }
  void row(sqlite3_stmt* statement) override {
    std::string line = "|";
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      line += ' ' + escaped(cell_text(statement, i, false)) + " |";
    }
    sink_(line + '\n');
  }
  void end() override {}

 private:
  static std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
      if (c == '|' || c == '\\') result += '\\';
      result += c == '\n' || c == '\r' ? ' ' : c;
    }
    return result;
  }

  ResultSink sink_;
};

}  // namespace

std::optional<ResultFormat> result_format(std::string_view word) {
  if (word == "box") return ResultFormat::box;
  if (word == "csv") return ResultFormat::csv;
  if (word == "json") return ResultFormat::json;
  if (word == "markdown") return ResultFormat::markdown;
  return {};
}

std::unique_ptr<ResultWriter> make_result_writer(ResultFormat format, ResultSink sink) {
  if (format == ResultFormat::csv) return std::make_unique<CsvWriter>(std::move(sink));
  if (format == ResultFormat::json) return std::make_unique<JsonRows>(std::move(sink));
  if (format == ResultFormat::markdown) return std::make_unique<MarkdownWriter>(std::move(sink));
  return std::make_unique<BoxWriter>(std::move(sink));
}

std::string_view column_name(sqlite3_stmt* statement, int column) {
  const char* name = sqlite3_column_name(statement, column);
  if (name == nullptr) throw std::bad_alloc();
  return name;
}

std::string cell_text(sqlite3_stmt* statement, int column, bool exact) {
  const auto bytes = [&](const void* data) {
    if (data == nullptr) return std::string_view();
    return std::string_view(static_cast<const char*>(data),
                            static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
  };
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::to_string(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: {
      const double number = sqlite3_column_double(statement, column);
      std::string text = exact ? fmt::format("{}", number) : fmt::format("{:.15g}", number);
      // A whole number that is not an integer says so.
      if (exact && text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
      return text;
    }
    case SQLITE_TEXT:
      return std::string(bytes(sqlite3_column_text(statement, column)));
    case SQLITE_BLOB: {
      std::string text = "X'";
      for (const char c : bytes(sqlite3_column_blob(statement, column))) {
        text += fmt::format("{:02X}", static_cast<unsigned char>(c));
      }
      return text + '\'';
    }
    default:
      return {};
  }
}

void run_statements(TraceDatabase& trace, std::string_view sql, ResultFormat format,
                    const ResultSink& sink) {
  sqlite3* const database = trace.connection();
  while (!sql.empty()) {
    Statement statement = prepare(database, sql);
    if (statement == nullptr) continue;
    if (Statement answer = short_answer(trace, statement.get())) statement = std::move(answer);
    const bool has_rows = sqlite3_column_count(statement.get()) != 0;
    const auto writer = make_result_writer(format, sink);
    // What fails at once prints nothing.
    bool is_row = step(database, statement.get());
    if (has_rows) writer->begin(statement.get());
    for (; is_row; is_row = step(database, statement.get())) writer->row(statement.get());
    if (has_rows) writer->end();
  }
}

}  // namespace paje::tools
