// Assigns processes to machines.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paje/simulation/system.hpp"
#include "simulation/program.hpp"

namespace paje::simulation {

/// Machines on which computations take equally long.
struct Situation {
  uint32_t kind = 0;
  float factor = 1;
  std::array<uint32_t, kDevices> users = {};  // number of processes that ever use the device
};

struct Placement {
  std::vector<std::vector<uint32_t>> machine_of;  // by label, then rank
  std::vector<uint32_t> situation_of;             // by machine; 0 for those without processes
  std::vector<Situation> situations;
  std::vector<std::vector<uint32_t>> label_situations;  // without duplicates
  std::vector<uint32_t> label_instance;  // by label: the instance that contains all its processes
  std::vector<uint32_t> used;            // machines with processes
};

/// Fills the cores of one machine after the other; when all are full, starts again.
Placement place_processes(std::span<const LabelRun> labels, const ExpandedSystem& system);

}  // namespace paje::simulation
