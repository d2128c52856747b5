// What the built-in rules say of names that tracers write.
#include <gtest/gtest.h>

#include "paje/classes.hpp"

namespace paje::testing {
namespace {

TEST(BuiltInClasses, OpenMp) {
  const Classes classes;
  for (const char* value : {"OpenMP barrier", "OpenMP implicit barrier", "OpenMP Task wait",
                            "OpenMP acquire mutex", "!$omp barrier @a.c:1"}) {
    EXPECT_EQ(classes.of(value).value_class, ValueClass::waiting) << value;
  }
  for (const char* value : {"OpenMP loop", "OpenMP Task run", "OpenMP implicit task"}) {
    EXPECT_EQ(classes.of(value).value_class, ValueClass::compute) << value;
    EXPECT_TRUE(classes.of(value).matched) << value;
  }
  EXPECT_EQ(classes.of("OpenMP Task create").value_class, ValueClass::runtime);
  EXPECT_FALSE(classes.of("OpenMPI").matched);
}

TEST(BuiltInClasses, NamesOfTheProgramAreItsOwn) {
  for (const char* value : {"compute_critical_density", "decomposition_barrier_free", "curl_free",
                            "cumulative_launch", "ring_MPI_exchange_phase"}) {
    EXPECT_NE(Classes().of(value).value_class, ValueClass::waiting) << value;
    EXPECT_NE(Classes().of(value).value_class, ValueClass::runtime) << value;
  }
  for (const char* value : {"GOMP_barrier", "__kmpc_critical", "omp taskwait", "!$omp critical",
                            "cudaDeviceSynchronize", "cuCtxSynchronize"}) {
    EXPECT_EQ(Classes().of(value).value_class, ValueClass::waiting) << value;
  }
  for (const char* value : {"cudaFree", "cuMemAlloc_v2", "cuLaunchKernel", "cudaLaunchKernel"}) {
    EXPECT_EQ(Classes().of(value).value_class, ValueClass::runtime) << value;
  }
}

// As Fortran, other versions of the interface, other tools and SMPI's replay write it.
TEST(BuiltInClasses, FunctionsOfMpiHaveManySpellings) {
  for (const char* value :
       {"MPI_Barrier", "PMPI_Barrier", "mpi_barrier_", "mpi_barrier__", "MPI_Barrier()",
        "mpi_barrier_f08_", "MPI_Barrier_c", "action_barrier", "libmpi:MPI_Barrier",
        "__wrap_MPI_Barrier", "[MPI] MPI_Barrier(comm)"}) {
    EXPECT_EQ(Classes().of(value).kind, CallKind::barrier) << value;
  }
  EXPECT_EQ(Classes().of("mpi_send_").kind, CallKind::blocking_send);
  EXPECT_EQ(Classes().of("action_Irecv").kind, CallKind::post);
  EXPECT_EQ(Classes().of("action_reducescatter").kind, CallKind::all_to_all);
  EXPECT_EQ(Classes().of("MPIX_Comm_agree").value_class, ValueClass::communication);
  for (const char* value : {"user_mpi_exchange", "solve (with MPI_Barrier)", "action_compute",
                            "MPI_", "MPI_Barrier of the solver"}) {
    EXPECT_NE(Classes().of(value).kind, CallKind::barrier) << value;
  }
}

// Those of a file mean what they say.
TEST(Classes, RulesOfAFileAreForNamesAsTheyAre) {
  Classes classes;
  classes.add("compute MPI_Send\n", "mine");
  EXPECT_EQ(classes.of("MPI_Send").value_class, ValueClass::compute);
  EXPECT_EQ(classes.of("PMPI_Send").kind, CallKind::blocking_send);
}

TEST(BuiltInClasses, AFenceIsABarrier) {
  for (const char* value : {"MPI_Win_fence", "PMPI_Win_fence"}) {
    EXPECT_EQ(Classes().of(value).kind, CallKind::barrier) << value;
  }
  EXPECT_EQ(Classes().of("MPI_Win_create").kind, CallKind::local);
}

}  // namespace
}  // namespace paje::testing
