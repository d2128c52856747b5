#include "selection/nearest_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "paje/visible_text.hpp"
#include "trace/container_path.hpp"

namespace paje {

namespace {

constexpr std::size_t kMostShown = 10;
constexpr std::size_t kMostCompared = 100'000;  // names
constexpr std::size_t kMostBytes = 64;          // of each

// How many characters one has to change, add or take away; `*` of the wanted one costs nothing.
std::size_t distance(std::string_view wanted, std::string_view name) {
  wanted = wanted.substr(0, kMostBytes);
  name = name.substr(0, kMostBytes);
  std::vector<std::size_t> row(name.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char c : wanted) {
    const bool is_star = c == '*';
    std::size_t before = row[0];  // of the row above, one column to the left
    if (!is_star) ++row[0];
    for (std::size_t i = 1; i < row.size(); ++i) {
      const std::size_t above = row[i];
      row[i] = is_star ? std::min(above, row[i - 1])
                       : std::min({above + 1, row[i - 1] + 1,
                                   before + (c == name[i - 1] || c == '?' ? 0U : 1U)});
      before = above;
    }
  }
  return row.back();
}

}  // namespace

std::string no_such(std::string_view what, std::string_view wanted,
                    std::vector<std::string> there) {
  std::vector<std::pair<std::size_t, std::size_t>> order;  // distance, place
  order.reserve(there.size());
  for (std::size_t i = 0; i < there.size(); ++i) order.emplace_back(distance(wanted, there[i]), i);
  const auto shown =
      order.begin() + static_cast<std::ptrdiff_t>(std::min(kMostShown, order.size()));
  std::partial_sort(order.begin(), shown, order.end());
  std::string names;
  for (auto next = order.begin(); next != shown; ++next) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", there[next->second]);
  }
  if (there.size() > kMostShown) names += fmt::format(" and {} more", there.size() - kMostShown);
  return fmt::format("the trace has no {} '{}'; it has: {}", what, visible(wanted),
                     names.empty() ? "none" : visible(names));
}

std::vector<std::string> type_names(std::span<const Type> types) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const Type& type : types.subspan(1)) {
    if (seen.insert(type.name.text).second) names.emplace_back(type.name.text);
  }
  return names;
}

std::vector<std::string> container_names(std::span<const Container> containers,
                                         std::string_view pattern) {
  const bool wants_paths = pattern.find('/') != std::string_view::npos;
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (uint32_t i = 1; i < containers.size() && names.size() < kMostCompared; ++i) {
    if (wants_paths) {
      names.push_back(container_path(containers, {i}));
    } else if (seen.insert(containers[i].name.text).second) {
      names.emplace_back(containers[i].name.text);
    }
  }
  return names;
}

}  // namespace paje
