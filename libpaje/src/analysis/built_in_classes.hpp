// The built-in rules, which apply without a file of rules.
#pragma once

#include <array>
#include <string_view>

#include "paje/classes.hpp"

namespace paje {

struct BuiltInRule {
  std::string_view pattern;
  ValueClass value_class;
  CallKind kind;
  std::string_view origin;
};

namespace built_in {

using enum ValueClass;
using enum CallKind;

// The names of MPI's calls without `MPI_`; the rules hold for all that mpi_function() detects.
inline constexpr auto kMpi = std::to_array<BuiltInRule>({
    {"Allreduce", communication, all_to_all, "MPI"},
    {"Allgather", communication, all_to_all, "MPI"},
    {"Allgatherv", communication, all_to_all, "MPI"},
    {"Alltoall", communication, all_to_all, "MPI"},
    {"Alltoallv", communication, all_to_all, "MPI"},
    {"Alltoallw", communication, all_to_all, "MPI"},
    {"Reduce_scatter", communication, all_to_all, "MPI"},
    {"Reduce_scatter_block", communication, all_to_all, "MPI"},
    {"Barrier", communication, barrier, "MPI"},
    {"Win_fence", communication, barrier, "MPI"},
    {"Bcast", communication, one_to_all, "MPI"},
    {"Scatter", communication, one_to_all, "MPI"},
    {"Scatterv", communication, one_to_all, "MPI"},
    {"Reduce", communication, all_to_one, "MPI"},
    {"Gather", communication, all_to_one, "MPI"},
    {"Gatherv", communication, all_to_one, "MPI"},
    {"Iallreduce", communication, post_all_to_all, "MPI"},
    {"Iallgather*", communication, post_all_to_all, "MPI"},
    {"Ialltoall*", communication, post_all_to_all, "MPI"},
    {"Ireduce_scatter*", communication, post_all_to_all, "MPI"},
    {"Ibarrier", communication, post_all_to_all, "MPI"},
    {"Ibcast", communication, post_one_to_all, "MPI"},
    {"Iscatter*", communication, post_one_to_all, "MPI"},
    {"Ireduce", communication, post_all_to_one, "MPI"},
    {"Igather*", communication, post_all_to_one, "MPI"},
    {"Send", communication, blocking_send, "MPI"},
    {"Ssend", communication, blocking_send, "MPI"},
    {"Rsend", communication, blocking_send, "MPI"},
    {"Bsend", communication, send, "MPI"},
    {"Isend", communication, send, "MPI"},
    {"Issend", communication, send, "MPI"},
    {"Irsend", communication, send, "MPI"},
    {"Ibsend", communication, send, "MPI"},
    {"Start", communication, send, "MPI"},
    {"Startall", communication, send, "MPI"},
    {"Recv", communication, receive, "MPI"},
    {"Mrecv", communication, receive, "MPI"},
    {"Irecv", communication, post, "MPI"},
    {"Imrecv", communication, post, "MPI"},
    {"Wait", communication, wait, "MPI"},
    {"Waitall", communication, wait, "MPI"},
    {"Waitany", communication, wait, "MPI"},
    {"Waitsome", communication, wait, "MPI"},
    {"Test*", communication, wait, "MPI"},
    {"Sendrecv*", communication, send_receive, "MPI"},
    {"*", communication, local, "MPI"},
});

// What follows the name of the runtime or of the directive. A name of the program may have `omp` in
// it (compute_barrier), so the rules hold for names that begin with one of them.
inline constexpr auto kOpenMp = std::to_array<BuiltInRule>({
    {"*barrier*", waiting, barrier, "OpenMP"},
    {"*taskwait*", waiting, local, "OpenMP"},
    {"*critical sblock*", compute, local, "OpenMP"},
    {"*critical*", waiting, local, "OpenMP"},
    {" parallel*", compute, parallel_region, "OpenMP"},
});

inline constexpr auto kOthers = std::to_array<BuiltInRule>({
    // What a thread of the host does or says, whatever it is called: nccl:all_reduce only starts
    // it.
    {"cat:cpu_op", compute, local, "PyTorch"},
    {"cat:user_annotation", compute, local, "PyTorch"},
    {"cat:python_function", compute, local, "PyTorch"},
    {"cat:gpu_user_annotation", idle, local, "PyTorch"},  // on a stream: time without a kernel
    {"nccl*allreduce*", communication, all_to_all, "NCCL"},
    {"nccl*all_reduce*", communication, all_to_all, "NCCL"},
    {"nccl*allgather*", communication, all_to_all, "NCCL"},
    {"nccl*all_gather*", communication, all_to_all, "NCCL"},
    {"nccl*alltoall*", communication, all_to_all, "NCCL"},
    {"nccl*all_to_all*", communication, all_to_all, "NCCL"},
    {"nccl*reducescatter*", communication, all_to_all, "NCCL"},
    {"nccl*reduce_scatter*", communication, all_to_all, "NCCL"},
    {"nccl*broadcast*", communication, one_to_all, "NCCL"},
    {"nccl*bcast*", communication, one_to_all, "NCCL"},
    {"nccl*reduce*", communication, all_to_one, "NCCL"},
    {"nccl*", communication, local, "NCCL"},
    {"cuda*memcpy*", communication, local, "CUDA"},
    {"cumemcpy*", communication, local, "CUDA"},
    {"memcpy *", communication, local, "CUDA"},
    {"[cuda memcpy*", communication, local, "CUDA"},
    {"cuda*synchronize*", waiting, wait_for_tasks, "CUDA"},
    {"cuctxsynchronize*", waiting, wait_for_tasks, "CUDA"},
    {"custreamsynchronize*", waiting, wait_for_tasks, "CUDA"},
    {"cueventsynchronize*", waiting, wait_for_tasks, "CUDA"},
    {"cuda*launch*", runtime, local, "CUDA"},
    {"culaunch*", runtime, local, "CUDA"},
    {"cuda*malloc*", runtime, local, "CUDA"},
    {"cumemalloc*", runtime, local, "CUDA"},
    {"cuda*free*", runtime, local, "CUDA"},
    {"cumemfree*", runtime, local, "CUDA"},
    {"cudaevent*", runtime, local, "CUDA"},
    {"cudastream*", runtime, local, "CUDA"},
    {"*implicit barrier*", waiting, barrier, "OpenMP"},
    // As tracers of OTF2 call them; a critical region is the work in it and the wait for it.
    {"openmp *barrier*", waiting, barrier, "OpenMP"},
    {"openmp task wait*", waiting, local, "OpenMP"},
    {"openmp acquire *", waiting, local, "OpenMP"},
    {"openmp task create*", runtime, local, "OpenMP"},
    {"openmp parallel*", compute, parallel_region, "OpenMP"},
    {"openmp implicit task*", compute, parallel_region, "OpenMP"},
    {"openmp *", compute, local, "OpenMP"},
    {"idle", idle, local, "StarPU"},
    {"sleeping", idle, local, "StarPU"},
    {"nothing", idle, local, "StarPU"},
    {"blocked", waiting, local, "StarPU"},
    {"waiting*", waiting, local, "StarPU"},
    {"overhead", runtime, local, "StarPU"},
    {"scheduling*", runtime, local, "StarPU"},
    {"submitting*", runtime, local, "StarPU"},
    {"submit*task*", runtime, local, "StarPU"},
    {"building task*", runtime, local, "StarPU"},
    {"callback", runtime, local, "StarPU"},
    {"initializing", runtime, local, "StarPU"},
    {"deinitializing", runtime, local, "StarPU"},
    {"progressing", runtime, local, "StarPU"},
    {"unpartitioning", runtime, local, "StarPU"},
    {"allocat*", runtime, local, "StarPU"},
    {"reclaiming", runtime, local, "StarPU"},
    {"writingback*", runtime, local, "StarPU"},
    {"fetchinginput", communication, local, "StarPU"},
    {"pushingoutput", communication, local, "StarPU"},
    {"drivercopy*", communication, local, "StarPU"},
    {"executing", compute, local, "StarPU"},
    {"cat:kernel", compute, local, "PyTorch"},
    {"cat:gpu_memcpy", communication, local, "PyTorch"},
    {"cat:gpu_memset", communication, local, "PyTorch"},
    {"cat:cuda_runtime", runtime, local, "PyTorch"},
    {"cat:cuda_driver", runtime, local, "PyTorch"},
    {"cat:overhead", runtime, local, "PyTorch"},
    {"fetch", communication, local, "general"},
    {"fetching*", communication, local, "general"},
    {"comput*", compute, local, "general"},
    {"running", compute, local, "general"},
    {"working", compute, local, "general"},
});

}  // namespace built_in

}  // namespace paje
