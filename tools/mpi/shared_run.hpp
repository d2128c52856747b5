// What every command of pj_mpi does: reads a trace, each process its share, or lets one process do
// all of it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "mpi/mpi_exchange.hpp"
#include "paje/read.hpp"
#include "paje/sharing.hpp"

namespace paje::tools {

struct SharedRun {
  std::string input;
  ReadOptions read;
  bool stats = false;  ///< prints what each process read, and how long it worked
  bool quiet = false;  ///< says nothing of a trace that one process has to read alone
  /// How it is read.
  std::function<SharedTrace(const std::string& path, const ReadOptions& read, Exchange& exchange)>
      how = &read_trace_together;
  /// What keeps processes from working together besides the trace; empty if nothing does.
  std::string alone;
};

/// What a command does. Both return how the program ends; that of the first process counts.
struct SharedWork {
  /// With what a process has of the trace; on all processes. May find out that all have to leave it
  /// to one, and says why: the same on all.
  std::function<std::optional<std::string>(SharedTrace share, int& status)> together;
  /// With the whole trace, as the tool of one process works; on one process.
  std::function<int()> alone;
};

int run_shared(const SharedRun& run, MpiExchange& exchange, const SharedWork& work);

/// A line for each process on standard error; by all of them.
void print_shares(const SharedReading& reading, MpiExchange& exchange);

/// On standard error, if there is more to say than that the trace is wrong.
void say_why_alone(std::string_view why);
/// A reason: what is read once cannot be shared.
inline constexpr const char* kFromStandardInput = "it comes from standard input";

}  // namespace paje::tools
