// The queueing network of an MPI application against an independent implementation, and its
// calibration on simulated runs of placements that it has not seen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/models/placement_model.hpp"
#include "paje/models/workload_fits.hpp"

namespace paje::testing {
namespace {

using Cpu = PlacementOptions::Cpu;
using Partner = PlacementOptions::Partner;

void expect_case(const nlohmann::json& given) {
  std::vector<ModelNode> nodes;
  for (const uint32_t cores : given["cores"]) nodes.push_back({cores, 1, given["Tw"]});
  const auto processes = given["ni"].get<std::vector<uint32_t>>();
  const PlacementOptions options = {given["mode"] == "fixed" ? Cpu::fixed : Cpu::load_dependent,
                                    given["partner"] == "paper" ? Partner::any : Partner::other};
  const auto got = predict_placement(processes, nodes, {given["Vcomp"], given["s"], given["m"]},
                                     {given["CPU"], given["NET"]}, options);
  const auto& wanted = given["result"];
  const std::string name = given["ni"].dump() + given["mode"].dump() + given["partner"].dump();
  expect_close(wanted["T"], got.time, name);
  expect_close(wanted["R"], got.cycle, name);
  expect_close(wanted["X"], got.throughput, name);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    expect_close(wanted["V_cpu"][i], got.cpu_visits[i], name);
    expect_close(wanted["V_net"][i], got.network_visits[i], name);
  }
  const double sum = std::accumulate(got.cpu_visits.begin(), got.cpu_visits.end(), 0.0);
  const double n = std::accumulate(processes.begin(), processes.end(), 0.0);
  const double share = options.partner == Partner::any || n == 1 ? (n - 1) / n : 1;
  EXPECT_NEAR(sum, 0.8 + 0.2 * share, 1e-12) << name;
}

TEST(PlacementModel, IsThatOfThePaper) {
  const auto golden = golden_model("qn.json");
  ASSERT_GE(golden["paper_model_cases"].size(), 32U);
  for (const auto& given : golden["paper_model_cases"]) expect_case(given);
}

TEST(PlacementModel, SharesCoresOfOneNode) {
  const std::vector<ModelNode> nodes = {{4}};
  for (const Cpu cpu : {Cpu::fixed, Cpu::load_dependent}) {
    for (uint32_t n = 1; n <= 16; ++n) {
      const auto got = predict_placement(std::vector<uint32_t>{n}, nodes, {1, 10}, {400}, {cpu});
      expect_close(400.0 / std::min(n, 4U), got.time, "T");
    }
  }
}

// A node whose cores are twice as fast does the work of one with twice the cores, if both are busy.
TEST(PlacementModel, KnowsFasterNodes) {
  const ModelWorkload workload = {1, 10};
  const std::vector<uint32_t> processes = {8};
  const auto fast = predict_placement(processes, std::vector<ModelNode>{{2, 2}}, workload, {400});
  const auto slow = predict_placement(processes, std::vector<ModelNode>{{4}}, workload, {400});
  expect_close(slow.time, fast.time, "T");
  // Of two nodes the slower one is the bottleneck.
  const auto both = predict_placement(std::vector<uint32_t>{4, 4},
                                      std::vector<ModelNode>{{4, 2}, {4}}, workload, {400});
  EXPECT_EQ(both.bottleneck().node, 1U);
  EXPECT_FALSE(both.bottleneck().is_network);
  // A slow network is.
  const auto network =
      predict_placement(std::vector<uint32_t>{4, 4},
                        std::vector<ModelNode>{{4, 1, 1e-6}, {4, 1, 1e-3}}, {0.5, 10, 1e6}, {1});
  EXPECT_EQ(network.bottleneck().node, 1U);
  EXPECT_TRUE(network.bottleneck().is_network);
}

TEST(PlacementModel, IsCalibrated) {
  const auto golden = golden_model("qn.json")["gauss_newton"];
  const std::vector<ModelNode> nodes = {{4, 1, 8e-9}, {4, 1, 8e-9}};
  std::vector<ProfiledRun> runs;
  for (std::size_t i = 0; i < 4; ++i) {
    auto processes = golden["layouts"][i][0].get<std::vector<uint32_t>>();
    processes.resize(2);
    runs.push_back({processes, {0.8, 1000, 1e5}, golden["measured_T"][i]});
  }
  const ModelConstants start = {golden["start"][0], golden["start"][1]};
  const PlacementOptions fixed = {Cpu::fixed};
  const auto fit = fit_placement(runs, nodes, fixed, &start);
  expect_close(400, fit.constants.cpu, "CPU");
  expect_close(1.7, fit.constants.network, "network");
  EXPECT_LE(fit.iterations, 8);
  EXPECT_TRUE(fit.is_network_observable && fit.has_run_on_nodes && fit.has_run_on_one_node);
  EXPECT_TRUE(fit.are_constants_distinct);
  EXPECT_FALSE(fit.is_network_at_bound || fit.is_cpu_at_bound);
  const auto guessed = fit_placement(runs, nodes, fixed);
  expect_close(1.7, guessed.constants.network, "network, from its own start");
}

TEST(PlacementModel, SaysWhatRunsDoNotShow) {
  const std::vector<ModelNode> nodes = {{2, 1, 8e-9}, {2, 1, 8e-9}};
  const ModelWorkload workload = {0.8, 100, 1e5};
  const auto one = fit_placement(std::vector<ProfiledRun>{{{2, 0}, workload, 10}}, nodes);
  EXPECT_FALSE(one.is_network_observable);
  EXPECT_DOUBLE_EQ(one.constants.network, 1);
  EXPECT_FALSE(one.has_run_on_nodes);
  expect_close(10 * (1 + one.errors[0]), 10, "what it was fitted to");
  // A run on two nodes that is faster than any network would allow.
  const auto bound =
      fit_placement(std::vector<ProfiledRun>{{{2, 0}, workload, 10}, {{1, 1}, workload, 5}}, nodes);
  EXPECT_TRUE(bound.is_network_at_bound);
  EXPECT_FALSE(bound.is_cpu_at_bound);
  EXPECT_TRUE(bound.are_constants_distinct);
  // One run, or several of one placement, show one constant: that of the network stays 1.
  const std::vector<ProfiledRun> alike = {{{1, 1}, workload, 9}, {{1, 1}, workload, 11}};
  for (const std::size_t count : {1, 2}) {
    const auto fit = fit_placement(std::span(alike).first(count), nodes);
    EXPECT_TRUE(fit.is_network_observable);
    EXPECT_FALSE(fit.are_constants_distinct) << count;
    EXPECT_DOUBLE_EQ(fit.constants.network, 1);
    if (count == 1) expect_close(1 + fit.errors[0], 1, "one run is met");
  }
  // Messages that would need more than the run: those are fitted, and computing takes its time.
  const auto slow = fit_placement(std::vector<ProfiledRun>{{{1, 1}, workload, 0.05}}, nodes);
  EXPECT_FALSE(slow.are_constants_distinct);
  EXPECT_GT(slow.constants.cpu, 0);
  EXPECT_LT(slow.constants.network, 1);
  EXPECT_LT(std::abs(slow.errors[0]), 0.25);
  const auto crowded = fit_placement(std::vector<ProfiledRun>{{{4, 0}, workload, 10}}, nodes);
  EXPECT_FALSE(crowded.has_run_on_one_node) << "two processes share a core";
}

TEST(WorkloadFits, AreThoseOfThePaper) {
  const auto golden = golden_model("qn.json")["fits"];
  std::vector<ProcessSample> sends, power, inverse;
  for (std::size_t i = 0; i < golden["n"].size(); ++i) {
    sends.push_back({golden["n"][i], golden["s"][i]});
    power.push_back({golden["n"][i], golden["m_power"][i]});
    inverse.push_back({golden["n"][i], golden["m_inv"][i]});
  }
  const SendsFit s = fit_sends(sends);
  expect_close(golden["C"], s.factor, "C");
  expect_close(golden["D"], s.constant, "D");
  expect_close(3 * std::log(100) + 5, s.at(100), "s(100)");
  const MessageFit m = fit_inverse_size(inverse), of_power = fit_power_size(power);
  expect_close(golden["ma"], m.a, "a");
  expect_close(golden["mb"], m.b, "b", 1e-7);
  expect_close(golden["A"], of_power.a, "A");
  expect_close(golden["B"], -of_power.b, "B");
  EXPECT_NEAR(of_power.error, 0, 1e-12);
  EXPECT_GT(fit_inverse_size(power).error, 0.01);
  EXPECT_DOUBLE_EQ(fit_sends(std::span(sends).first(1)).at(64), sends[0].value);
  EXPECT_THROW(fit_sends({}), std::invalid_argument);
  EXPECT_THROW(fit_power_size(std::vector<ProcessSample>{{2, 0}}), std::invalid_argument);
}

TEST(PlacementModel, RefusesBadNumbers) {
  const std::vector<ModelNode> nodes = {{2}};
  const std::vector<uint32_t> one = {1};
  const auto predict = [&](const std::vector<uint32_t>& processes, const ModelWorkload& workload) {
    return predict_placement(processes, nodes, workload, {1});
  };
  EXPECT_THROW(predict({1, 1}, {}), std::invalid_argument);
  EXPECT_THROW(predict({0}, {}), std::invalid_argument);
  EXPECT_THROW(predict(one, {-0.1}), std::invalid_argument);
  EXPECT_THROW(predict(one, {1.1}), std::invalid_argument);
  EXPECT_THROW(predict(one, {1, 0}), std::invalid_argument);
  EXPECT_THROW(predict(one, {1, 1, NAN}), std::invalid_argument);
  EXPECT_THROW(fit_placement({}, nodes), std::invalid_argument);
  EXPECT_THROW(fit_placement(std::vector<ProfiledRun>{{{1}, {}, 0}}, nodes), std::invalid_argument);
}

// Simulated runs on 1 to 8 nodes of 4 cores, by nodes x processes of each.
class Story {
 public:
  Story(const std::string& file, double byte_time)
      : golden_(golden_model(file)), nodes_(8, ModelNode{4, 1, byte_time}) {}

  void check_fits() const {
    ASSERT_EQ(golden_["fits"].size(), 12U);
    for (const auto& wanted : golden_["fits"]) check(wanted);
  }

 private:
  [[nodiscard]] ProfiledRun run(const std::string& name, const nlohmann::json& fit) const {
    const auto& of = golden_["runs"][name];
    std::vector<uint32_t> processes(8, 0);
    std::fill_n(processes.begin(), of["k"].get<std::size_t>(), of["p"].get<uint32_t>());
    // The share of computing is that of the largest run on one node, or its own.
    const double share = fit["Vcomp_from"] == "own" ? of["Vcomp"] : golden_["runs"]["1x4"]["Vcomp"];
    return {processes, {share, of["s"], of["m"]}, of["T"]};
  }

  void check(const nlohmann::json& wanted) const {
    const PlacementOptions options = {wanted["mode"] == "fixed" ? Cpu::fixed : Cpu::load_dependent};
    std::vector<ProfiledRun> runs;
    std::vector<std::string> names;
    for (const auto& layout : wanted["train"]) {
      names.push_back(fmt::format("{}x{}", layout[0].get<int>(), layout[1].get<int>()));
      runs.push_back(run(names.back(), wanted));
    }
    const auto fit = fit_placement(runs, nodes_, options);
    const std::string name = wanted["train"].dump() + wanted["mode"].dump();
    // The independent implementation stops a little before the minimum.
    expect_close(wanted["CPU"], fit.constants.cpu, name, 1e-5);
    EXPECT_NEAR(wanted["NET"], fit.constants.network, 1e-3) << name;
    EXPECT_EQ(fit.is_network_at_bound, wanted["NET"] < 1e-6) << name;
    double squares = 0, wanted_squares = 0;
    for (const auto& [of, error] : wanted["error_pct"].items()) {
      const ProfiledRun judged = run(of, wanted);
      const auto got =
          predict_placement(judged.processes, nodes_, judged.workload, fit.constants, options);
      const double percent = 100 * (got.time / judged.time - 1);
      EXPECT_NEAR(error, percent, 0.01) << name << of;
      if (std::find(names.begin(), names.end(), of) == names.end()) continue;
      squares += percent * percent;
      wanted_squares += error.get<double>() * error.get<double>();
    }
    EXPECT_LE(squares, wanted_squares * (1 + 1e-6) + 1e-6) << name;
  }

  nlohmann::json golden_;
  std::vector<ModelNode> nodes_;
};

TEST(PlacementModel, PredictsPlacementsThatItHasNotSeen) {
  Story("story_mva.json", 8e-9).check_fits();
  Story("story_mva_slownet.json", 8e-8).check_fits();
}

}  // namespace
}  // namespace paje::testing
