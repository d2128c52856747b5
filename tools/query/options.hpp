// The command line of pj_query.
#pragma once

#include <optional>
#include <string>

#include "paje/read.hpp"
#include "query/output.hpp"

namespace paje::tools {

struct QueryOptions {
  std::string input;
  std::string sql;   ///< empty: from a file, standard input, or asked for
  std::string file;  ///< that holds SQL
  std::string output = "-";
  std::string save;  ///< name of an SQLite file to write
  std::optional<ResultFormat> format;
  std::string size_field;  ///< of links; empty: the usual ones
  std::string classes;     ///< a file of rules
  ReadOptions read = {.keep_user_fields = true};
  bool allows_writes = false;  ///< SQL may write files
  bool lenient = false;
  bool quiet = false;
};

/// Returns the exit status if the process is to end at once: 0 after --help, 2 for wrong usage.
std::optional<int> parse_query_options(int argc, char** argv, QueryOptions& options);

}  // namespace paje::tools
