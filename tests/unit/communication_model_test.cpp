// The regression of communication time against the published tables, and fits of what is known.
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/models/communication_model.hpp"

namespace paje::testing {
namespace {

CommunicationModel published(const nlohmann::json& golden, const std::string& system) {
  const bool is_vilje = system == "vilje";
  const std::vector<std::pair<std::string, std::string>> conditions = {
      {"Ia", is_vilje ? "S<=4kB & NT<=128kB" : "S<=8kB & PT<=8kB"},
      {"Ib", is_vilje ? "NT<=128kB" : "S <= 8 kB"},
      {"II", ""}};
  CommunicationModel model;
  for (const auto& [name, condition] : conditions) {
    CommunicationArea area{name, MetricCondition(condition), {}, {}};
    for (const auto& [term, coefficient] : golden["tables"][system][name].items()) {
      area.terms.emplace_back(term);
      area.coefficients.push_back(coefficient);
    }
    model.areas.push_back(std::move(area));
  }
  return model;
}

TEST(CommunicationModel, PredictsThePublishedTables) {
  const auto golden = golden_model("commreg.json");
  ASSERT_EQ(golden["worked"].size(), 9U);
  uint64_t negative = 0;
  for (const auto& wanted : golden["worked"]) {
    const auto model = published(golden, wanted["system"]);
    auto metrics = wanted["metrics"].get<std::map<std::string, double>>();
    const auto got = predict_communication(model, Metrics(metrics.begin(), metrics.end()));
    EXPECT_EQ(model.areas[got.area].name, wanted["area"]);
    expect_close(wanted["T"], got.sum, "sum");
    EXPECT_EQ(got.time, std::max(0.0, got.sum));
    negative += got.sum < 0 ? 1 : 0;
    for (std::size_t i = 0; i < got.terms.size(); ++i) {
      const std::string& name = model.areas[got.area].terms[i].text();
      expect_close(wanted["terms"][name], got.terms[i], name);
    }
  }
  EXPECT_EQ(negative, 2U) << "the published tables of Piz Daint predict negative times";
}

TEST(MetricTerms, AreProductsAndConditions) {
  const Metrics metrics = {{"S", 4096}, {"SW", 6}, {"R", 2}, {"Z", 0}};
  EXPECT_DOUBLE_EQ(MetricTerm("S*SW/R").of(metrics), 4096 * 3);
  EXPECT_DOUBLE_EQ(MetricTerm(" 1 ").of(metrics), 1);
  EXPECT_TRUE(MetricCondition("S<=4kB & SW>5").holds(metrics));
  EXPECT_FALSE(MetricCondition("S<4kB").holds(metrics));
  EXPECT_TRUE(MetricCondition("SW/R = 3").holds(metrics));
  EXPECT_TRUE(MetricCondition("S>=0.003MB").holds(metrics)) << "3145.7 bytes";
  EXPECT_TRUE(MetricCondition("").holds(metrics));
  for (const char* const wrong : {"", "S**R", "2", "S R", "S+R", "*S"}) {
    EXPECT_THROW(MetricTerm{wrong}, std::invalid_argument) << wrong;
  }
  for (const char* const wrong : {"S", "S<", "S<4QB", "S<4 &", "& S<4", "<4", "S<nan"}) {
    EXPECT_THROW(MetricCondition{wrong}, std::invalid_argument) << wrong;
  }
  EXPECT_THROW((void)MetricTerm("Q").of(metrics), std::invalid_argument);
  EXPECT_THROW((void)MetricTerm("S/Z").of(metrics), std::invalid_argument);
}

TEST(Regression, IsExactWithoutNoise) {
  // Columns of very different size.
  std::vector<double> rows, y;
  for (int i = 1; i <= 12; ++i) {
    const double s = 1000.0 * i * i, nt = 1e6 * i + 7e5 * (i % 3);
    rows.insert(rows.end(), {1, s, s * nt});
    y.push_back(2e-5 + 3e-9 * s - 4e-17 * s * nt);
  }
  for (const auto weighting : {Weighting::equal, Weighting::bisquare}) {
    const auto got = fit_linear(rows, 3, y, weighting);
    expect_close(2e-5, got.coefficients[0], "1", 1e-7);
    expect_close(3e-9, got.coefficients[1], "S", 1e-7);
    expect_close(-4e-17, got.coefficients[2], "S*NT", 1e-7);
    EXPECT_NEAR(got.r_squared, 1, 1e-9);
    EXPECT_TRUE(got.left_out.empty());
    EXPECT_GT(got.condition, 1);
  }
}

TEST(Regression, IgnoresAnOutlierIfRobust) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.01);
  std::vector<double> rows, y;
  for (int i = 0; i < 40; ++i) {
    rows.insert(rows.end(), {1, i * 0.1});
    y.push_back(1 + 2 * i * 0.1 + noise(random));
  }
  y[35] += 100;
  const auto robust = fit_linear(rows, 2, y, Weighting::bisquare);
  EXPECT_NEAR(robust.coefficients[1], 2, 0.01);
  EXPECT_EQ(robust.weights[35], 0);
  EXPECT_GT(robust.r_squared, 0.999);
  EXPECT_GT(std::abs(fit_linear(rows, 2, y, Weighting::equal).coefficients[1] - 2), 0.5);
}

TEST(Regression, LeavesOutWhatNothingTellsApart) {
  std::vector<double> rows, y;
  for (int i = 1; i <= 9; ++i) {
    rows.insert(rows.end(), {1, 1.0 * i, 2.0 * i, 0});
    y.push_back(3 + 4.0 * i);
  }
  const auto got = fit_linear(rows, 4, y, Weighting::bisquare);
  ASSERT_EQ(got.left_out.size(), 2U);
  EXPECT_EQ(got.left_out.back(), 3U);
  for (int i = 0; i < 9; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      sum += got.coefficients[c] * rows[4 * static_cast<std::size_t>(i) + c];
    }
    EXPECT_NEAR(sum, y[static_cast<std::size_t>(i)], 1e-9);
  }
  EXPECT_THROW(fit_linear({}, 1, {}, Weighting::equal), std::invalid_argument);
  const std::vector<double> bad = {NAN};
  EXPECT_THROW(fit_linear(bad, 1, bad, Weighting::equal), std::invalid_argument);
}

std::vector<CommunicationSample> samples_of(double slope_below, double slope_above) {
  std::mt19937 random(11);
  std::normal_distribution<double> noise(1, 0.01);
  std::vector<CommunicationSample> samples;
  for (int i = 1; i <= 60; ++i) {
    const double s = 100.0 * i;
    const double time = 1e-5 + (s <= 3000 ? slope_below * s : 2e-5 + slope_above * s);
    samples.push_back({{{"S", s}, {"N", 1.0 + i % 4}}, time * noise(random)});
  }
  return samples;
}

TEST(CommunicationModel, FindsAChangePoint) {
  const std::vector<MetricTerm> terms = {MetricTerm("1"), MetricTerm("S")};
  const auto change = find_change_point(samples_of(1e-9, 4e-8), "S", terms);
  ASSERT_TRUE(change.has_value());
  EXPECT_DOUBLE_EQ(*change, 3000);
  std::vector<CommunicationSample> straight;
  for (int i = 1; i <= 60; ++i) straight.push_back({{{"S", 1.0 * i}}, 1e-5 + 1e-6 * i});
  EXPECT_FALSE(find_change_point(straight, "S", terms).has_value());
  EXPECT_FALSE(find_change_point(std::span(straight).first(5), "S", terms).has_value());
}

// Of 200 random lines with 1 to 3 outliers, in a row or not, hardly one is cut; with a step in them
// all are, next to it.
TEST(CommunicationModel, OutliersNeitherHideNorMakeAChangePoint) {
  const std::vector<MetricTerm> terms = {MetricTerm("1"), MetricTerm("S")};
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 1e-6);
  int cut = 0, missed = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<CommunicationSample> straight, stepped;
    for (int i = 1; i <= 40; ++i) {
      const double time = 1e-4 + 1e-6 * i + noise(random);
      straight.push_back({{{"S", 1.0 * i}}, time});
      stepped.push_back({{{"S", 1.0 * i}}, time + (i <= 24 ? 0 : 1e-5)});
    }
    const int first = std::uniform_int_distribution(0, 37)(random);
    for (int k = 0; k <= round % 3; ++k) {
      const auto place =
          static_cast<std::size_t>(round % 2 == 0 ? first + k : (first + 13 * k) % 40);
      straight[place].time += 1e-3;
      stepped[place].time += 1e-3;
    }
    cut += find_change_point(straight, "S", terms).has_value() ? 1 : 0;
    const auto found = find_change_point(stepped, "S", terms);
    missed += found && std::abs(*found - 24) <= 3 ? 0 : 1;
  }
  EXPECT_LE(cut, 10);
  EXPECT_LE(missed, 10);
}

TEST(CommunicationModel, FindsTheChangePointAmongManySamples) {
  const std::vector<MetricTerm> terms = {MetricTerm("1"), MetricTerm("S")};
  std::vector<CommunicationSample> samples;
  for (int i = 1; i <= 3000; ++i) {
    samples.push_back({{{"S", 1.0 * i}}, i <= 1777 ? 1e-6 * i : 5e-3 + 2e-6 * i});
  }
  EXPECT_EQ(find_change_point(samples, "S", terms), 1777);
}

TEST(CommunicationModel, IsFittedAndJudgedApart) {
  const auto all = samples_of(1e-9, 4e-8);
  CommunicationModel model;
  const std::vector<MetricTerm> terms = {MetricTerm("1"), MetricTerm("S")};
  model.areas.push_back({"small", MetricCondition("S<=3000"), terms, {}});
  model.areas.push_back({"large", MetricCondition("S<=100000"), terms, {}});
  std::vector<CommunicationSample> train, test;
  for (std::size_t i = 0; i < all.size(); ++i) (i % 3 == 0 ? test : train).push_back(all[i]);
  const auto fit = fit_communication(model, train);
  EXPECT_EQ(fit.areas[0].samples + fit.areas[1].samples, train.size());
  EXPECT_NEAR(fit.model.areas[1].coefficients[1], 4e-8, 2e-9);
  auto judged = judge_communication(fit.model, test);
  EXPECT_EQ(judged.samples, test.size());
  EXPECT_DOUBLE_EQ(judged.within_25, 1);
  EXPECT_LT(judged.mean_error, 0.02);
  test.push_back({{{"S", 1e6}}, 1});
  test.push_back({{{"S", 100}}, 1});  // predicted far too short
  judged = judge_communication(fit.model, test);
  EXPECT_EQ(judged.outside, 1U);
  EXPECT_DOUBLE_EQ(judged.within_50,
                   static_cast<double>(judged.samples - 1) / static_cast<double>(judged.samples));
}

}  // namespace
}  // namespace paje::testing
