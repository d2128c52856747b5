#include "exchange/table/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace paje::exchange {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Containers have six significant digits, or as many as --container-precision says; zeros at the
// end are not printed.
constexpr int kLeastDigits = 6;

int significant_digits(std::string_view text) {
  int digits = 0;
  for (const char c : text.substr(0, text.find_first_of("eE"))) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && (digits > 0 || c != '0')) ++digits;
  }
  return digits;
}

int digits_of(const TableContainer& row) {
  return std::max({kLeastDigits, significant_digits(row.start_text),
                   significant_digits(row.end_text), significant_digits(row.duration_text)});
}

// What the last of that many digits is worth.
double unit_of(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return 0;
  return std::pow(10.0, std::floor(std::log10(std::fabs(value))) - digits + 1);
}

std::string general(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

// What the objects of a container, and its children, say of its times.
struct Contents {
  double first = kInfinity;
  double last = -kInfinity;
  std::optional<double> end;  // of a variable: it lasts as long as its container

  void add(double start, double last_time) {
    first = std::min(first, start);
    last = std::max(last, last_time);
  }
};

std::vector<Contents> contents_of(std::size_t count, const std::vector<TableTrack>& tracks) {
  std::vector<Contents> contents(count);
  for (const TableTrack& track : tracks) {
    Contents& here = contents[track.container];
    for (const TableObject& object : track.objects) {
      here.add(std::min(object.start, object.end), std::max(object.start, object.end));
    }
    if (track.nature == RowNature::variable && !track.objects.empty()) {
      here.end = std::max(here.end.value_or(-kInfinity), track.objects.back().end);
    }
  }
  return contents;
}

Lifetime choose(const TableContainer& row, const Contents& contents, double time_unit,
                Losses& losses) {
  // Objects rounded more coarsely than the row may seem to lie outside; they are moved inside.
  const int digits = digits_of(row);
  const double early = unit_of(row.start, digits) < time_unit ? time_unit : 0;
  const double late = unit_of(row.end, digits) < time_unit ? time_unit : 0;
  const std::array<double, 3> ends = {contents.end.value_or(row.end), row.end, contents.last};
  for (const double end : ends) {
    if (end < contents.last - late || general(end, digits) != row.end_text) continue;
    const std::array<double, 3> starts = {row.start, contents.first,
                                          end - std::strtod(row.duration_text.c_str(), nullptr)};
    for (const double start : starts) {
      if (start > contents.first + early || start > end) continue;
      if (general(start, digits) == row.start_text &&
          general(end - start, digits) == row.duration_text) {
        return {start, end};
      }
    }
  }
  // What no rounding explains is where the row is wrong.
  const bool is_short = contents.first < row.start - early - unit_of(row.start, digits) ||
                        contents.last > row.end + late + unit_of(row.end, digits);
  losses.add("containers that begin after, or end before, what is in them (they last as long)",
             is_short ? 1 : 0);
  return {row.start > contents.first + early ? contents.first : row.start,
          row.end < contents.last - late ? contents.last : row.end};
}

}  // namespace

bool ends_after(const TableContainer& row, double last) {
  if (row.line == 0 || !(row.end > last)) return false;
  if (last == -kInfinity) return row.end != -1;
  return general(last, digits_of(row)) != row.end_text;
}

std::vector<Lifetime> lifetimes(const TableContainers& containers, const ImportedTrace& trace,
                                const std::vector<TableTrack>& tracks, double time_unit,
                                Losses& losses) {
  const std::size_t count = trace.containers().size();
  std::vector<Contents> contents = contents_of(count, tracks);
  std::vector<Lifetime> times(count);
  const std::vector<ContainerIndex>& order = containers.parents_first();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const ContainerIndex index = *at;
    Contents& here = contents[index];
    const TableContainer& row = containers.all()[index];
    if (index == kRoot || row.line == 0) {
      times[index] = {-kInfinity, kInfinity};
    } else if (row.is_exact) {
      times[index] = {row.start, row.end, 0, 0, true};
      here.add(row.start, row.end);
    } else {
      times[index] = choose(row, here, time_unit, losses);
      here.add(times[index].start, times[index].end);
    }
    times[index].first = here.first;
    times[index].last = here.last;
    if (index != kRoot) contents[trace.containers()[index].parent].add(here.first, here.last);
  }
  for (const TableTrack& track : tracks) {
    if (track.nature != RowNature::link) continue;
    for (const TableObject& link : track.objects) {
      for (const ContainerIndex touched : {link.from, link.to}) {
        const auto [first, last] =
            std::minmax(link.start, link.end);  // it may end before it starts
        times[touched].first = std::min(times[touched].first, first);
        times[touched].last = std::max(times[touched].last, last);
      }
    }
  }
  // A child exists only where its parent does.
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    Lifetime& parent = times[trace.containers()[*at].parent];
    parent.first = std::min(parent.first, times[*at].first);
    parent.last = std::max(parent.last, times[*at].last);
  }
  return times;
}

}  // namespace paje::exchange
