#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "network/new_file.hpp"
#include "network/output.hpp"

namespace paje::network {

namespace {

struct Times {
  const Entry* root = nullptr;
  double last_start = 0;
  double last_end = 0;
};

// Clocks of processes agree up to an error only: of a short collective this may be 0 or less.
double time_of(const Times& times) {
  double time = times.root->end - times.root->start;
  if (times.root->kind == Kind::scatter) time = times.last_end - times.root->start;
  if (times.root->kind == Kind::gather) time = times.root->end - times.last_start;
  return time;
}

}  // namespace

void write_table(const std::vector<Entry>& entries, const std::string& path) {
  std::map<std::pair<int32_t, int32_t>, Times> all;
  for (const Entry& entry : entries) {
    const auto [place, is_first] = all.try_emplace({entry.experiment, entry.repetition});
    Times& times = place->second;
    if (entry.rank == entry.root) times.root = &entry;
    times.last_start = is_first ? entry.start : std::max(times.last_start, entry.start);
    times.last_end = is_first ? entry.end : std::max(times.last_end, entry.end);
  }
  NewFile file(path);
  file.write("experiment,root,first,second,bytes,time\n");
  const auto rank = [](int32_t number) { return number < 0 ? "" : std::to_string(number); };
  for (const auto& [key, times] : all) {
    // Then clocks differ by more than it takes; of a trace, models leave it out as well.
    if (times.root == nullptr || !(time_of(times) > 0)) continue;
    const Entry& root = *times.root;
    file.write(fmt::format("{},{},{},{},{},{}\n", name_of(root.kind), root.root, rank(root.first),
                           rank(root.second), root.bytes, time_of(times)));
  }
  file.commit();
}

// On one machine nothing goes over the network.
void write_halo_table(const std::vector<HaloTime>& times, const std::string& path) {
  NewFile file(path);
  file.write("name,S,M,PT,N,PPN,NI,NT,V,VI,time\n");
  for (const HaloTime& one : times) {
    const double size = static_cast<double>(one.bytes), messages = one.messages;
    const double injected = one.nodes > 1 ? messages * one.per_node : 0;
    file.write(fmt::format("{}x{} {} of {},{},{},{},{},{},{},{},{},{},{}\n", one.nodes,
                           one.per_node, one.messages, one.bytes, size, messages, size * messages,
                           one.nodes, one.per_node, injected, injected * size,
                           injected * size * one.nodes, injected * one.nodes, one.time));
  }
  file.commit();
}

}  // namespace paje::network
