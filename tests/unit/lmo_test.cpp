// The LMO model against golden values, known parameters with and without noise, the conditions of
// a least sum of squares, and collectives found by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "golden_json.hpp"
#include "paje/models/collectives.hpp"
#include "paje/models/lmo.hpp"
#include "paje/models/point_to_point.hpp"

namespace paje::testing {
namespace {

struct Experiments {
  std::vector<RoundTrip> round_trips;
  std::vector<OneToTwo> one_to_twos;
};

LmoModel model_of(const nlohmann::json& golden) {
  LmoModel model{golden["C"], golden["t"], {}};
  const std::size_t n = model.startup.size();
  model.links.assign(n * n, 0);
  for (const auto& [pair, value] : golden["inv_beta"].items()) {
    const std::size_t i = pair[0] - '0', j = pair[2] - '0';
    model.links[i * n + j] = model.links[j * n + i] = value;
  }
  return model;
}

Experiments golden_experiments(const nlohmann::json& golden) {
  Experiments all;
  const auto number = [](const std::string& text, std::size_t at) {
    return static_cast<uint32_t>(text[at] - '0');
  };
  const auto& measured = golden["experiments"];
  for (const char* const kind : {"roundtrip_empty", "roundtrip_M"}) {
    const double bytes = kind == std::string("roundtrip_M") ? golden["M"].get<double>() : 0;
    for (const auto& [pair, time] : measured[kind].items()) {
      all.round_trips.push_back({number(pair, 0), number(pair, 2), bytes, 0, time});
    }
  }
  for (const auto& [triple, time] : measured["one_to_two"].items()) {
    all.one_to_twos.push_back(
        {number(triple, 0), number(triple, 2), number(triple, 4), golden["M"], time});
  }
  return all;
}

LmoModel random_model(uint32_t n, std::mt19937_64& random) {
  std::uniform_real_distribution<double> factor(0.5, 3);
  LmoModel model;
  for (uint32_t i = 0; i < n; ++i) {
    model.startup.push_back(2e-5 * factor(random));
    model.per_byte.push_back(2e-9 * factor(random));
  }
  model.links.assign(std::size_t{n} * n, 0);
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t j = 0; j < i; ++j) {
      model.links[i * n + j] = model.links[j * n + i] = 8e-9 * factor(random);
    }
  }
  return model;
}

Experiments measure(const LmoModel& model, const std::function<double()>& noise, int repetitions,
                    double bytes = 16384) {
  Experiments all;
  const uint32_t n = model.size();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t j = 0; j < n; ++j) {
        if (i < j) {
          for (const double out : {0.0, bytes}) {
            RoundTrip one{i, j, out, 0, 0};
            one.time = model.time(one) * noise();
            all.round_trips.push_back(one);
          }
        }
        for (uint32_t k = j + 1; k < n; ++k) {
          if (i == j || i == k) continue;
          OneToTwo one{i, j, k, bytes, 0};
          one.time = model.time(one) * noise();
          all.one_to_twos.push_back(one);
        }
      }
    }
  }
  return all;
}

void expect_same(const LmoModel& wanted, const LmoModel& got, double tolerance) {
  ASSERT_EQ(wanted.size(), got.size());
  for (uint32_t i = 0; i < wanted.size(); ++i) {
    expect_close(wanted.startup[i], got.startup[i], "C", tolerance);
    expect_close(wanted.per_byte[i], got.per_byte[i], "t", tolerance);
    for (uint32_t j = 0; j < wanted.size(); ++j) {
      expect_close(wanted.link(i, j), got.link(i, j), "1/beta", tolerance);
    }
  }
}

TEST(Lmo, ParametersAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("lmo.json");
  const Experiments all = golden_experiments(golden);
  ASSERT_EQ(all.round_trips.size() + all.one_to_twos.size(), 24U);
  const LmoModel truth = model_of(golden);
  for (const RoundTrip& one : all.round_trips) expect_close(one.time, truth.time(one), "E0, E1");
  for (const OneToTwo& one : all.one_to_twos) expect_close(one.time, truth.time(one), "E2");
  const LmoFit fit = fit_lmo(4, all.round_trips, all.one_to_twos);
  EXPECT_TRUE(fit.clipped.empty());
  // Parameters are differences of greater times: what is left of their digits.
  expect_same(truth, fit.model, 1e-11 * 1e3);
  expect_same(truth, fit_lmo(4, all.round_trips, all.one_to_twos, LmoMethod::least_squares).model,
              1e-6);
}

TEST(Lmo, PredictionsAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("lmo.json");
  const LmoModel model = model_of(golden);
  const auto& wanted = golden["predictions"];
  expect_close(wanted["p2p_0_1_1MiB"], model.time(0, 1, 1 << 20), "1 MiB");
  expect_close(wanted["p2p_0_3_0"], model.time(0, 3, 0), "empty");
  CollectiveThresholds thresholds;
  thresholds.scatter_leap = golden["scatter_threshold"]["S"];
  for (const auto& [bytes, time] : wanted["scatter_root0"].items()) {
    const CollectivePlan plan{.bytes = std::stod(bytes)};
    expect_close(time, *predict_collective(model, thresholds, plan), "scatter of " + bytes);
  }
  thresholds.gather_small = 8192;
  thresholds.gather_large = 1 << 19;
  CollectivePlan plan{.kind = CollectiveKind::gather, .bytes = 4096};
  expect_close(wanted["gather_small_root0_4096"], *predict_collective(model, thresholds, plan),
               "small");
  plan.bytes = 1 << 20;
  expect_close(wanted["gather_large_root0_1MiB"], *predict_collective(model, thresholds, plan),
               "large");
  plan.bytes = 65536;
  EXPECT_FALSE(predict_collective(model, thresholds, plan)) << "between M_1 and M_2";
}

TEST(Lmo, ThresholdsAndSlopesAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("lmo.json");
  const LmoModel model = model_of(golden);
  const auto& scatter = golden["scatter_threshold"];
  std::vector<CollectiveTime> measured;
  std::vector<SizeTime> points;
  for (std::size_t i = 0; i < scatter["M"].size(); ++i) {
    measured.push_back({CollectiveKind::scatter, 0, scatter["M"][i], scatter["T"][i]});
    points.push_back({scatter["M"][i], scatter["T"][i]});
  }
  const auto& kappa = golden["kappa"];
  for (double bytes = 1024; bytes <= 8192; bytes += 1024) {
    measured.push_back(
        {CollectiveKind::gather, 0, bytes, 1e-4 + kappa["slope_c1"].get<double>() * bytes});
  }
  const CollectiveThresholds found = fit_thresholds(model, measured);
  EXPECT_EQ(found.scatter_leap, scatter["S"].get<double>());
  EXPECT_EQ(find_leap(points), scatter["last_index_of_first_segment"].get<std::size_t>());
  EXPECT_TRUE(std::isinf(found.gather_small));
  expect_close(kappa["kappa1_true"], found.small_slope, "kappa 1", 1e-6);
}

TEST(Lmo, BaselinesAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("lmo.json");
  const auto& wanted = golden["hockney_fit_p2p_0_1"];
  const LmoModel model = model_of(golden);
  std::vector<RoundTrip> trips;
  for (const double bytes : wanted["sizes"].get<std::vector<double>>()) {
    RoundTrip there{0, 1, bytes, 0, 0}, both{1, 0, bytes, bytes, 0};
    there.time = model.time(there);
    both.time = model.time(both);
    trips.insert(trips.end(), {there, both, {0, 2, bytes, bytes, 1}});
  }
  const std::vector<SizeTime> times = one_way_times(trips, RoundTrip{0, 1, 0, 0, 0});
  const HockneyModel hockney = fit_hockney(times);
  expect_close(wanted["alpha"], hockney.latency, "alpha");
  expect_close(wanted["beta_s_per_B"], hockney.per_byte, "beta");
  const LogGpModel loggp = fit_loggp(times);
  const PLogPModel plogp = fit_plogp(times);
  for (const double bytes : {1.0, 500.0, 16384.0, 1e6}) {
    expect_close(model.time(0, 1, bytes), loggp.time(bytes), "LogGP");
    expect_close(model.time(0, 1, bytes), plogp.time(bytes), "PLogP");
  }
  EXPECT_THROW((void)fit_hockney(std::vector<SizeTime>{{8, 1}}), std::invalid_argument);
}

TEST(Lmo, BothMethodsFindWhatIsKnown) {
  std::mt19937_64 random(1);
  for (const uint32_t n : {3U, 4U, 5U, 9U}) {
    const LmoModel truth = random_model(n, random);
    const Experiments all = measure(
        truth, [] { return 1; }, 1);
    for (const LmoMethod method : {LmoMethod::average, LmoMethod::least_squares}) {
      expect_same(truth, fit_lmo(n, all.round_trips, all.one_to_twos, method).model, 1e-6);
    }
  }
}

TEST(Lmo, NoiseChangesParametersLittle) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> error(1, 0.02);
  const LmoModel truth = random_model(6, random);
  const Experiments all = measure(
      truth, [&] { return error(random); }, 100);
  for (const LmoMethod method : {LmoMethod::average, LmoMethod::least_squares}) {
    const LmoModel found = fit_lmo(6, all.round_trips, all.one_to_twos, method).model;
    for (uint32_t i = 0; i < 6; ++i) {
      expect_close(truth.startup[i], found.startup[i], "C", 0.05);
      for (uint32_t j = 0; j < i; ++j) {
        expect_close(truth.time(i, j, 65536), found.time(i, j, 65536), "time", 0.04);
      }
    }
  }
}

// What least squares sum, in which the longer branch of E2 is that of the longer round trip.
double squares(const LmoModel& model, const Experiments& all) {
  double sum = 0;
  const auto add = [&](double found, double time) { sum += std::pow(found / time - 1, 2); };
  for (const RoundTrip& one : all.round_trips) add(model.time(one), one.time);
  for (const OneToTwo& one : all.one_to_twos) {
    double longest = 0;
    uint32_t x = one.first;
    for (const RoundTrip& trip : all.round_trips) {
      const std::set<uint32_t> pair{trip.from, trip.to};
      if (trip.out == 0 || !pair.contains(one.root)) continue;
      for (const uint32_t other : {one.first, one.second}) {
        if (pair.contains(other) && trip.time > longest) longest = trip.time, x = other;
      }
    }
    add(4 * model.startup[one.root] + 2 * model.per_byte[one.root] * one.bytes +
            2 * model.startup[x] + one.bytes * (model.per_byte[x] + model.link(one.root, x)),
        one.time);
  }
  return sum;
}

TEST(Lmo, LeastSquaresAreLeastAndNotNegative) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> error(0.6, 1.4);
  int zeros = 0;
  for (int round = 0; round < 20; ++round) {
    const LmoModel truth = random_model(4, random);
    const Experiments all = measure(
        truth, [&] { return error(random); }, 1);
    LmoModel found = fit_lmo(4, all.round_trips, all.one_to_twos, LmoMethod::least_squares).model;
    const double least = squares(found, all);
    const auto try_change = [&](std::vector<double*> all_of, double unit) {
      const double before = *all_of.front();
      ASSERT_GE(before, 0);
      if (before == 0) ++zeros;
      for (const double step : {-1e-3, 1e-3}) {
        for (double* one : all_of) *one = std::max(0.0, before + step * unit);
        EXPECT_GE(squares(found, all), least * (1 - 1e-9));
      }
      for (double* one : all_of) *one = before;
    };
    for (uint32_t i = 0; i < 4; ++i) {
      try_change({&found.startup[i]}, 1e-5);
      try_change({&found.per_byte[i]}, 1e-9);
      for (uint32_t j = 0; j < i; ++j) {
        try_change({&found.links[i * 4 + j], &found.links[j * 4 + i]}, 1e-9);
      }
    }
  }
  EXPECT_GT(zeros, 5) << "the bound was never met";
}

TEST(Lmo, WhatCannotBeFittedIsSaid) {
  std::mt19937_64 random(4);
  const Experiments all = measure(
      random_model(3, random), [] { return 1; }, 1);
  const auto trips = [&](auto&& keep) {
    std::vector<RoundTrip> some;
    std::copy_if(all.round_trips.begin(), all.round_trips.end(), std::back_inserter(some), keep);
    return some;
  };
  const auto every = [](const auto&) { return true; };
  EXPECT_NO_THROW((void)fit_lmo(3, trips(every), all.one_to_twos));
  EXPECT_THROW((void)fit_lmo(2, {}, {}), std::invalid_argument);
  EXPECT_THROW((void)fit_lmo(4, trips(every), all.one_to_twos), std::invalid_argument);
  const auto no_empty = trips([](const RoundTrip& one) { return one.out > 0 || one.to != 2; });
  EXPECT_THROW((void)fit_lmo(3, no_empty, all.one_to_twos), std::invalid_argument);
  const auto only_empty = trips([](const RoundTrip& one) { return one.out == 0; });
  EXPECT_THROW((void)fit_lmo(3, only_empty, all.one_to_twos), std::invalid_argument);
  const auto roots = std::span(all.one_to_twos).first(2);
  EXPECT_THROW((void)fit_lmo(3, trips(every), roots), std::invalid_argument);
  const std::vector<RoundTrip> nan{{0, 1, 0, 0, std::nan("")}};
  EXPECT_THROW((void)fit_lmo(3, nan, {}), std::invalid_argument);
}

TEST(Lmo, NegativeParametersAreNamed) {
  std::mt19937_64 random(5);
  Experiments all = measure(
      random_model(3, random), [] { return 1; }, 1);
  for (OneToTwo& one : all.one_to_twos) {
    if (one.root == 1) one.time /= 2;
  }
  const LmoFit fit = fit_lmo(3, all.round_trips, all.one_to_twos);
  EXPECT_EQ(fit.clipped, std::vector<std::string>{"t 1"});
  EXPECT_EQ(fit.model.per_byte[1], 0);
}

// The rest of a line, found by its formula.
double rest_of(std::span<const SizeTime> points) {
  double n = static_cast<double>(points.size()), x = 0, y = 0, xx = 0, xy = 0, rest = 0;
  for (const auto& one : points) x += one.bytes / n, y += one.time / n;
  for (const auto& one : points) {
    xx += (one.bytes - x) * (one.bytes - x), xy += (one.bytes - x) * (one.time - y);
  }
  for (const auto& one : points) rest += std::pow(one.time - y - xy / xx * (one.bytes - x), 2);
  return rest;
}

TEST(SizeSegments, AreThoseOfTryingAll) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> time(0, 1);
  for (int round = 0; round < 50; ++round) {
    std::vector<SizeTime> points;
    for (int i = 0; i < 9; ++i) points.push_back({i + time(random) / 2, time(random)});
    double least = 1e9;
    std::vector<std::size_t> best;
    const std::span<const SizeTime> all = points;
    for (std::size_t i = 1; i < 9; ++i) {
      for (std::size_t j = i + 2; j < 7; ++j) {
        const double rest = rest_of(all.first(i + 1)) + rest_of(all.subspan(i + 1, j - i)) +
                            rest_of(all.subspan(j + 1));
        if (rest < least) least = rest, best = {i, j, 8};
      }
    }
    EXPECT_EQ(find_segments(points, 2), best);
    EXPECT_LE(find_segments_by_bic(points, 3).size(), 4U);
  }
}

TEST(SizeSegments, NoBreakWhereThereIsNone) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> error(0, 1e-6);
  std::vector<SizeTime> points;
  for (int i = 0; i < 20; ++i) points.push_back({i * 1024.0, 1e-4 + i * 1e-5 + error(random)});
  EXPECT_EQ(find_segments_by_bic(points, 3), std::vector<std::size_t>{19});
  EXPECT_FALSE(find_leap(points));
  EXPECT_FALSE(find_escalation(points));
  for (std::size_t i = 12; i < 20; ++i) points[i].time += 3e-4;
  EXPECT_EQ(find_leap(points), 11U);
  EXPECT_TRUE(find_segments({}, 1).empty());
  EXPECT_FALSE(find_leap(std::vector<SizeTime>{{1, 1}}));
}

TEST(SizeSegments, EscalationIsAgainstTheSizeBefore) {
  std::vector<SizeTime> points;
  for (int i = 1; i <= 20; ++i) points.push_back({i * 1024.0, i * 1e-4});
  EXPECT_FALSE(find_escalation(points));
  EXPECT_EQ(find_escalation(points, EscalationRule::first), 9U);
  points[14].time = 0.2;
  EXPECT_EQ(find_escalation(points), 13U);
}

TEST(Collectives, GatheringEscalatesBetweenTwoSizes) {
  std::mt19937_64 random(8);
  const LmoModel model = random_model(4, random);
  std::uniform_real_distribution<double> escalated(0.1, 0.2);
  std::vector<CollectiveTime> measured;
  const CollectiveThresholds truth{.gather_small = 8192, .gather_large = 65536};
  for (double bytes = 1024; bytes <= 131072; bytes += 1024) {
    const auto time = predict_collective(
        model, truth, {.kind = CollectiveKind::gather, .root = 2, .bytes = bytes});
    measured.push_back({CollectiveKind::gather, 2, bytes, time ? *time : escalated(random)});
  }
  const CollectiveThresholds found = fit_thresholds(model, measured);
  EXPECT_EQ(found.gather_small, 8192);
  EXPECT_EQ(found.gather_large, 65536);
  EXPECT_NEAR(found.large_slope, 0, 1e-15);
  EXPECT_TRUE(std::isinf(found.scatter_leap));
}

LmoModel even_model(uint32_t n, double startup, double per_byte, double link) {
  LmoModel model{std::vector(n, startup), std::vector(n, per_byte), std::vector(n * n, link)};
  for (uint32_t i = 0; i < n; ++i) model.links[i * n + i] = 0;
  return model;
}

TEST(Collectives, TreesAsByHand) {
  const double c = 3e-5, t = 2e-9, link = 7e-9, m = 1000;
  for (const auto kind : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (uint32_t root = 0; root < 4; ++root) {
      const CollectivePlan plan{kind, RootedAlgorithm::binomial, root, m, 0};
      expect_close(4 * c + (6 * t + 3 * link) * m,
                   *predict_collective(even_model(4, c, t, link), {}, plan), "4 processes");
    }
    const CollectivePlan two{kind, RootedAlgorithm::binomial, 1, m, 0};
    expect_close(2 * c + (2 * t + link) * m,
                 *predict_collective(even_model(2, c, t, link), {}, two), "2 processes");
    // The root and its child with one below it, then one alone: 2 M, M and M.
    const CollectivePlan three{kind, RootedAlgorithm::binomial, 0, m, 0};
    expect_close(3 * c + (3 * t + link) * m,
                 *predict_collective(even_model(3, c, t, link), {}, three), "3 processes");
  }
}

TEST(Collectives, TheBestCallIsRecommended) {
  LmoModel model = even_model(4, 1e-5, 1e-9, 8e-9);
  model.startup[0] = 1e-3;
  CollectiveThresholds thresholds;
  const auto best = [&](CollectiveKind kind, double bytes, std::optional<uint32_t> root = {}) {
    const CollectivePlan plan = recommend_collective(model, thresholds, kind, bytes, root);
    EXPECT_EQ(plan.kind, kind);
    EXPECT_EQ(plan.bytes, bytes);
    return plan;
  };
  EXPECT_NE(best(CollectiveKind::scatter, 1024).root, 0U) << "0 is slow";
  EXPECT_EQ(best(CollectiveKind::scatter, 1024, 3).root, 3U);
  EXPECT_EQ(best(CollectiveKind::scatter, 1 << 20).segment, 0) << "there is no leap";
  thresholds.scatter_leap = 50000;
  thresholds.gather_small = 3000;
  thresholds.gather_large = 100000;
  model.startup[0] = 1e-5;
  EXPECT_EQ(best(CollectiveKind::scatter, 100000).segment, 50000);
  const CollectivePlan gather = best(CollectiveKind::gather, 6000);
  EXPECT_EQ(gather.segment, gather.algorithm == RootedAlgorithm::linear ? 3000 : 0);
  // Segments take as long as the calls that they are.
  CollectivePlan plan{.bytes = 100001, .segment = 50000};
  const double once = *predict_collective(model, thresholds, {.bytes = 50000});
  const double rest = *predict_collective(model, thresholds, {.bytes = 1});
  expect_close(2 * once + rest, *predict_collective(model, thresholds, plan), "segments");
  plan.root = 4;
  EXPECT_THROW((void)predict_collective(model, thresholds, plan), std::invalid_argument);
}

}  // namespace
}  // namespace paje::testing
