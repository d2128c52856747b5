// pj_query: SQL queries on a trace.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "analyze/graph_remarks.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/read.hpp"
#include "query/options.hpp"
#include "query/output.hpp"
#include "query/shell.hpp"
#include "runs/csv_table.hpp"
#include "sql/file_access.hpp"
#include "sql/save.hpp"
#include "sql/trace_database.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

Trace read(const QueryOptions& options) {
  return read_trace({.tool = "pj_query", .lenient = options.lenient, .quiet = options.quiet},
                    options.input, options.read);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string text_of(std::FILE* file, const std::string& name) {
  std::string text;
  char block[1 << 14];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file)) {
    text.append(block, count);
  }
  if (std::ferror(file) != 0) throw std::system_error(errno, std::generic_category(), name);
  return text;
}

std::string text_of_file(const std::string& path) {
  add_input_file(path);
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) throw std::system_error(errno, std::generic_category(), path);
  return text_of(file.get(), path);
}

bool is_terminal(int file) { return ::isatty(file) == 1; }

bool wants_shell(const QueryOptions& options) {
  return options.sql.empty() && options.file.empty() && options.save.empty() &&
         options.input != "-" && is_terminal(STDIN_FILENO);
}

std::string sql_of(const QueryOptions& options) {
  if (!options.sql.empty()) return options.sql;
  if (!options.file.empty()) return text_of_file(options.file);
  if (!options.save.empty()) return {};
  if (options.input == "-") {
    throw std::invalid_argument(
        "the trace comes from standard input, so SQL cannot: give it, or -f");
  }
  return text_of(stdin, "standard input");
}

void run(QueryOptions& options) {
  // Before the trace is read: a wrong name is reported at once.
  const std::string sql = wants_shell(options) ? std::string() : sql_of(options);
  add_input_file(options.input);
  add_input_file(options.classes);
  check_outputs(options.output, {options.save});
  const bool to_terminal = options.output == "-" && is_terminal(STDOUT_FILENO);
  const auto format = options.format.value_or(to_terminal ? ResultFormat::box : ResultFormat::csv);
  const Trace trace = read(options);
  set_file_access(options.allows_writes);
  DependencyOptions how;
  how.size_field = options.size_field;
  if (!options.classes.empty()) how.classes.add(file_text(options.classes), options.classes);
  how.threads = options.read.threads;
  TraceDatabase database(trace, how, [&](const DependencyGraph& graph) {
    if (options.quiet) return;
    for (const std::string& line : lack_remarks(graph)) say("pj_query: {}\n", line);
  });
  if (const std::string& left_out = database.user_tables().left_out(); !left_out.empty()) {
    say("pj_query: {}\n", left_out);
  }
  if (!options.save.empty()) save_database(database, options.save);
  if (wants_shell(options)) return run_shell(database, format);
  OutputFile output(options.output);
  run_statements(database, sql, format, [&](std::string_view text) { output.write(text); });
  output.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_query", [&] {
    QueryOptions options;
    if (const auto status = parse_query_options(argc, argv, options)) return *status;
    try {
      run(options);
    } catch (const SqlError& error) {
      if (!error.is_of_trace()) throw;
      say("pj_query: {}\n", error.what());
      return static_cast<int>(ExitCode::bad_trace);
    }
    return static_cast<int>(ExitCode::done);
  });
}
