// What StarVZ knows of workers: tasks, what the runtime does, and the colors of tasks.
#pragma once

#include "export/starvz/columns.hpp"

namespace paje::tools::starvz {

/// `application` with the fields of tasks, or `starpu` without.
Frame worker_table(const Trace& trace, const UserColumns& fields, const Rows& rows, bool is_task,
                   double zero);
/// A color for each name of a task, in the order in which they come.
Frame color_table(const Trace& trace, const Rows& tasks);

}  // namespace paje::tools::starvz
