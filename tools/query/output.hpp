// Rows of a result as text.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

class TraceDatabase;

enum class ResultFormat { box, csv, json, markdown };
std::optional<ResultFormat> result_format(std::string_view word);

using ResultSink = std::function<void(std::string_view)>;

/// Writes the rows of one statement.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;
  virtual void begin(sqlite3_stmt* statement) = 0;
  /// Of the row that the statement is at.
  virtual void row(sqlite3_stmt* statement) = 0;
  virtual void end() = 0;
};
std::unique_ptr<ResultWriter> make_result_writer(ResultFormat format, ResultSink sink);

/// Does all statements of `sql` and writes what they give. Throws SqlError.
void run_statements(TraceDatabase& trace, std::string_view sql, ResultFormat format,
                    const ResultSink& sink);

/// A value of the row as text: numbers that read back as the same bits if `exact`, else of 15
/// digits; blobs as X'..'; nothing for NULL.
std::string cell_text(sqlite3_stmt* statement, int column, bool exact);
std::string_view column_name(sqlite3_stmt* statement, int column);

}  // namespace paje::tools
