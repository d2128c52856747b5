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

TEST(BuiltInClasses, AFenceIsABarrier) {
  for (const char* value : {"MPI_Win_fence", "PMPI_Win_fence"}) {
    EXPECT_EQ(Classes().of(value).kind, CallKind::barrier) << value;
  }
  EXPECT_EQ(Classes().of("MPI_Win_create").kind, CallKind::local);
}

}  // namespace
}  // namespace paje::testing
