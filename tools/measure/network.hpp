// Measures a network under mpirun: this program becomes one that is linked with MPI.
#pragma once

#include <array>

#include "measure/options.hpp"

namespace paje::tools {

/// The process of an MPI program that this is, by the variables that launchers set; nothing if it
/// was started without one.
struct LaunchedProcess {
  std::string mpi;  ///< openmpi, mpich; empty if only a rank is known
  bool is_first = true;
};
std::optional<LaunchedProcess> launched_process();

/// The program that is linked with the MPI that is asked for, or with that of the launcher. Throws
/// std::runtime_error if there is none.
std::string network_program(const std::string& asked, const LaunchedProcess& process);

/// While it is there, this process prints nothing: its output is lost, its messages are kept.
class Silence {
 public:
  explicit Silence(bool is_on);
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { end(); }
  void end();

  /// Ends it, if it is on, and prints the messages, after a while in which mpirun ends this process
  /// if the first one failed, too. That one's message would be lost if this process ended first:
  /// mpirun ends all as soon as one has failed.
  void end_after_failure();

 private:
  std::array<int, 2> kept_ = {-1, -1};  // standard output and error
  int messages_ = -1;                   // a file in memory
};

/// Does not return but by std::runtime_error: if no launcher started this process, or no program
/// was built for its MPI; or std::system_error.
[[noreturn]] void become_network_program(const MeasureOptions& options, Silence& silence);

}  // namespace paje::tools
