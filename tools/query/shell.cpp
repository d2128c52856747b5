#include "query/shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "common/interrupts.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "query/line_editor.hpp"
#include "sql/save.hpp"
#include "sql/schema.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kKeywords[] = {
    "AND",      "AS",   "ASC",    "AVG",    "BETWEEN", "BY",     "CASE", "COUNT", "DESC",
    "DISTINCT", "ELSE", "EXISTS", "FROM",   "GROUP",   "HAVING", "IN",   "IS",    "JOIN",
    "LEFT",     "LIKE", "LIMIT",  "MAX",    "MIN",     "NOT",    "NULL", "ORDER", "SELECT",
    "SUM",      "THEN", "UNION",  "VALUES", "WHEN",    "WITH",   "WHERE"};
constexpr std::string_view kCommands[] = {".format", ".help",   ".quit", ".save",
                                          ".schema", ".tables", ".timer"};

constexpr std::string_view kHelp =
    "Statements end in ; and may have several lines. Ctrl-C ends a statement that takes too long.\n"
    ".format box|csv|json|markdown   how rows are printed\n"
    ".help                           this\n"
    ".quit                           leave (or Ctrl-D)\n"
    ".save FILE                      write the trace as an ordinary SQLite file\n"
    ".schema [NAME]                  what tables and columns mean\n"
    ".tables                         tables, views and functions\n"
    ".timer on|off                   print how long statements take\n";

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::vector<std::string> completions(std::string_view beginning,
                                     std::span<const ColumnMeaning> meanings) {
  std::set<std::string> found;
  const auto add = [&](std::string_view word) {
    if (word.size() >= beginning.size() && word.substr(0, beginning.size()) == beginning) {
      found.emplace(word);
    }
  };
  if (beginning.starts_with('.')) {
    for (const std::string_view command : kCommands) add(command);
  } else if (!beginning.empty()) {
    for (const ColumnMeaning& line : meanings) {
      add(line.table.substr(0, line.table.find('(')));
      add(line.column);
    }
    // Keywords whichever way they were begun.
    for (const std::string_view keyword : kKeywords) {
      if (keyword.starts_with(upper(beginning))) {
        found.insert(std::string(beginning) + std::string(keyword.substr(beginning.size())));
      }
    }
  }
  return {found.begin(), found.end()};
}

std::string history_file() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.pj_query_history";
}

class Shell {
 public:
  Shell(TraceDatabase& database, ResultFormat format)
      : database_(database),
        format_(format),
        editor_("pj_query", history_file(),
                [&database](std::string_view beginning) {
                  return completions(beginning, database.meanings());
                }),
        interrupts_([connection = database.connection()] { sqlite3_interrupt(connection); }) {}

  void run() {
    print("SQL, ended by ; (.help for more)\n");
    while (!is_done_) {
      const auto line = editor_.read(statement_.empty() ? "paje> " : "  ... ");
      if (!line) break;
      if (line->is_interrupted) {
        statement_.clear();
        continue;
      }
      read(line->text);
    }
    print("\n");
  }

 private:
  static void print(std::string_view text) {
    OutputFile output("-");
    output.write(text);
    output.commit();
  }

  void read(const std::string& line) {
    if (statement_.empty() && line.starts_with('.')) {
      editor_.remember(line);
      return guarded([&] { command(line); });
    }
    if (statement_.empty() && line.find_first_not_of(" \t") == std::string::npos) return;
    statement_ += (statement_.empty() ? "" : "\n") + line;
    if (sqlite3_complete(statement_.c_str()) == 0) return;
    const std::string statement = std::exchange(statement_, {});
    editor_.remember(statement);
    guarded([&] { execute_sql(statement); });
  }

  // Errors are reported, and the shell goes on; but not if nobody reads what it prints.
  template <class Work>
  static void guarded(Work&& work) {
    try {
      work();
    } catch (const std::bad_alloc&) {
      say("out of memory\n");
    } catch (const std::system_error& error) {
      if (error.code() == std::errc::broken_pipe) throw;
      say("{}\n", error.what());
    } catch (const std::exception& error) {
      say("{}\n", error.what());
    }
  }

  void execute_sql(const std::string& statement) {
    const auto begin = std::chrono::steady_clock::now();
    {
      OutputFile output("-");  // its end writes what came before an error as well
      run_statements(database_, statement, format_,
                     [&](std::string_view text) { output.write(text); });
      output.commit();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (shows_time_) print(fmt::format("{:.3f} s\n", elapsed.count()));
  }

  void command(const std::string& line) {
    const std::string_view words = line;
    const std::size_t blank = std::min(words.find(' '), words.size());
    const std::string_view name = words.substr(0, blank);
    std::string_view argument = words.substr(blank);
    argument.remove_prefix(std::min(argument.find_first_not_of(' '), argument.size()));
    argument = argument.substr(0, argument.find_last_not_of(' ') + 1);
    if (name == ".quit" || name == ".exit") {
      is_done_ = true;
    } else if (name == ".help") {
      print(kHelp);
    } else if (name == ".tables") {
      print(tables());
    } else if (name == ".schema") {
      print(schema(argument));
    } else if (name == ".timer" && (argument == "on" || argument == "off")) {
      shows_time_ = argument == "on";
    } else if (name == ".save" && !argument.empty()) {
      save_database(database_, std::string(argument));
    } else if (name == ".format" && result_format(argument)) {
      format_ = *result_format(argument);
    } else {
      print(fmt::format("not understood: {} (.help lists the commands)\n", line));
    }
  }

  [[nodiscard]] std::string tables() const {
    std::string text;
    for (const ColumnMeaning& line : database_.meanings()) {
      if (line.column.empty()) text += fmt::format("{:<26} {}\n", line.table, line.meaning);
    }
    return text;
  }

  [[nodiscard]] std::string schema(std::string_view table) const {
    std::string text;
    for (const ColumnMeaning& line : database_.meanings()) {
      const std::string_view name = line.table.substr(0, line.table.find('('));
      if (!table.empty() && table != name) continue;
      text += line.column.empty() ? fmt::format("{}: {}\n", line.table, line.meaning)
                                  : fmt::format("  {:<16} {}\n", line.column, line.meaning);
    }
    return text;
  }

  TraceDatabase& database_;
  ResultFormat format_;
  LineEditor editor_;
  InterruptHandler interrupts_;
  std::string statement_;
  bool shows_time_ = false;
  bool is_done_ = false;
};

}  // namespace

void run_shell(TraceDatabase& database, ResultFormat format) { Shell(database, format).run(); }

}  // namespace paje::tools
