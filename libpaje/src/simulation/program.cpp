#include "simulation/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace paje::simulation {

namespace {

class Assembly {
 public:
  explicit Assembly(LabelRun& run) : run_(run), next_place_(run.application->places) {}

  void assemble() {
    add(run_.label->blocks);
    run_.program.push_back({});
    run_.values.resize(next_place_, 0);
  }

 private:
  uint32_t here() const { return static_cast<uint32_t>(run_.program.size()); }

  void add(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) {
      if (block.kind == BlockKind::loop) {
        add_loop(block);
      } else if (block.kind == BlockKind::branch) {
        add_branch(block);
      } else {
        if (block.kind == BlockKind::compute || block.kind == BlockKind::serve) {
          run_.uses[static_cast<std::size_t>(block.device)] = true;
        }
        run_.program.push_back({Instruction::Kind::block, &block, 0, 0, run_.memos++});
      }
    }
  }
  void add_loop(const Block& block) {
    const uint32_t counter = next_place_++;
    const uint32_t begin = here();
    run_.program.push_back({Instruction::Kind::loop_begin, &block, 0, counter, 0});
    add(block.body);
    run_.program.push_back({Instruction::Kind::loop_next, &block, begin + 1, counter, 0});
    run_.program[begin].target = here();
  }
  void add_branch(const Block& block) {
    const uint32_t condition = here();
    run_.program.push_back({Instruction::Kind::jump_unless, &block, 0, 0, 0});
    add(block.body);
    const uint32_t leave = here();
    run_.program.push_back({Instruction::Kind::jump, &block, 0, 0, 0});
    run_.program[condition].target = here();
    add(block.otherwise);
    run_.program[leave].target = here();
  }

  LabelRun& run_;
  uint32_t next_place_;
};

// The name of a value in formulas of an application. Variables of loops have no name here.
std::string name_in(const Application& application, uint32_t place) {
  constexpr std::array<const char*, kProgramValues> kNames = {"rank", "label_count", "processes"};
  if (place < kProgramValues) return kNames[place];
  if (place == application.data_place) return "data";
  for (std::size_t i = 0; i < application.labels.size(); ++i) {
    if (application.label_place(i) == place) return "n." + application.labels[i].name;
  }
  for (std::size_t i = 0; i < application.variables.size(); ++i) {
    if (application.variable_place(i) == place) return application.variables[i].name;
  }
  return "the loop's variable";
}

// A prefix such as `bad.json:1:5: `.
std::string placed(const std::string& place) { return place.empty() ? place : place + ": "; }

const double* find(std::span<const Setting> settings, const std::string& name) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& one) { return one.first == name; });
  return found == settings.end() ? nullptr : &found->second;
}

// Computes initial values. Counts may name variables, and variables counts; so each is computed
// when everything that it needs is known.
class Start {
 public:
  Start(const Application& application, std::span<const Setting> settings)
      : application_(application),
        settings_(settings),
        values_(application.places, 0),
        is_known_(application.places, false) {}

  std::vector<double> values() {
    const std::size_t labels = application_.labels.size();
    for (std::size_t i = 0; i < labels; ++i) {
      const Label& label = application_.labels[i];
      give({application_.label_place(i), "n." + label.name, &label.count, &label.place});
    }
    for (std::size_t i = 0; i < application_.variables.size(); ++i) {
      const auto& variable = application_.variables[i];
      give({application_.variable_place(i), variable.name, &variable.value, &variable.place});
    }
    for (std::size_t round = 0; !waiting_.empty(); ++round) settle();
    double processes = 0;
    for (std::size_t i = 0; i < labels; ++i) {
      processes += count_of(application_.labels[i], application_.label_place(i));
    }
    values_[static_cast<std::size_t>(ProgramValue::processes)] = processes;
    return std::move(values_);
  }

 private:
  struct Wait {
    uint32_t place;
    std::string name;
    const Formula* formula;
    const std::string* where;  // in the file
  };
  void give(Wait wait) {
    if (const double* set = find(settings_, wait.name)) {
      values_[wait.place] = *set;
      is_known_[wait.place] = true;
    } else {
      waiting_.push_back(std::move(wait));
    }
  }
  double count_of(const Label& label, uint32_t place) const {
    const double count = values_[place];
    if (is_whole(count, kMostProcesses)) return count;
    const std::string name = "n." + label.name;
    const bool is_set = find(settings_, name) != nullptr;
    throw SimulationError(
        fmt::format("{}{}; expected a whole number from 0 to {}", is_set ? "" : placed(label.place),
                    is_set ? fmt::format("{} is {:g}", name, count)
                           : name + " = " + yields(application_, label.count, values_, count),
                    kMostProcesses));
  }
  void settle() {
    const std::size_t before = waiting_.size();
    std::erase_if(waiting_, [&](const Wait& wait) {
      const auto& needs = wait.formula->places();
      if (!std::all_of(needs.begin(), needs.end(), [&](uint32_t at) { return is_known_[at]; })) {
        return false;
      }
      const double value = (*wait.formula)(values_);
      if (!std::isfinite(value)) {
        throw SimulationError(fmt::format("{}{} = {}; expected a finite number",
                                          placed(*wait.where), wait.name,
                                          yields(application_, *wait.formula, values_, value)));
      }
      values_[wait.place] = value;
      is_known_[wait.place] = true;
      return true;
    });
    if (waiting_.size() == before) {
      throw SimulationError(fmt::format("{}{} = {} needs what is not known before the run starts",
                                        placed(*waiting_[0].where), waiting_[0].name,
                                        waiting_[0].formula->text()));
    }
  }

  const Application& application_;
  std::span<const Setting> settings_;
  std::vector<double> values_;
  std::vector<bool> is_known_;
  std::vector<Wait> waiting_;
};

}  // namespace

std::string yields(const Application& application, const Formula& formula,
                   std::span<const double> values, double result) {
  if (formula.text() == fmt::format("{:g}", result)) return formula.text();
  std::string text;
  for (const uint32_t place : formula.places()) {
    text += fmt::format("{}{} = {:g}", text.empty() ? " (" : ", ", name_in(application, place),
                        values[place]);
  }
  return fmt::format("{}, is {:g}{}{}", formula.text(), result, text, text.empty() ? "" : ")");
}

bool is_whole(double value, double most) {
  return value >= 0 && value <= most && value == std::floor(value);
}

std::vector<LabelRun> prepare_labels(std::span<const Application> applications,
                                     std::span<const Setting> settings) {
  std::vector<LabelRun> labels;
  for (const Application& application : applications) {
    const std::vector<double> values = Start(application, settings).values();
    const auto first = static_cast<uint32_t>(labels.size());
    for (std::size_t i = 0; i < application.labels.size(); ++i) {
      LabelRun run;
      run.application = &application;
      run.label = &application.labels[i];
      run.first_label = first;
      run.values = values;
      const double count = values[application.label_place(i)];
      run.count = static_cast<uint64_t>(count);
      run.values[static_cast<std::size_t>(ProgramValue::label_count)] = count;
      Assembly(run).assemble();
      labels.push_back(std::move(run));
    }
  }
  return labels;
}

}  // namespace paje::simulation
