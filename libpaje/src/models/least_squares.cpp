#include "paje/models/least_squares.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/levenberg_marquardt.hpp"

namespace paje {

namespace {

constexpr double kNoEffect = 1e-9;

}  // namespace

LeastSquaresFit fit_least_squares(
    const std::function<std::vector<double>(std::span<const double>)>& residuals,
    std::span<const double> start) {
  if (residuals(start).size() < start.size()) {
    throw std::invalid_argument("a fit needs at least as many runs as parameters");
  }
  const LevenbergMarquardt problem = {.residuals = [&](const Eigen::VectorXd& at) {
    const std::vector<double> found = residuals({at.data(), static_cast<std::size_t>(at.size())});
    Eigen::VectorXd errors(static_cast<Eigen::Index>(found.size()));
    std::copy(found.begin(), found.end(), errors.begin());
    return errors;
  }};
  Eigen::VectorXd at(static_cast<Eigen::Index>(start.size()));
  std::copy(start.begin(), start.end(), at.begin());
  const LevenbergMarquardtResult result = minimise(problem, at);
  return {{result.parameters.begin(), result.parameters.end()},
          result.sum_of_squares,
          static_cast<uint32_t>(result.iterations),
          result.smallest_singular_value > kNoEffect};
}

}  // namespace paje
