// Aggregates that SQLite lacks, over groups and over windows: median(x), percentile(x, p), and of
// samples and populations stddev_samp(x), stddev_pop(x), var_samp(x), var_pop(x); stddev and
// variance are those of samples, as in other databases.
#pragma once

#include <sqlite3.h>

namespace paje::tools {

/// NULL does not count; what is not a number is an error, and so is a p that is not one from 0 to
/// 100, the same in all rows.
void add_statistics(sqlite3* database);

}  // namespace paje::tools
