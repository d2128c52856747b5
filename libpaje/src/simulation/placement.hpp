// Which machine each process runs on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paje/simulation/system.hpp"
#include "simulation/program.hpp"

namespace paje::simulation {

/// Machines that are alike for what computes on them.
struct Situation {
  uint32_t kind = 0;
  float factor = 1;
  std::array<uint32_t, kDevices> users = {};  // processes that use the device, at any time
};

struct Placement {
  std::vector<std::vector<uint32_t>> machine_of;  // by label, by rank
  std::vector<uint32_t> situation_of;             // by machine; of those without processes 0
  std::vector<Situation> situations;
  std::vector<std::vector<uint32_t>> label_situations;  // each once
  std::vector<uint32_t> label_instance;  // the node that has all processes of a label below it
  std::vector<uint32_t> used;            // machines
};

/// Fills the cores of a machine before the next; once all are full, starts again.
Placement place_processes(std::span<const LabelRun> labels, const ExpandedSystem& system);

}  // namespace paje::simulation
