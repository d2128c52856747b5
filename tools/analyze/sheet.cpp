#include "analyze/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"
#include "picture/markup.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kLongestWords = 120;  // characters
constexpr uint32_t kDeepest = 40;           // steps to the right; deeper rows stay there

std::string title_text(const SheetColumn& column) {
  if (column.is_name) return visible(column.name);
  std::string name = column.name;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool is_right(Measure measure) { return measure != Measure::words; }

std::string aligned(const std::string& text, std::size_t width, bool right) {
  if (!right) return padded(text, width);
  return std::string(width - std::min(width, width_of(text)), ' ') + text;
}

}  // namespace

std::string time_text(double time, TimeUnit unit) {
  static constexpr std::array<const char*, 4> kNames = {"s", "ms", "us", "ns"};
  if (!std::isfinite(time)) return fmt::format("{}", time);
  double scaled = time;
  auto place = static_cast<std::size_t>(unit);
  // What four digits would write as 1000 of a unit is 1 of the next.
  while (place > 0 && std::abs(scaled) >= 999.95) {
    scaled /= 1000;
    --place;
  }
  while (place < 3 && scaled != 0 && std::abs(scaled) < 0.99995) {
    scaled *= 1000;
    ++place;
  }
  if (std::abs(scaled) >= 9999.5 && std::abs(scaled) < 1e15) {
    const auto whole = static_cast<uint64_t>(std::llround(std::abs(scaled)));
    return fmt::format("{}{} {}", scaled < 0 ? "-" : "", with_separators(whole), kNames[place]);
  }
  return fmt::format("{:.4g} {}", scaled, scaled == 0 ? "s" : kNames[place]);
}

std::string place_text(double time, double length, TimeUnit unit) {
  const double step = length > 0 ? length / 10'000 : 1;
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 0, 12);
  return fmt::format("{:.{}f} {}", time, digits, spelling(unit));
}

std::string share_text(double part) {
  if (std::isnan(part)) return "";  // of two infinite times
  return fmt::format("{:.1f} %", 100 * part);
}

Cell number_if(bool holds, double number) { return holds ? Cell(number) : Cell(); }

Sheet::Sheet(std::string title, std::vector<SheetColumn> columns)
    : title_(std::move(title)), columns_(std::move(columns)) {}

void Sheet::add(std::vector<Cell> row, uint32_t depth) {
  rows_.push_back(std::move(row));
  depths_.push_back(depth);
}

// How the times of a table are written.
struct Sheet::TimeForm {
  TimeUnit unit;
  double rounding;             // a time below that is 0
  std::optional<double> span;  // of the moments, if four digits do not distinguish them
};

template <class Visit>
void Sheet::for_each_number(Measure measure, Visit&& visit) const {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].measure != measure) continue;
    for (const auto& row : rows_) {
      const auto* number = std::get_if<double>(&row[c]);
      if (number != nullptr && std::isfinite(*number)) visit(*number);
    }
  }
}

Sheet::TimeForm Sheet::time_form(TimeUnit unit) const {
  double longest = 0, first = std::numeric_limits<double>::infinity(), last = -first;
  for_each_number(Measure::time, [&](double time) { longest = std::max(longest, std::abs(time)); });
  for_each_number(Measure::moment, [&](double time) {
    first = std::min(first, time);
    last = std::max(last, time);
  });
  const double farthest = first <= last ? std::max(std::abs(first), std::abs(last)) : 0;
  // Less than that is what rounding leaves of sums of times, and of a difference of moments.
  TimeForm form{unit, std::max(1e-13 * longest, 4.5e-16 * farthest), {}};
  if (first < last && farthest > 100 * (last - first)) form.span = last - first;
  return form;
}

std::string Sheet::cell_text(const Cell& cell, Measure measure, const TimeForm& form) {
  if (const auto* words = std::get_if<std::string>(&cell)) {
    return visible(shortened(*words, kLongestWords));
  }
  if (const auto* count = std::get_if<uint64_t>(&cell)) {
    return measure == Measure::bytes ? bytes_text(static_cast<double>(*count))
                                     : with_separators(*count);
  }
  const auto* number = std::get_if<double>(&cell);
  if (number == nullptr || std::isnan(*number)) return "";
  switch (measure) {
    case Measure::moment:
      if (form.span && std::isfinite(*number)) return place_text(*number, *form.span, form.unit);
      [[fallthrough]];
    case Measure::time:
      return time_text(std::abs(*number) < form.rounding ? 0 : *number, form.unit);
    case Measure::share:
      return share_text(*number);
    case Measure::bytes:
      return bytes_text(*number);
    default:
      return fmt::format("{:.6g}", *number);
  }
}

std::string Sheet::text(TimeUnit unit, std::size_t most) const {
  const TimeForm form = time_form(unit);
  std::vector<std::vector<std::string>> lines(1);
  for (const SheetColumn& column : columns_) lines.front().push_back(title_text(column));
  for (std::size_t i = 0; i < std::min(most, rows_.size()); ++i) {
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      line.push_back(cell_text(rows_[i][c], columns_[c].measure, form));
    }
    line.front().insert(0, std::size_t{2} * std::min(depths_[i], kDeepest), ' ');
  }
  std::string text = title_.empty() ? "" : title_ + "\n";
  for (const auto& line : lines) {
    std::string joined;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      std::size_t width = 0;
      for (const auto& other : lines) width = std::max(width, width_of(other[c]));
      joined += (c == 0 ? "  " : "   ") + aligned(line[c], width, is_right(columns_[c].measure));
    }
    text += joined.substr(0, joined.find_last_not_of(' ') + 1) + "\n";
  }
  const std::size_t others = rows_.size() - std::min(most, rows_.size()) + left_out_;
  if (others > 0) {
    text += fmt::format("  and {}\n", counted(others, "more row", "more rows"));
  }
  return text;
}

std::string Sheet::csv() const {
  std::string text;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    text += (c == 0 ? "" : ",") + csv_field(columns_[c].name);
  }
  text += '\n';
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) text += ',';
      if (const auto* words = std::get_if<std::string>(&row[c])) text += csv_field(*words);
      if (const auto* count = std::get_if<uint64_t>(&row[c])) text += std::to_string(*count);
      if (const auto* number = std::get_if<double>(&row[c])) text += fmt::format("{}", *number);
    }
    text += '\n';
  }
  return text;
}

namespace {

void write_cell(const Cell& cell, JsonWriter& json) {
  if (const auto* words = std::get_if<std::string>(&cell)) {
    json.value(std::string_view(*words));
  } else if (const auto* count = std::get_if<uint64_t>(&cell)) {
    json.value(*count);
  } else if (const auto* number = std::get_if<double>(&cell)) {
    json.value(*number);
  } else {
    json.value(std::optional<double>());
  }
}

}  // namespace

void Sheet::write(JsonWriter& json) const {
  json.begin_array();
  for (const auto& row : rows_) {
    json.begin_object();
    for (std::size_t c = 0; c < row.size(); ++c) {
      json.key(columns_[c].name);
      write_cell(row[c], json);
    }
    json.end_object();
  }
  json.end_array();
}

void Sheet::write_nested(JsonWriter& json, std::string_view rest) const {
  json.begin_array();
  for (const auto& row : rows_) {
    json.begin_object().key(columns_[0].name);
    write_cell(row[0], json);
    json.key(rest).begin_object();
    for (std::size_t c = 1; c < row.size(); ++c) {
      json.key(columns_[c].name);
      write_cell(row[c], json);
    }
    json.end_object().end_object();
  }
  json.end_array();
}

}  // namespace paje::tools
