#include "paje/models/size_segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/size_line.hpp"

namespace paje {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::size_t kFewestPoints = 2;
constexpr double kEscalation = 10;
constexpr double kLeap = 0.1;
// Relative to the greatest time: a smaller residual counts as 0.
constexpr double kNoRest = 1e-9;

// The residual sum of a line from the first to the last point, by their indices.
std::vector<std::vector<double>> all_rests(std::span<const SizeTime> points) {
  std::vector<std::vector<double>> rests(points.size(), std::vector<double>(points.size(), 0));
  for (std::size_t first = 0; first < points.size(); ++first) {
    LineSums sums;
    for (std::size_t last = first; last < points.size(); ++last) {
      sums.add(points[last]);
      rests[first][last] = sums.rest();
    }
  }
  return rests;
}

// By number of segments - 1: the least total residual, and the segments that give it.
struct Division {
  double rest = kInfinite;
  std::vector<std::size_t> last_places;
};
std::vector<Division> divide(std::span<const SizeTime> points, std::size_t most_breaks) {
  const std::size_t n = points.size();
  const std::size_t most = std::min(most_breaks + 1, n / kFewestPoints);
  if (most == 0) return {};
  const auto rests = all_rests(points);
  // least[s][last]: for s + 1 segments up to there; from[s][last]: where the last segment starts
  std::vector least(most, std::vector<double>(n, kInfinite));
  std::vector from(most, std::vector<std::size_t>(n, 0));
  for (std::size_t last = kFewestPoints - 1; last < n; ++last) least[0][last] = rests[0][last];
  for (std::size_t s = 1; s < most; ++s) {
    for (std::size_t last = 0; last < n; ++last) {
      for (std::size_t first = 1; first + kFewestPoints <= last + 1; ++first) {
        const double rest = least[s - 1][first - 1] + rests[first][last];
        if (rest < least[s][last]) least[s][last] = rest, from[s][last] = first;
      }
    }
  }
  std::vector<Division> found(most);
  for (std::size_t s = 0; s < most; ++s) {
    found[s].rest = least[s][n - 1];
    std::size_t last = n - 1;
    for (std::size_t i = s;; --i) {
      found[s].last_places.insert(found[s].last_places.begin(), last);
      if (i == 0) break;
      last = from[i][last] - 1;
    }
  }
  return found;
}

double information(std::span<const SizeTime> points, const Division& division) {
  const auto n = static_cast<double>(points.size());
  double greatest = 0;
  for (const SizeTime& point : points) greatest = std::max(greatest, std::abs(point.time));
  const double least = n * std::pow(kNoRest * greatest, 2);
  // Each line has two parameters, each break one more.
  const double parameters = 3.0 * static_cast<double>(division.last_places.size()) - 1;
  return n * std::log(std::max(division.rest, std::max(least, 1e-300)) / n) +
         parameters * std::log(n);
}

}  // namespace

std::vector<std::size_t> find_segments(std::span<const SizeTime> points, std::size_t breaks) {
  const std::vector<Division> found = divide(points, breaks);
  return found.empty() ? std::vector<std::size_t>{} : found.back().last_places;
}

std::vector<std::size_t> find_segments_by_bic(std::span<const SizeTime> points, std::size_t most) {
  const std::vector<Division> found = divide(points, most);
  if (found.empty()) return {};
  return std::min_element(found.begin(), found.end(),
                          [&](const Division& a, const Division& b) {
                            return information(points, a) < information(points, b);
                          })
      ->last_places;
}

std::optional<std::size_t> find_leap(std::span<const SizeTime> points) {
  const std::vector<std::size_t> segments = find_segments_by_bic(points, 1);
  if (segments.size() < 2) return std::nullopt;
  const std::size_t last = segments.front();
  const double bytes = points[last + 1].bytes;
  const double before = sums_of(points.first(last + 1)).line().at(bytes);
  const double after = sums_of(points.subspan(last + 1)).line().at(bytes);
  if (!(after > before * (1 + kLeap))) return std::nullopt;
  return last;
}

std::optional<std::size_t> find_escalation(std::span<const SizeTime> points, EscalationRule rule) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double base = rule == EscalationRule::first ? points[0].time : points[i].time;
    if (points[i + 1].time > kEscalation * base) return i;
  }
  return std::nullopt;
}

}  // namespace paje
