// The recording libraries that were built, one for each kind of MPI, and which a command needs.
#pragma once

#include <string>
#include <vector>

namespace paje::tools {

struct RecordingLibrary {
  std::string mpi;  ///< openmpi, mpich; none
  std::string path;
};

/// Those that lie where this program was installed or built.
std::vector<RecordingLibrary> recording_libraries();

/// The kind of MPI that a program of the command is linked with, or that its launcher belongs to;
/// empty if neither is known.
std::string mpi_of_command(const std::vector<std::string>& command);

/// The one for `mpi`; for the command if that is empty. Throws std::runtime_error that says what is
/// missing.
RecordingLibrary choose_library(const std::string& mpi, const std::vector<std::string>& command);

}  // namespace paje::tools
