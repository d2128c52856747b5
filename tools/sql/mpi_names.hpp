// Which states are those of MPI, detected by their names.
#pragma once

#include <string_view>

namespace paje::tools {

/// Whether a state of this type and value is a call of MPI, as tracing tools call it:
/// * MPI_Send, PMPI_Send, MPIX_..., mpi_send_, MPI_Send(), also in the middle of a name as in
///   libmpi:MPI_Send, and __wrap_MPI_Send; not user_mpi_exchange;
/// * what SMPI's replay calls them: action_allreduce, ..., smpi_replay_run_init, and in its type
///   MPI_STATE also kernel (all that are not collectives), gather and allgather.
bool is_mpi(std::string_view type, std::string_view value);

}  // namespace paje::tools
