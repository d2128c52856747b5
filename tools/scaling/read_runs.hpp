// The runs that pj_scaling is given: traces, and rows of tables.
#pragma once

#include <string>
#include <vector>

#include "runs/measured_run.hpp"

namespace paje::tools {

/// Runs that are compared among themselves; the name is empty if there is one only.
struct Family {
  std::string name;
  std::vector<std::string> runs;
};

/// Which runs, and how they are read.
struct RunList {
  std::vector<Family> families;
  RunReading reading;
  double cores_per_machine = 0;  ///< 0: machines are those of the traces
  bool no_replay = false;
};

struct FamilyRun {
  std::string family;
  MeasuredRun run;
};

struct ReadRuns {
  std::vector<FamilyRun> runs;
  std::vector<std::string> bad;  ///< why, of each run that was left out
  /// Files that were given again for a family, where they are no further repetitions. Families may
  /// share runs, such as a baseline.
  std::vector<std::string> twice;
};

/// Bad runs are left out unless all are: then throws what the first one did.
ReadRuns read_runs(const RunList& list);

/// Rows of a table with columns `cores` and `time`, and as far as they are there `name`, `family`,
/// `machines` (a number, or `4:20;8:45`: machines, and seconds with that many) and `value:NAME`
/// (seconds of a value, sum over processes). Cores and machines are whole numbers. Errors as of
/// CsvTable.
std::vector<FamilyRun> read_run_table(const std::string& path, const std::string& family);

}  // namespace paje::tools
