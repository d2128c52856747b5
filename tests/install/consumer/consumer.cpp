// Reads the trace that is named first and prints how much of everything it holds.
#include <paje/read.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const paje::Trace trace = paje::read_trace(paje::Input::from_path(argv[1]));
    std::cout << trace.containers().size() << " containers, " << trace.states().start.size()
              << " states, " << trace.links().start.size() << " links\n";
  } catch (const paje::TraceError& error) {
    std::cerr << paje::full_text(error.diagnostic());
    return 1;
  }
}
