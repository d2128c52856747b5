#include "compare/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr double kBarLength = 20;

}  // namespace

TextTable::TextTable(std::vector<std::string> titles) {
  for (std::string& title : titles) {
    is_right_.push_back(title.starts_with('>'));
    if (is_right_.back()) title.erase(0, 1);
  }
  rows_.push_back(std::move(titles));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(is_right_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - width_of(row[i]), ' ');
      line += ' ' + (is_right_[i] ? blanks + row[i] : row[i] + blanks) + ' ';
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string bar_text(double amount, double most) {
  if (!(most > 0)) return {};
  const double length = std::round(kBarLength * std::min(1.0, std::abs(amount) / most));
  return std::string(static_cast<std::size_t>(length), amount < 0 ? '-' : '+');
}

std::string amounts_text(const Runs& runs, const std::vector<ValueAmount>& amounts,
                         std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, amounts.size()); ++i) {
    // What does not reach a hundredth of the first is not worth the place.
    if (!runs.times.shows(amounts[i].amount)) break;
    if (i > 0 && std::abs(amounts[i].amount) < 0.01 * std::abs(amounts[0].amount)) break;
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", runs.value_name(amounts[i].value),
                        runs.times.difference(amounts[i].amount));
  }
  return text;
}

}  // namespace paje::tools
