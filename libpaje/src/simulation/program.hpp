// Applications as lists of instructions, with the settings of one run applied.
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
  uint32_t counter = 0;  // place of the remaining rounds
  uint32_t memo = 0;     // number among the blocks of the label
};

/// A label; labels are numbered over all applications.
struct LabelRun {
  const Application* application = nullptr;
  const Label* label = nullptr;
  uint32_t first_label = 0;  // number of the first label of its application
  uint64_t count = 0;
  std::vector<Instruction> program;
  std::vector<double> values;  // initial values, of rank 0
  uint32_t memos = 0;
  std::array<bool, kDevices> uses = {};  // which devices it uses
};

/// `settings` override values of the applications. Throws SimulationError.
std::vector<LabelRun> prepare_labels(std::span<const Application> applications,
                                     std::span<const Setting> settings);

/// `1 / x, is inf (x = 0)`: a formula, its result and its values, for error messages.
std::string yields(const Application& application, const Formula& formula,
                   std::span<const double> values, double result);

/// Whether `value` is a whole number from 0 to `most`.
bool is_whole(double value, double most);

}  // namespace paje::simulation
