// What pj_record was asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace paje::tools {

struct RecordOptions {
  std::string output;
  std::string method;   ///< text, archive, standard, reference, set
  std::string mpi;      ///< empty: that of the command
  std::string convert;  ///< a folder of an earlier recording, instead of a command
  bool keep = false;
  bool quiet = false;
  std::vector<std::string> command;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_record_options(int argc, char** argv, RecordOptions& options);

}  // namespace paje::tools
