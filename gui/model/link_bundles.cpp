#include "model/link_bundles.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

namespace paje::gui {

LinkBundles::Level LinkBundles::level_of(std::vector<LinkBundle> bundles) {
  std::sort(bundles.begin(), bundles.end(), [](const LinkBundle& a, const LinkBundle& b) {
    return std::tuple(a.start, a.from, a.to, a.row) < std::tuple(b.start, b.from, b.to, b.row);
  });
  Level level{std::move(bundles), {}, 0};
  for (std::size_t i = 0; i < level.bundles.size(); ++i) {
    const double end = level.bundles[i].end;
    if (i % kBlock == 0) level.greatest_ends.push_back(end);
    level.greatest_ends.back() = std::max(level.greatest_ends.back(), end);
  }
  return level;
}

LinkBundles::Level LinkBundles::coarser(const Level& fine, double start, double slice) {
  struct Keyed {
    double slice;
    const LinkBundle* bundle;
  };
  std::vector<Keyed> order;
  order.reserve(fine.bundles.size());
  for (const LinkBundle& bundle : fine.bundles) {
    order.push_back({std::floor((bundle.start - start) / slice), &bundle});
  }
  const auto key = [](const Keyed& a) { return std::tuple(a.slice, a.bundle->from, a.bundle->to); };
  std::stable_sort(order.begin(), order.end(),
                   [&](const Keyed& a, const Keyed& b) { return key(a) < key(b); });
  std::vector<LinkBundle> bundles;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LinkBundle& next = *order[i].bundle;
    if (i == 0 || key(order[i - 1]) != key(order[i])) {
      bundles.push_back(next);
      continue;
    }
    LinkBundle& sum = bundles.back();
    const double share = static_cast<double>(next.count) / (next.count + sum.count);
    sum.start += (next.start - sum.start) * share;
    sum.end += (next.end - sum.end) * share;
    sum.count += next.count;
    sum.row = LinkBundle::kNone;
  }
  Level level = level_of(std::move(bundles));
  level.slice = slice;
  return level;
}

LinkBundles::LinkBundles(const Trace& trace, TimeSpan run, const std::function<void()>& check) {
  const LinkColumns links = trace.links();
  if (links.start.empty()) return;
  std::vector<LinkBundle> all;
  all.reserve(links.start.size());
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    all.push_back({links.start[row], links.end[row], links.start_container[row],
                   links.end_container[row], 1, row});
  }
  if (check) check();
  levels_.push_back(level_of(std::move(all)));
  const double length = std::max(run.length(), 1e-12);
  for (double slices = 65536; slices >= 1 && levels_.back().bundles.size() > 2; slices /= 4) {
    if (check) check();
    Level level = coarser(levels_.back(), run.start, length / slices);
    // A level that spares little is not worth its memory.
    if (level.bundles.size() * 2 <= levels_.back().bundles.size() || slices == 1) {
      levels_.push_back(std::move(level));
    }
  }
}

template <class Take>
void LinkBundles::visit(const Level& level, TimeSpan span, Take&& take) {
  const auto last = static_cast<std::size_t>(
      std::upper_bound(level.bundles.begin(), level.bundles.end(), span.end,
                       [](double time, const LinkBundle& b) { return time < b.start; }) -
      level.bundles.begin());
  for (std::size_t i = 0; i < last;) {
    if (i % kBlock == 0 && level.greatest_ends[i / kBlock] < span.start) {
      i += kBlock;
      continue;
    }
    if (level.bundles[i].end >= span.start && !take(level.bundles[i])) return;
    ++i;
  }
}

std::vector<LinkBundle> LinkBundles::shown(TimeSpan span, std::size_t most) const {
  std::vector<LinkBundle> found;
  for (const Level& level : levels_) {
    const bool is_last = &level == &levels_.back() || (&level)[1].slice * 300 > span.length();
    found.clear();
    visit(level, span, [&](const LinkBundle& bundle) {
      found.push_back(bundle);
      return is_last || found.size() <= most;
    });
    if (is_last || found.size() <= most) break;
  }
  if (found.size() > most) {
    // The strongest; of equal ones any, but always the same and not those of one time.
    const auto scattered = [](const LinkBundle& b) {
      uint64_t bits = 0;
      static_assert(sizeof bits == sizeof b.start);
      std::memcpy(&bits, &b.start, sizeof bits);
      return (bits ^ (uint64_t{b.from.index} << 32U) ^ b.to.index) * 0x9E3779B97F4A7C15U;
    };
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
                     [&](const LinkBundle& a, const LinkBundle& b) {
                       return std::tuple(b.count, scattered(a), a.start, a.from, a.to) <
                              std::tuple(a.count, scattered(b), b.start, b.from, b.to);
                     });
    found.resize(most);
  }
  return found;
}

uint64_t LinkBundles::count_in(TimeSpan span) const {
  uint64_t count = 0;
  if (levels_.empty()) return count;
  visit(levels_.back(), span, [&](const LinkBundle& bundle) {
    count += bundle.count;
    return true;
  });
  return count;
}

std::size_t LinkBundles::bytes() const {
  std::size_t sum = 0;
  for (const Level& level : levels_) {
    sum += level.bundles.capacity() * sizeof(LinkBundle) + level.greatest_ends.capacity() * 8;
  }
  return sum;
}

}  // namespace paje::gui
