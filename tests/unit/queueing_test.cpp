// Queueing networks against textbook values, closed forms, and each other.
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/models/queueing.hpp"

namespace paje::testing {
namespace {

std::vector<Station> stations_of(const nlohmann::json& demands) {
  std::vector<Station> stations;
  for (const double demand : demands) stations.push_back({demand, 1});
  return stations;
}

void expect_solution(const nlohmann::json& wanted, const NetworkSolution& got) {
  expect_close(wanted["X"], got.throughput, "X");
  expect_close(wanted["Rtot"], got.response, "R");
  for (std::size_t k = 0; k < got.residences.size(); ++k) {
    expect_close(wanted["R"][k], got.residences[k], "R of a station");
    expect_close(wanted["Q"][k], got.lengths[k], "Q of a station");
  }
}

TEST(Queueing, IsThatOfTextbooks) {
  const auto golden = golden_model("qn.json");
  const auto& lazowska = golden["textbook_lazowska"];
  for (const auto& wanted : lazowska["result"]) {
    expect_solution(wanted,
                    mean_value_analysis(stations_of(lazowska["D"]), wanted["N"], lazowska["Z"]));
  }
  const auto& jain = golden["textbook_jain_timesharing"];
  std::vector<Station> stations;
  for (std::size_t k = 0; k < 3; ++k) {
    stations.push_back({jain["S"][k].get<double>() * jain["V"][k].get<double>(), 1});
  }
  expect_solution(jain["last"], mean_value_analysis(stations, jain["N"], jain["Z"]));
}

TEST(Queueing, HasTheClosedForms) {
  const auto golden = golden_model("qn.json");
  for (const auto& wanted : golden["two_queue_closed_form"]) {
    const auto got = mean_value_analysis(stations_of(wanted["D"]), wanted["N"]);
    expect_close(wanted["X_closed_form"], got.throughput, "X");
    expect_close(wanted["Rtot"], got.response, "R");
  }
  for (const auto& wanted : golden["balanced"]) {
    const std::vector<Station> stations(wanted["K"].get<std::size_t>(), Station{wanted["D"], 1});
    expect_close(wanted["X"], mean_value_analysis(stations, wanted["N"]).throughput, "X");
    expect_close(wanted["X"], solve_by_convolution(stations, wanted["N"]).throughput, "X");
  }
}

TEST(Queueing, HasStationsWithSeveralServers) {
  const auto golden = golden_model("qn.json");
  for (const auto& wanted : golden["load_dependent_multiserver"]) {
    const std::vector<Station> stations = {{wanted["D"], wanted["servers"]}};
    const auto by_values = mean_value_analysis(stations, wanted["N"], wanted["Z"]);
    const auto by_constants = solve_by_convolution(stations, wanted["N"], wanted["Z"]);
    for (const auto* got : {&by_values, &by_constants}) {
      expect_close(wanted["X"], got->throughput, "X");
      expect_close(wanted["Rtot"], got->response, "R");
    }
  }
}

TEST(Queueing, IsTheSameBothWays) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> demand(0.01, 2);
  for (int round = 0; round < 200; ++round) {
    std::vector<Station> stations(1 + random() % 6);
    for (Station& station : stations) {
      station = {random() % 5 == 0 ? 0 : demand(random), static_cast<uint32_t>(1 + random() % 5)};
    }
    stations.front().demand = demand(random);
    const auto jobs = static_cast<uint32_t>(1 + random() % 16);
    const double think = random() % 2 == 0 ? 0 : demand(random);
    const auto by_values = mean_value_analysis(stations, jobs, think);
    const auto by_constants = solve_by_convolution(stations, jobs, think);
    expect_close(by_values.throughput, by_constants.throughput, "X");
    expect_close(by_values.response, by_constants.response, "R", 1e-8);
    for (std::size_t k = 0; k < stations.size(); ++k) {
      expect_close(by_values.utilisations[k], by_constants.utilisations[k], "U");
    }
    auto with_lengths = by_constants;
    add_lengths(stations, jobs, think, with_lengths);
    for (std::size_t k = 0; k < stations.size(); ++k) {
      EXPECT_NEAR(by_values.lengths[k], with_lengths.lengths[k], 1e-7 * jobs);
      EXPECT_NEAR(by_values.residences[k], with_lengths.residences[k], 1e-7 * by_values.response);
    }
  }
}

// Two stations, the first with 64 servers of 1 s that are all busy: 64 cycles a second. The
// recursion of the probabilities alone says 9.
TEST(Queueing, ValuesKeepTheirDigitsWhereServersAreSaturated) {
  const std::vector<Station> stations = {{1, 64}, {0.01, 1}};
  const auto got = mean_value_analysis(stations, 300);
  expect_close(64, got.throughput, "X");
  expect_close(300, got.lengths[0] + got.lengths[1], "all jobs are somewhere");
  // A server that is 64 % busy, as if jobs came at random.
  expect_close(0.64 / 0.36, got.lengths[1], "Q");
}

// The bottleneck bounds the throughput: with many jobs it is nearly that of the bottleneck alone.
TEST(Queueing, HoldsForManyJobsAndServers) {
  std::vector<Station> stations;
  for (uint32_t node = 0; node < 64; ++node) {
    stations.push_back({0.5, 64});
    stations.push_back({0.004, 1});
  }
  stations.front().demand = 0.6;
  const auto got = solve_by_convolution(stations, 4096);
  EXPECT_LE(got.throughput, 64 / 0.6 * (1 + 1e-9));
  EXPECT_GT(got.throughput, 0.999 * 64 / 0.6);
  EXPECT_NEAR(got.utilisations[0], 1, 1e-3);
  // One server alone: R = N D.
  expect_close(4096 * 0.25, solve_by_convolution(std::vector<Station>{{0.25, 1}}, 4096).response,
               "R");
}

TEST(Queueing, NeedsAValidNetwork) {
  using Stations = std::vector<Station>;
  for (const auto solve : {&mean_value_analysis, &solve_by_convolution}) {
    EXPECT_THROW(solve(Stations{{1, 1}}, 0, 0), std::invalid_argument);
    EXPECT_THROW(solve(Stations{{-1, 1}}, 1, 0), std::invalid_argument);
    EXPECT_THROW(solve(Stations{{NAN, 1}}, 1, 0), std::invalid_argument);
    EXPECT_THROW(solve(Stations{{1, 0}}, 1, 0), std::invalid_argument);
    EXPECT_THROW(solve(Stations{{0, 1}}, 1, 0), std::invalid_argument);
    EXPECT_THROW(solve(Stations{}, 1, 0), std::invalid_argument);
    EXPECT_DOUBLE_EQ(solve(Stations{{0, 1}}, 3, 1.5).throughput, 2);
  }
}

}  // namespace
}  // namespace paje::testing
