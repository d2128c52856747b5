// Power, energy and frequencies against values of an independent implementation (e2m.json,
// egpu.json, energylb.json) and their identities.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/models/energy.hpp"
#include "paje/models/frequencies.hpp"
#include "paje/models/power.hpp"

namespace paje::testing {
namespace {

std::vector<PowerSample> golden_samples(const nlohmann::json& of, const char* power) {
  std::vector<PowerSample> samples;
  for (std::size_t i = 0; i < of["cpu"].size(); ++i) {
    samples.push_back({of["cpu"][i], of["mem"][i], of[power][i]});
  }
  return samples;
}

void expect_model(const nlohmann::json& wanted, const PowerModel& got, const char* name) {
  expect_close(wanted[0], got.idle, name);
  expect_close(wanted[1], got.per_cpu, name);
  expect_close(wanted[2], got.per_memory, name);
}

TEST(Power, IsFittedByPrincipalComponents) {
  const auto golden = golden_model("e2m.json")["regression"];
  expect_model(golden["ols_exact"], fit_power(golden_samples(golden, "power_exact"), 2).model, "2");
  const auto noisy = golden_samples(golden, "power_noisy");
  expect_model(golden["pcr2_noisy"], fit_power(noisy, 2).model, "2, noisy");
  expect_model(golden["pcr1_noisy"], fit_power(noisy, 1).model, "1, noisy");
  EXPECT_THROW(fit_power(noisy, 3), std::invalid_argument);
  EXPECT_THROW(fit_power(std::span(noisy).first(2), 2), std::invalid_argument);
  const std::vector<PowerSample> same(5, PowerSample{50, 50, 60});
  EXPECT_THROW(fit_power(same, 2), std::invalid_argument) << "neither use varies";
}

TEST(Power, TakesFewerComponentsWhereUsesAreInProportion) {
  std::vector<PowerSample> samples;
  for (const double use : {0., 10., 50., 80.}) samples.push_back({use, use / 2, 40 + use});
  const PowerFit fit = fit_power(samples, 2);
  EXPECT_EQ(fit.components, 1U);
  EXPECT_NEAR(fit.model.watts(60, 30), 100, 1e-9);
}

TEST(Power, IsJudgedOnWhatWasMeasured) {
  const PowerModel model = {.idle = 40, .per_cpu = 0.3, .per_memory = 0};
  const std::vector<PowerSample> samples = {{10, 0, 50}, {20, 0, 46}, {1, 1, 0}, {1, 1, -5}};
  const PowerAccuracy judged = judge_power(model, samples);
  EXPECT_EQ(judged.samples, 2U);
  EXPECT_EQ(judged.left_out, 2U);
  EXPECT_DOUBLE_EQ(judged.mean, 93);  // 43 of 50 is 86 %, 46 of 46 is 100 %
  EXPECT_DOUBLE_EQ(judged.greatest_error, 7);
  EXPECT_EQ(judge_power(model, {}).samples, 0U);
}

PowerModel golden_power(const nlohmann::json& coefficients) {
  return {coefficients["alpha"], coefficients["beta_per_cpu_pct"],
          coefficients["delta_per_mem_pct"]};
}

TEST(Energy, IsThatOfMachinesThatComeAndGo) {
  const auto golden = golden_model("e2m.json");
  const PowerModel model = golden_power(golden["coef"]);
  std::vector<PowerPiece> pieces;
  for (const auto& of : golden["segments"]) {
    const auto machine = static_cast<uint32_t>(of[0].get<std::string>()[1] - '0');
    pieces.push_back({machine, of[1], of[2], model.watts(of[3], of[4])});
  }
  const EnergySums sums = sum_energy(pieces, model.idle);
  ASSERT_EQ(sums.steps.size(), golden["ETC"].size());
  for (std::size_t i = 0; i < sums.steps.size(); ++i) {
    EXPECT_EQ(sums.steps[i].active, golden["ETC"][i][2]);
    expect_close(golden["ETC"][i][3], sums.steps[i].watts, "ETC");
  }
  expect_close(golden["TC"], sums.energy, "TC");
  for (const auto& [active, joules] : golden["NEC"].items()) {
    expect_close(joules, sums.by_active[std::stoul(active)], "NEC");
  }
  expect_close(31770, sums.inelastic, "with three machines all the time");
  EXPECT_THROW(sum_energy(pieces, 10, sums.most_active - 1), std::invalid_argument);
  expect_close(31770 + 2 * 200 * 40, sum_energy(pieces, 40, 5).inelastic, "with five");
}

// The parts sum to the whole, whatever pieces there are.
TEST(Energy, OfMachinesAndOfStepsAddsUp) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0, 10);
  for (int round = 0; round < 200; ++round) {
    std::vector<PowerPiece> pieces;
    for (uint32_t machine = 0; machine < 4; ++machine) {
      double at = number(random);
      for (int i = 0; i < 5; ++i) {
        const double end = at + (round % 3 == 0 ? 1 : number(random));
        pieces.push_back({machine, at, end, number(random)});
        at = end + (i % 2 == 0 ? 0 : number(random));
      }
    }
    std::shuffle(pieces.begin(), pieces.end(), random);
    double wanted = 0;
    for (const PowerPiece& piece : pieces) wanted += (piece.end - piece.start) * piece.watts;
    const EnergySums sums = sum_energy(pieces, 1);
    double of_steps = 0;
    for (const PowerStep& step : sums.steps) of_steps += (step.end - step.start) * step.watts;
    const auto total = [](const std::vector<double>& parts) {
      return std::accumulate(parts.begin(), parts.end(), 0.0);
    };
    for (const double got :
         {sums.energy, of_steps, total(sums.by_machine), total(sums.by_active)}) {
      EXPECT_NEAR(wanted, got, 1e-9 * wanted);
    }
  }
}

TEST(Energy, RefusesWhatIsNoPiece) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(sum_energy(std::vector<PowerPiece>{{0, 2, 1, 5}}, 0), std::invalid_argument);
  EXPECT_THROW(sum_energy(std::vector<PowerPiece>{{0, 0, infinity, 5}}, 0), std::invalid_argument);
  EXPECT_EQ(sum_energy({}, 40).energy, 0);
}

TEST(Energy, OfASamplerIsIntegrated) {
  const auto golden = golden_model("egpu.json")["sampler"];
  std::vector<SampledValue> samples;
  for (std::size_t i = 0; i < golden["power"].size(); ++i) {
    samples.push_back({golden["samples_t"][i], golden["power"][i]});
  }
  const SampleStatistics found = sample_statistics(samples, samples.back().time);
  expect_close(golden["trapezoid_J"], found.trapezoids, "trapezoids");
  expect_close(golden["left_step_J"], found.steps, "steps");
  expect_close(golden["sample_mean_W"], found.mean, "mean");
  expect_close(golden["sample_std_W"], found.deviation, "deviation");
  expect_close(golden["time_weighted_mean_W_left"], found.mean_of_steps, "mean over time");
}

TEST(Frequencies, AreTheLowestThatDelayNobody) {
  const auto golden = golden_model("energylb.json");
  const FrequencyLevels levels =
      frequency_levels(golden["levels_GHz"].get<std::vector<double>>(), {}, 10, 26, 1);
  const std::vector<std::vector<double>> loads = {golden["loads_s"].get<std::vector<double>>()};
  std::vector<uint32_t> domains(loads[0].size());
  std::iota(domains.begin(), domains.end(), 0U);
  const auto chosen = choose_levels(loads, domains, levels);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    EXPECT_EQ(levels.gigahertz[chosen[i]], golden["freq_GHz"][i]) << i;
    expect_close(golden["busy_s"][i], loads[0][i] * levels.stretch(chosen[i]), "busy");
  }
  const std::vector<double> rest = {0};
  const std::vector<uint32_t> highest(chosen.size(), 0);
  expect_close(golden["energy_base_J"], cost_of(loads, rest, highest, levels).joules, "before");
  const IterationCost after = cost_of(loads, rest, chosen, levels);
  expect_close(golden["energy_dvfs_J"], after.joules, "after");
  expect_close(golden["iteration_s"], after.seconds, "no longer than before");
  expect_close(golden["imbalance_max_over_avg"], imbalance_of(loads[0]).max_over_mean, "imbalance");
  const std::vector<uint32_t> one_domain(chosen.size(), 0);
  EXPECT_EQ(choose_levels(loads, one_domain, levels), highest) << "all share the greatest need";
}

TEST(Frequencies, ComeAfterBalancing) {
  const auto golden = golden_model("energylb.json")["greedy"];
  std::vector<BalancedTask> tasks;
  for (const auto& load : golden["tasks"]) tasks.push_back({0, load});
  const auto processors = golden["processors"].get<uint32_t>();
  std::vector<std::pair<double, uint32_t>> placed;
  const auto places = balance(tasks, processors, Balancing::greedy);
  for (std::size_t i = 0; i < tasks.size(); ++i) placed.emplace_back(tasks[i].load, places[i]);
  EXPECT_EQ(placed, (golden["assignment_order"].get<std::vector<std::pair<double, uint32_t>>>()));
  EXPECT_EQ(balance(tasks, processors, Balancing::none), std::vector<uint32_t>(tasks.size(), 0));
}

// 4 and 2 on the first, and 2, 3, 2: the task of 2 fits on no processor below 1.05 of the mean,
// 3.25, but where it goes to 4 the greatest load is 4 instead of 6.
TEST(Balancing, RefiningMovesTasksThatAreTooLargeForTheMean) {
  const std::vector<BalancedTask> tasks = {{0, 4}, {0, 2}, {1, 2}, {2, 3}, {3, 2}};
  const auto places = balance(tasks, 4, Balancing::refine);
  std::vector<double> loads(4);
  for (std::size_t i = 0; i < tasks.size(); ++i) loads[places[i]] += tasks[i].load;
  EXPECT_EQ(*std::max_element(loads.begin(), loads.end()), 4);
  EXPECT_EQ(places[0], 0U) << "only the small one moves";
}

}  // namespace
}  // namespace paje::testing
