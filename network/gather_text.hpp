// What pj_measure uses MPI for when it measures devices on several machines: the processes of each,
// and the results of all.
#pragma once

namespace paje::network {

class Communicator;

/// Prints `RANK SIZE MACHINE` in a line, reads standard input up to its end, and prints, in the
/// first process, what all have read, by rank. Returns the exit status: another one than 0 if the
/// input of a process does not end with a line `done`. All processes call it.
int gather_text(const Communicator& world);

}  // namespace paje::network
