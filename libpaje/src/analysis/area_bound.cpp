#include <algorithm>
#include <cmath>
#include <limits>

#include "paje/bounds.hpp"

namespace paje {

namespace {

constexpr std::size_t kNoColumn = SIZE_MAX;
constexpr double kLeast = 1e-12;  // a smaller absolute value is 0; all numbers are scaled

// A simplex table of equations. Each row has a basic variable that no other row contains. The last
// column is the right-hand side; the last row is the objective to minimise.
class Table {
 public:
  Table(std::size_t rows, std::size_t columns)
      : columns_(columns + 1), cells_((rows + 1) * (columns + 1)), basic_(rows, kNoColumn) {}

  double& at(std::size_t row, std::size_t column) { return cells_[row * columns_ + column]; }
  [[nodiscard]] std::size_t rows() const { return basic_.size(); }
  double& right(std::size_t row) { return at(row, columns_ - 1); }
  [[nodiscard]] std::size_t basic(std::size_t row) const { return basic_[row]; }

  void pivot(std::size_t row, std::size_t column) {
    basic_[row] = column;
    double* const mine = &at(row, 0);
    const double by = mine[column];
    for (std::size_t c = 0; c < columns_; ++c) mine[c] /= by;
    for (std::size_t other = 0; other <= rows(); ++other) {
      const double factor = at(other, column);
      if (other == row || factor == 0) continue;
      double* const theirs = &at(other, 0);
      for (std::size_t c = 0; c < columns_; ++c) theirs[c] -= factor * mine[c];
      theirs[column] = 0;
    }
  }

  // Bland's rule: always choose the first possible column, which guarantees termination.
  void minimise() {
    while (true) {
      std::size_t column = 0;
      while (column + 1 < columns_ && at(rows(), column) > -kLeast) ++column;
      if (column + 1 == columns_) return;
      const std::size_t row = row_to_leave(column);
      if (row == kNoColumn) return;  // unbounded, which cannot happen here
      pivot(row, column);
    }
  }

 private:
  std::size_t row_to_leave(std::size_t column) {
    std::size_t best = kNoColumn;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < rows(); ++row) {
      if (at(row, column) <= kLeast) continue;
      const double ratio = std::max(right(row), 0.0) / at(row, column);
      const bool is_first = ratio < least || (ratio == least && basic_[row] < basic_[best]);
      if (!is_first) continue;
      least = ratio;
      best = row;
    }
    return best;
  }

  std::size_t columns_;
  std::vector<double> cells_;
  std::vector<std::size_t> basic_;
};

// Columns: the share of each kernel on each kind, then the time, then the slack of each kind. Rows:
// for each kernel, its shares add up to 1; for each kind, its work plus its slack is the time
// multiplied by its resources.
class Program {
 public:
  Program(std::span<const double> seconds, std::span<const uint32_t> resources)
      : seconds_(seconds),
        resources_(resources),
        kinds_(resources.size()),
        kernels_(seconds.size() / kinds_),
        time_(seconds.size()),
        table_(kernels_ + kinds_, seconds.size() + 1 + kinds_) {
    for (const double one : seconds) {
      if (!std::isnan(one)) scale_ = std::max(scale_, one);
    }
  }

  AreaBound solve() {
    AreaBound bound;
    bound.shares.assign(seconds_.size(), 0);
    if (scale_ > 0) {
      fill();
      choose_start();
      table_.minimise();
    }
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::size_t column = table_.basic(row);
      if (column == time_) bound.time = table_.right(row) * scale_;
      if (column < time_) bound.shares[column] = std::clamp(table_.right(row), 0.0, 1.0);
    }
    return bound;
  }

 private:
  void fill() {
    for (std::size_t place = 0; place < seconds_.size(); ++place) {
      if (std::isnan(seconds_[place])) continue;  // a column of zeros is never chosen
      table_.at(place / kinds_, place) = 1;
      table_.at(kernels_ + place % kinds_, place) = seconds_[place] / scale_;
    }
    for (std::size_t kernel = 0; kernel < kernels_; ++kernel) table_.right(kernel) = 1;
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
      table_.at(kernels_ + kind, time_) = -static_cast<double>(resources_[kind]);
      table_.at(kernels_ + kind, time_ + 1 + kind) = 1;
    }
    table_.at(table_.rows(), time_) = 1;
  }

  // Starts with each kernel on its fastest kind; the kind that finishes last determines the time.
  void choose_start() {
    for (std::size_t kernel = 0; kernel < kernels_; ++kernel) {
      std::size_t best = kNoColumn;
      for (std::size_t place = kernel * kinds_; place < (kernel + 1) * kinds_; ++place) {
        if (std::isnan(seconds_[place])) continue;
        if (best == kNoColumn || seconds_[place] < seconds_[best]) best = place;
      }
      table_.pivot(kernel, best);
    }
    std::size_t last = 0;
    double time = -1;
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
      const double load = -table_.right(kernels_ + kind) / static_cast<double>(resources_[kind]);
      if (load > time) last = kind;
      time = std::max(time, load);
    }
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
      table_.pivot(kernels_ + kind, time_ + 1 + kind);
    }
    table_.pivot(kernels_ + last, time_);
  }

  std::span<const double> seconds_;
  std::span<const uint32_t> resources_;
  std::size_t kinds_;
  std::size_t kernels_;
  std::size_t time_;  // the column of the time
  double scale_ = 0;
  Table table_;
};

}  // namespace

AreaBound area_bound(std::span<const double> seconds, std::span<const uint32_t> resources) {
  if (resources.empty()) return {};
  return Program(seconds, resources).solve();
}

}  // namespace paje
