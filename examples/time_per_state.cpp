// How long each value of the states lasts, over all containers: time_per_state TRACE
#include <cstdio>
#include <iostream>
#include <map>
#include <string_view>

#include <paje/read.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const paje::Trace trace = paje::read_trace(paje::Input::from_path(argv[1]));
    const paje::StateColumns states = trace.states();
    std::map<std::string_view, double> seconds;
    for (std::size_t row = 0; row < states.start.size(); ++row) {
      seconds[trace[states.value[row]].name.text] += states.end[row] - states.start[row];
    }
    for (const auto& [value, time] : seconds) {
      std::printf("%12.6f %.*s\n", time, static_cast<int>(value.size()), value.data());
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
