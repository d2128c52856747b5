// Lengths of predicted runs are the same whether the replay keeps all starts or those it needs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/input.hpp"
#include "paje/prediction.hpp"
#include "paje/read.hpp"

namespace paje {
namespace {

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all(5);
  all[1].network = NetworkChange{3, 1};
  all[2].network = NetworkChange{1, 0.25};
  all[3].computing = 0.5;
  all[4].communication = 2;
  return all;
}

void expect_same_lengths(const std::string& name) {
  const Trace trace = read_trace(Input::from_path(PAJE_TEST_DATA "/runs/" + name));
  const DependencyGraph graph(trace);
  const Predictor predictor(graph);
  const std::vector<Prediction> lengths = predictor.predict_lengths(scenarios());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Prediction whole = predictor.predict(scenarios()[i]);
    EXPECT_EQ(lengths[i].predicted, whole.predicted) << name << ' ' << i;
    EXPECT_EQ(lengths[i].low, whole.low) << name << ' ' << i;
    EXPECT_EQ(lengths[i].high, whole.high) << name << ' ' << i;
    EXPECT_TRUE(lengths[i].starts.empty());
    ASSERT_EQ(whole.starts.size(), graph.piece_limit());
  }
  // Not all are as measured.
  EXPECT_NE(lengths[3].high, lengths[0].high);
}

TEST(Prediction, LengthsDoNotDependOnTheStartsThatAreKept) {
  expect_same_lengths("halo2d.8.base.noise.1.trace.xz");
  expect_same_lengths("ring.8.base.trace.xz");
}

}  // namespace
}  // namespace paje
