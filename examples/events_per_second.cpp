// How many events a trace has in each second, as written in the file, without a replay:
// events_per_second TRACE
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>

#include <paje/read.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    std::map<double, uint64_t> events;
    paje::visit_events(paje::Input::from_path(argv[1]), [&events](const paje::Event& event) {
      if (const auto time = event.time()) ++events[std::floor(*time)];
    });
    for (const auto& [second, count] : events) {
      std::printf("%.0f %llu\n", second, static_cast<unsigned long long>(count));
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
