// All experiments of the LMO model as one least-squares problem. Round trips show which branch of
// E2 is the longer one, so every experiment is linear in the parameters. Parameters are not
// negative (C. Lawson, R. Hanson, "Solving Least Squares Problems", chapter 23), and errors are
// relative.
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <vector>

#include "models/lmo_experiments.hpp"

namespace paje {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-10;  // of gradients, with rows and columns scaled

// Non-negative least squares of a x = b, from A'A and A'b.
class NotNegative {
 public:
  NotNegative(MatrixXd squares, VectorXd products)
      : squares_(std::move(squares)),
        products_(std::move(products)),
        is_free_(static_cast<std::size_t>(products_.size()), true),
        x_(VectorXd::Zero(products_.size())) {}

  VectorXd solve() {
    start();
    for (Index round = 0; round < 3 * x_.size(); ++round) {
      const Index next = steepest();
      if (next < 0) break;
      is_free_[static_cast<std::size_t>(next)] = true;
      move();
    }
    return x_;
  }

 private:
  // The solution for the free unknowns, with the others at 0.
  [[nodiscard]] VectorXd solution() const {
    std::vector<Index> free;
    for (Index i = 0; i < x_.size(); ++i) {
      if (is_free_[static_cast<std::size_t>(i)]) free.push_back(i);
    }
    VectorXd all = VectorXd::Zero(x_.size());
    if (free.empty()) return all;
    const MatrixXd squares = squares_(free, free);
    const VectorXd products = products_(free);
    const VectorXd found = squares.ldlt().solve(products);
    for (std::size_t i = 0; i < free.size(); ++i) all[free[i]] = found[static_cast<Index>(i)];
    return all;
  }

  // Solves without bounds, then repeatedly fixes unknowns that are negative at 0.
  void start() {
    for (;;) {
      x_ = solution();
      bool all_fit = true;
      for (Index i = 0; i < x_.size(); ++i) {
        if (x_[i] >= 0) continue;
        is_free_[static_cast<std::size_t>(i)] = all_fit = false;
      }
      if (all_fit) return;
    }
  }

  // The fixed unknown that should become free; -1 if none.
  [[nodiscard]] Index steepest() const {
    const VectorXd gradient = products_ - squares_ * x_;
    Index best = -1;
    for (Index i = 0; i < x_.size(); ++i) {
      const double least = kTolerance * squares_(i, i);
      if (is_free_[static_cast<std::size_t>(i)] || gradient[i] <= least) continue;
      if (best < 0 || gradient[i] > gradient[best]) best = i;
    }
    return best;
  }

  // Moves to the solution. If an unknown reaches 0 on the way, stops there, fixes it, and repeats.
  void move() {
    for (;;) {
      const VectorXd target = solution();
      double part = 1;
      for (Index i = 0; i < x_.size(); ++i) {
        if (target[i] < 0) part = std::min(part, x_[i] / (x_[i] - target[i]));
      }
      x_ += part * (target - x_);
      if (part == 1) return;
      for (Index i = 0; i < x_.size(); ++i) {
        if (target[i] >= 0 || x_[i] > 1e-14 * std::abs(target[i])) continue;
        x_[i] = 0;
        is_free_[static_cast<std::size_t>(i)] = false;
      }
    }
  }

  MatrixXd squares_;
  VectorXd products_;
  std::vector<bool> is_free_;
  VectorXd x_;
};

struct Term {
  Index unknown = 0;
  double factor = 0;
};

// Unknowns are in the order C, t, 1/beta. Bytes are relative to the greatest size, so that all
// unknowns are times.
class Equations {
 public:
  explicit Equations(const LmoExperiments& of)
      : n_(of.processes()),
        squares_(MatrixXd::Zero(count(), count())),
        products_(VectorXd::Zero(count())) {
    for (uint32_t i = 0; i < n_; ++i) {
      for (uint32_t j = i + 1; j < n_; ++j) unit_ = std::max(unit_, of.full(i, j).rbegin()->first);
    }
    for (uint32_t i = 0; i < n_; ++i) {
      for (uint32_t j = i + 1; j < n_; ++j) add_round_trips(of, i, j);
    }
    for (const auto& [triple, time] : of.one_to_twos()) add_one_to_two(of, triple, time.mean());
  }

  [[nodiscard]] LmoModel solve() const {
    const VectorXd x = NotNegative(squares_, products_).solve();
    LmoModel model;
    model.startup.assign(x.begin(), x.begin() + n_);
    for (uint32_t i = 0; i < n_; ++i) model.per_byte.push_back(x[Index{n_} + i] / unit_);
    model.links.assign(std::size_t{n_} * n_, 0);
    for (uint32_t i = 0; i < n_; ++i) {
      for (uint32_t j = 0; j < n_; ++j) {
        if (i != j) model.links[std::size_t{i} * n_ + j] = x[link(i, j)] / unit_;
      }
    }
    return model;
  }

 private:
  [[nodiscard]] Index count() const { return 2 * Index{n_} + Index{n_} * (Index{n_} - 1) / 2; }
  [[nodiscard]] Index link(uint32_t i, uint32_t j) const {
    const Index low = std::min(i, j), high = std::max(i, j);
    return 2 * Index{n_} + high * (high - 1) / 2 + low;
  }

  template <std::size_t kTerms>
  void add(const std::array<Term, kTerms>& terms, double time) {
    for (const Term& a : terms) {
      for (const Term& b : terms)
        squares_(a.unknown, b.unknown) += a.factor * b.factor / time / time;
      products_[a.unknown] += a.factor / time;
    }
  }

  void add_round_trips(const LmoExperiments& of, uint32_t i, uint32_t j) {
    add<2>({{{i, 2}, {j, 2}}}, of.empty(i, j));
    for (const auto& [bytes, time] : of.full(i, j)) {
      const double m = bytes / unit_;
      add<5>({{{i, 2}, {j, 2}, {Index{n_} + i, m}, {Index{n_} + j, m}, {link(i, j), m}}},
             time.mean());
    }
  }

  void add_one_to_two(const LmoExperiments& of, const LmoExperiments::Triple& triple, double time) {
    const auto& [i, j, k, bytes] = triple;
    const MeanTime *const to_j = of.full(i, j, bytes), *const to_k = of.full(i, k, bytes);
    if (to_j == nullptr || to_k == nullptr) return;
    const uint32_t x = to_j->mean() >= to_k->mean() ? j : k;
    const double m = bytes / unit_;
    add<5>({{{i, 4}, {Index{n_} + i, 2 * m}, {x, 2}, {Index{n_} + x, m}, {link(i, x), m}}}, time);
  }

  uint32_t n_;
  double unit_ = 1;
  MatrixXd squares_;
  VectorXd products_;
};

}  // namespace

LmoFit fit_lmo_least_squares(const LmoExperiments& experiments) {
  return {Equations(experiments).solve(), {}};
}

}  // namespace paje
