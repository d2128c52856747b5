// Applications as lists of instructions, with the settings of one run put in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/simulation/application.hpp"
#include "paje/simulation/simulate.hpp"

namespace paje::simulation {

struct Instruction {
  enum class Kind : uint8_t { block, loop_begin, loop_next, jump_unless, jump, end };
  Kind kind = Kind::end;
  const Block* block = nullptr;
  uint32_t target = 0;   // of jumps
  uint32_t counter = 0;  // place of the rounds that are left
  uint32_t memo = 0;     // number among blocks of the label
};

/// A label of one of the applications, all of whose labels have numbers.
struct LabelRun {
  const Application* application = nullptr;
  const Label* label = nullptr;
  uint32_t first_label = 0;  // number of the application's first one
  uint64_t count = 0;
  std::vector<Instruction> program;
  std::vector<double> values;  // at the start, of rank 0
  uint32_t memos = 0;
  std::array<bool, kDevices> uses = {};  // devices
};

/// Values of the settings are put in the place of what applications say. Throws SimulationError.
std::vector<LabelRun> prepare_labels(std::span<const Application> applications,
                                     std::span<const Setting> settings);

/// `1 / x, is inf (x = 0)`: what a formula of an application yields, for messages.
std::string yields(const Application& application, const Formula& formula,
                   std::span<const double> values, double result);

/// Whether it is from 0 to `most`, without a fraction.
bool is_whole(double value, double most);

}  // namespace paje::simulation
