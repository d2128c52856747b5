// Scaling, cost and statistics against an independent implementation and tables of Student's t.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/models/growth.hpp"
#include "paje/models/scaling.hpp"

namespace paje::testing {
namespace {

std::vector<ScalingPoint> golden_runs(const nlohmann::json& golden) {
  std::vector<ScalingPoint> points;
  for (const auto& run : golden["runs"]) points.push_back({run[0], run[1]});
  return points;
}

TEST(Scaling, HasSpeedUpAndKnee) {
  const auto golden = golden_model("scaling_cost.json");
  const auto points = golden_runs(golden);
  for (const ScalingPoint& point : points) {
    const std::string cores = std::to_string(static_cast<int>(point.cores));
    expect_close(golden["speedup"][cores], speed_up(points[0].time, point.time), cores);
    expect_close(golden["efficiency_rel8"][cores],
                 scaling_efficiency(points[0].cores, points[0].time, point.cores, point.time),
                 cores);
  }
  EXPECT_EQ(points[find_knee(points, 0.02)].cores, golden["knee_cores"]);
  EXPECT_EQ(points[least_time(points)].cores, golden["min_time_cores"]);
  EXPECT_EQ(points[least_core_hours(points)].cores, golden["cheapest_cores"]);
  EXPECT_EQ(find_knee(std::span(points).first(3), 0.02), 2U) << "every step is worth it";
  EXPECT_THROW(find_knee({}, 0.02), std::invalid_argument);
}

// Counting pairs in parallel, with and without the time to copy the text to N machines one after
// the other in a tree: 280 log2(N) seconds.
TEST(Scaling, IsThatOfThePairCounters) {
  const auto golden = golden_model("pairs.json");
  const double sequential = golden["paper_times"]["seq"];
  for (const auto& [cores, time] : golden["paper_times"]["par"].items()) {
    const double n = std::stod(cores);
    expect_close(golden["speedup"][cores], speed_up(sequential, time), cores);
    expect_close(golden["efficiency"][cores], scaling_efficiency(1, sequential, n, time), cores);
  }
  for (const auto& [cores, wanted] : golden["with_copy"].items()) {
    const double n = std::stod(cores);
    expect_close(wanted[1], speed_up(sequential, wanted[0]), cores);
    expect_close(wanted[2], scaling_efficiency(1, sequential, n, wanted[0]), cores);
  }
  for (const auto& [machines, wanted] : golden["copy_times"].items()) {
    expect_close(wanted, 280 * GrowthTerm{0, 1}.at(std::stod(machines)), machines);
  }
}

TEST(Scaling, CostsWhatIsPaid) {
  const auto golden = golden_model("scaling_cost.json");
  const double price = golden["price_per_8core_instance_h"];
  for (const auto& run : golden["cost"]) {
    expect_close(run[2], cost(run[0].get<double>() / 8, run[1], {price}), "cost");
  }
  const auto& bills = golden["bills"];
  expect_close(bills["granularity_3600_t_4000_n2"], cost(2, 4000, {price, 3600}), "hours");
  expect_close(bills["granularity_60_t_61_n1"], cost(1, 61, {price, 60}), "minutes");
  expect_close(bills["exact_t_61_n1"], cost(1, 61, {price}), "exact");
  const auto& azure = golden["azure"];
  const auto& example = azure["example"];
  expect_close(example["cost_iaas"], cost(4, 100, {azure["iaas"]}), "IaaS");
  expect_close(example["cost_paas_with_head"], cost(4, 150, {azure["paas"], 0, 1}), "PaaS");
  EXPECT_DOUBLE_EQ(cost(1, 3600, {1, 3600}), 1) << "a whole hour is one hour";
}

TEST(Scaling, HasAParetoFront) {
  const auto golden = golden_model("commreg.json")["pareto"];
  for (const auto& [points, front] :
       {std::pair{"points", "front"}, std::pair{"predicted_points", "predicted_front"}}) {
    std::vector<ScalingPoint> configurations;
    for (const auto& point : golden[points]) configurations.push_back({point[1], point[2]});
    nlohmann::json names = nlohmann::json::array();
    for (const std::size_t i : pareto_front(configurations)) names.push_back(golden[points][i][0]);
    EXPECT_EQ(names, golden[front]);
    if (points == std::string("predicted_points")) continue;
    EXPECT_EQ(golden[points][least_time(configurations)][0], golden["min_time"]);
    const auto cheapest = least_core_hours(configurations);
    EXPECT_EQ(golden[points][cheapest][0], golden["min_corehours"]["config"]);
    expect_close(golden["min_corehours"]["corehours"], core_hours(configurations[cheapest]), "h");
  }
}

TEST(Scaling, IsElastic) {
  const nlohmann::json golden = golden_model("elastic.json");
  for (const auto& given : golden["cases"]) {
    ElasticRun run;
    for (const auto& [machines, time] : given["pt"].items()) {
      run.shares.push_back({std::stod(machines), time});
    }
    run.started_with = given["n"];
    run.least = given["l"];
    run.fixed_time = given["t_ne_l"];
    const ElasticResult got = judge_elastic(run);
    const std::string name = given["name"];
    expect_close(given["Resource"], got.resource, name);
    expect_close(given["ES"], got.speed_up, name);
    expect_close(given["EE"], got.efficiency, name);
    expect_close(given["EE_baseline_l"], got.consistent_efficiency, name);
  }
  EXPECT_THROW(judge_elastic({{{4, 0}}, 4, 4, 100}), std::invalid_argument);
  EXPECT_THROW(judge_elastic({{{4, -1}}, 4, 4, 100}), std::invalid_argument);
  EXPECT_THROW(judge_elastic({{{4, 1}}, 4, 0, 100}), std::invalid_argument);
}

TEST(Scaling, HasStudentsT) {
  // Of printed tables, and the closed forms of one and two degrees.
  EXPECT_NEAR(student_quantile(0.975, 1), std::tan(0.475 * 3.14159265358979323846), 1e-8);
  EXPECT_NEAR(student_quantile(0.975, 2), 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)), 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 4), 2.7764451052, 1e-9);
  EXPECT_NEAR(student_quantile(0.95, 10), 1.8124611228, 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 1e6), 1.959966, 1e-5);
  EXPECT_NEAR(student_quantile(0.5, 3), 0, 1e-9);
  EXPECT_THROW(student_quantile(1, 3), std::invalid_argument);
  const auto five = repetitions(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(five.mean, 3);
  EXPECT_DOUBLE_EQ(five.deviation, std::sqrt(2.5));
  EXPECT_NEAR(five.high, 3 + 2.7764451052 * std::sqrt(0.5), 1e-8);
  EXPECT_NEAR(five.low, 6 - five.high, 1e-12);
  EXPECT_TRUE(std::isnan(repetitions(std::vector<double>{7}).low));
}

TEST(Scaling, FollowsAmdahl) {
  std::vector<ScalingPoint> points;
  for (const double n : {1.0, 2.0, 4.0, 16.0}) points.push_back({n, 100 * (0.1 + 0.9 / n)});
  const AmdahlFit fit = fit_amdahl(points);
  expect_close(100, fit.time, "T(1)");
  expect_close(0.1, fit.serial, "serial share");
  expect_close(100 * (0.1 + 0.9 / 64), fit.at(64), "T(64)");
  EXPECT_FALSE(fit.is_at_bound);
  // Faster than linear: no serial part at all.
  const AmdahlFit super = fit_amdahl(std::vector<ScalingPoint>{{1, 100}, {2, 40}, {4, 15}});
  EXPECT_TRUE(super.is_at_bound);
  EXPECT_EQ(super.serial, 0);
  const AmdahlFit slower = fit_amdahl(std::vector<ScalingPoint>{{1, 100}, {2, 140}});
  EXPECT_TRUE(slower.is_at_bound);
  EXPECT_EQ(slower.serial, 1);
  EXPECT_THROW(fit_amdahl(std::vector<ScalingPoint>{{2, 1}, {2, 1}}), std::invalid_argument);
  EXPECT_THROW(fit_amdahl(std::vector<ScalingPoint>{{1, 1}, {2, 0}}), std::invalid_argument);
}

std::vector<GrowthSample> samples_of(double constant, double factor, const GrowthTerm& term) {
  std::vector<GrowthSample> samples;
  for (const double n : {1.0, 2.0, 4.0, 8.0, 16.0}) {
    samples.push_back({n, constant + factor * term.at(n)});
  }
  return samples;
}

TEST(Growth, FindsTheTerm) {
  for (const GrowthTerm& term :
       {GrowthTerm{-1, 0}, {1, 1}, {0, 1}, {0.5, 0}, {2, 0}, {-2.0 / 3, 2}}) {
    const auto model = fit_growth(samples_of(3, 2, term));
    EXPECT_DOUBLE_EQ(model.term.power, term.power) << model.text();
    EXPECT_DOUBLE_EQ(model.term.log_power, term.log_power) << model.text();
    expect_close(3 + 2 * term.at(1024), model.at(1024), model.text(), 1e-6);
    EXPECT_LT(model.error, 1e-9);
  }
  const auto constant = fit_growth(samples_of(3, 0, {}));
  EXPECT_EQ(constant.text(), "3");
  EXPECT_DOUBLE_EQ(constant.at(100), 3);
  EXPECT_EQ(fit_growth(samples_of(3, -2, {-1, 0})).text(), "3 - 2 * n^-1");
  EXPECT_EQ(fit_growth(samples_of(3, 2, {0.5, 1})).text(), "3 + 2 * n^0.5 * log2(n)");
}

// Extra-P's normal form with n = 2: times that fall at first, and communication that grows.
TEST(Growth, FindsTwoTerms) {
  for (const auto& [first, second] :
       {std::pair(GrowthTerm{-1, 0}, GrowthTerm{1, 0}), {{-1, 0}, {0, 1}}, {{0.5, 0}, {2, 1}}}) {
    std::vector<GrowthSample> samples;
    const auto value = [&, a = first, b = second](double n) {
      return 5 + 100 * a.at(n) + 0.5 * b.at(n);
    };
    for (double n = 1; n < 200; n *= 2) samples.push_back({n, value(n)});
    const auto model = fit_growth(samples);
    expect_close(value(1024), model.at(1024), model.text(), 1e-6);
    EXPECT_LT(model.error, 1e-9) << model.text();
    EXPECT_NE(model.second_factor, 0) << model.text();
    const auto band = model.band(1024);
    EXPECT_LE(band.low, model.at(1024));
    EXPECT_GE(band.high, model.at(1024));
    // Five show no second term.
    EXPECT_EQ(fit_growth(std::span(samples).first(5)).second_factor, 0);
  }
  // One term, even with many samples, gets no second one.
  std::vector<GrowthSample> one;
  for (double n = 1; n < 2000; n *= 2) one.push_back({n, 3 + 20 / n});
  EXPECT_EQ(fit_growth(one).text(), "3 + 20 * n^-1");
}

// A band that is made of what models without one sample miss holds what comes next mostly.
TEST(Growth, HasABand) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(1, 0.02);
  int held = 0;
  for (int round = 0; round < 50; ++round) {
    auto samples = samples_of(1, 30, {-1, 0});
    for (auto& sample : samples) sample.value *= noise(random);
    const auto band = fit_growth(samples).band(32);
    EXPECT_LT(band.low, band.high);
    held += band.low <= 1 + 30.0 / 32 && 1 + 30.0 / 32 <= band.high ? 1 : 0;
  }
  EXPECT_GE(held, 35);
}

// Far from the samples, terms differ that are equally good there: the best one alone held 45 %.
TEST(Growth, BandsHoldTermsThatSamplesDoNotTellApart) {
  std::mt19937 random(6);
  std::normal_distribution<double> noise(1, 0.03);
  int held = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<GrowthSample> samples;
    for (double n = 1; n <= 32; n *= 2) samples.push_back({n, (10 + 0.5 * n) * noise(random)});
    const auto band = fit_growth(samples).band(128);
    held += band.low <= 10 + 0.5 * 128 && 10 + 0.5 * 128 <= band.high ? 1 : 0;
  }
  EXPECT_GE(held, 75);
  std::vector<GrowthSample> exact;
  for (double n = 1; n <= 32; n *= 2) exact.push_back({n, 10 + 0.5 * n});
  EXPECT_TRUE(fit_growth(exact).alternatives.empty());
}

TEST(Growth, NeedsThreeNumbersOfCores) {
  using Samples = std::vector<GrowthSample>;
  EXPECT_THROW(fit_growth({}), std::invalid_argument);
  EXPECT_THROW(fit_growth(Samples{{1, 1}, {2, 1}, {2, 3}}), std::invalid_argument);
  EXPECT_THROW(fit_growth(Samples{{0.5, 1}, {2, 1}, {3, 3}}), std::invalid_argument);
  EXPECT_THROW(fit_growth(Samples{{1, NAN}, {2, 1}, {3, 3}}), std::invalid_argument);
  // A value of 0 among others.
  const auto model = fit_growth(Samples{{1, 0}, {2, 1}, {4, 2}, {8, 3}});
  EXPECT_NEAR(model.at(16), 4, 1e-6) << model.text();
  EXPECT_NEAR(fit_growth(Samples{{1, 0}, {2, 0}, {4, 0}}).at(8), 0, 0);
}

}  // namespace
}  // namespace paje::testing
