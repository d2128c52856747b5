// How tracing tools call the functions of MPI in the values of states.
#pragma once

#include <string>
#include <string_view>

#include "paje/export.hpp"

namespace paje {

/// Whether a state of this type and value is a call of MPI:
/// * MPI_Send, PMPI_Send, MPIX_..., mpi_send_, MPI_Send(), also in the middle of a name as in
///   libmpi:MPI_Send, and __wrap_MPI_Send; not user_mpi_exchange;
/// * what SMPI's replay calls them: action_allreduce, ..., smpi_replay_run_init, and in its type
///   MPI_STATE also kernel (all that are not collectives), gather and allgather.
[[nodiscard]] PAJE_EXPORT bool is_mpi(std::string_view type, std::string_view value);

/// The function of MPI that the name of a value ends with, spelled as in C, in any case: MPI_Send
/// for PMPI_Send, MPI_Send() and libmpi:MPI_Send, MPI_barrier for mpi_barrier_ and
/// mpi_barrier_f08_, MPI_Bcast for MPI_Bcast_c, MPI_Reduce_scatter for action_reducescatter. Empty
/// if there is none.
[[nodiscard]] PAJE_EXPORT std::string mpi_function(std::string_view value);

}  // namespace paje
