#include "model/lod/link_bundles.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include "model/parallel.hpp"

namespace paje::gui {

namespace {

bool is_left_out(ValueId value, const std::vector<bool>& hidden) {
  return value.valid() && value.index < hidden.size() && hidden[value.index];
}

bool stands_before(const LinkBundle& a, const LinkBundle& b) {
  return std::tuple(a.start, a.from, a.to, a.value, a.row) <
         std::tuple(b.start, b.from, b.to, b.value, b.row);
}

// Each link by itself, by start.
std::vector<LinkBundle> links_of(const Trace& trace) {
  const LinkColumns links = trace.links();
  const auto key = [&](uint64_t row) {
    return std::tuple(links.start_container[row], links.end_container[row], links.value[row], row);
  };
  std::vector<std::pair<double, uint64_t>> order;
  order.reserve(links.start.size());
  for (uint64_t row = 0; row < links.start.size(); ++row) order.emplace_back(links.start[row], row);
  sort_parallel(order, [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : key(a.second) < key(b.second);
  });
  std::vector<LinkBundle> all;
  all.reserve(order.size());
  for (const auto& [start, row] : order) {
    all.push_back({start, links.end[row], links.start_container[row], links.end_container[row], 1,
                   links.value[row], row});
  }
  return all;
}

std::vector<ValueId> values_of(const Trace& trace) {
  std::vector<bool> used(trace.values().size());
  for (const ValueId value : trace.links().value) {
    if (value.valid()) used[value.index] = true;
  }
  std::vector<ValueId> values;
  for (uint32_t i = 0; i < used.size(); ++i) {
    if (used[i]) values.push_back(ValueId{i});
  }
  return values;
}

// What links of a bundle have in common, and their place in a slice.
struct BundleKey {
  uint64_t ends = 0;
  uint32_t value = 0;  // 0 for all, if they are not by value
  uint32_t place = 0;
  [[nodiscard]] bool is_same(const BundleKey& other) const {
    return ends == other.ends && value == other.value;
  }
  friend auto operator<=>(const BundleKey&, const BundleKey&) = default;
};

// Adds up what `slice` holds between each two containers, of each value if `are_by_value`, and adds
// that to `bundles` by start. `order` is memory to work in.
void bundle_slice(std::span<const LinkBundle> slice, bool are_by_value,
                  std::vector<BundleKey>& order, std::vector<LinkBundle>& bundles) {
  order.clear();
  for (uint32_t i = 0; i < slice.size(); ++i) {
    order.push_back({uint64_t{slice[i].from.index} << 32U | slice[i].to.index,
                     are_by_value ? slice[i].value.index : 0, i});
  }
  std::sort(order.begin(), order.end());
  const auto first = static_cast<std::ptrdiff_t>(bundles.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LinkBundle& next = slice[order[i].place];
    if (i == 0 || !order[i - 1].is_same(order[i])) {
      bundles.push_back(next);
      continue;
    }
    LinkBundle& sum = bundles.back();
    const double share = static_cast<double>(next.count) / (next.count + sum.count);
    sum.start += (next.start - sum.start) * share;
    sum.end += (next.end - sum.end) * share;
    sum.count += next.count;
    if (sum.value != next.value) sum.value = {};
    sum.row = LinkBundle::kNone;
  }
  std::sort(bundles.begin() + first, bundles.end(), stands_before);
}

}  // namespace

LinkBundles::Level LinkBundles::level_of(std::vector<LinkBundle> bundles) {
  Level level{std::move(bundles), {}, 0};
  for (std::size_t i = 0; i < level.bundles.size(); ++i) {
    const double end = level.bundles[i].end;
    if (i % kBlock == 0) level.greatest_ends.push_back(end);
    level.greatest_ends.back() = std::max(level.greatest_ends.back(), end);
  }
  return level;
}

std::optional<LinkBundles::Level> LinkBundles::coarser(const Level& fine, double start,
                                                       double slice, bool is_needed) const {
  const std::span all(fine.bundles);
  const auto slice_of = [&](const LinkBundle& bundle) {
    return std::floor((bundle.start - start) / slice);
  };
  // Bundles are ordered by start, so a slice is some in a row; a piece is whole slices.
  constexpr std::size_t kPieces = 64;
  const auto end_of_slice = [&](std::size_t at) {
    const double last = slice_of(all[at]);
    return static_cast<std::size_t>(
        std::partition_point(all.begin() + static_cast<std::ptrdiff_t>(at), all.end(),
                             [&](const LinkBundle& bundle) { return slice_of(bundle) <= last; }) -
        all.begin());
  };
  const auto begin_of = [&](std::size_t piece) {
    const std::size_t at = all.size() * piece / kPieces;
    return at == 0 ? 0 : end_of_slice(at - 1);
  };
  std::vector<std::vector<LinkBundle>> pieces(kPieces);
  const auto make = [&](std::size_t piece) {
    std::vector<BundleKey> order;
    const std::size_t end = begin_of(piece + 1);
    for (std::size_t at = begin_of(piece); at < end;) {
      const double number = slice_of(all[at]);
      std::size_t next = at + 1;
      while (next < end && slice_of(all[next]) == number) ++next;
      bundle_slice(all.subspan(at, next - at), are_by_value(), order, pieces[piece]);
      at = next;
    }
  };
  // Some of the pieces show how much a level spares.
  constexpr std::size_t kStep = 8;
  for_each_parallel(kPieces / kStep, [&](std::size_t i) { make(i * kStep); });
  std::size_t tried = 0, left = 0;
  for (std::size_t piece = 0; piece < kPieces; piece += kStep) {
    tried += begin_of(piece + 1) - begin_of(piece);
    left += pieces[piece].size();
  }
  if (!is_needed && 2 * left > tried) return std::nullopt;
  for_each_parallel(kPieces, [&](std::size_t piece) {
    if (piece % kStep != 0) make(piece);
  });
  std::vector<LinkBundle> bundles;
  for (const auto& piece : pieces) bundles.insert(bundles.end(), piece.begin(), piece.end());
  // A mean may be rounded out of its slice.
  if (!std::is_sorted(bundles.begin(), bundles.end(), stands_before)) {
    sort_parallel(bundles, stands_before);
  }
  Level level = level_of(std::move(bundles));
  level.slice = slice;
  return level;
}

LinkBundles::LinkBundles(const Trace& trace, TimeSpan run, const std::function<void()>& check,
                         double longest) {
  if (trace.links().start.empty()) return;
  if (check) check();
  values_ = values_of(trace);
  levels_.push_back(level_of(links_of(trace)));
  const double length = std::max(run.length(), 1e-12);
  for (int slices = 65536; slices >= 1 && levels_.back().bundles.size() > 2; slices /= 4) {
    if (check) check();
    const double slice = length / slices;
    // One level more than shown() looks at, for count_in().
    if (slice * kLeastSlices > 4 * longest) break;
    // A level that spares little is not worth its memory.
    auto level = coarser(levels_.back(), run.start, slice, slices == 1);
    if (level) levels_.push_back(std::move(*level));
  }
}

template <class Add>
void LinkBundles::visit(const Level& level, TimeSpan span, Add&& add) {
  const auto last = static_cast<std::size_t>(
      std::upper_bound(level.bundles.begin(), level.bundles.end(), span.end,
                       [](double time, const LinkBundle& b) { return time < b.start; }) -
      level.bundles.begin());
  for (std::size_t i = 0; i < last;) {
    if (i % kBlock == 0 && level.greatest_ends[i / kBlock] < span.start) {
      i += kBlock;
      continue;
    }
    if (level.bundles[i].end >= span.start && !add(level.bundles[i])) return;
    ++i;
  }
}

bool LinkBundles::has_hidden(const std::vector<bool>& hidden) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](ValueId value) { return is_left_out(value, hidden); });
}

std::vector<LinkBundle> LinkBundles::shown(TimeSpan span, std::size_t most,
                                           const std::vector<bool>& hidden) const {
  std::vector<LinkBundle> found;
  const bool has_hidden = this->has_hidden(hidden);
  for (const Level& level : levels_) {
    const bool ends =
        is_last(level, has_hidden) || (&level)[1].slice * kLeastSlices > span.length();
    found.clear();
    visit(level, span, [&](const LinkBundle& bundle) {
      if (!has_hidden || !is_left_out(bundle.value, hidden)) found.push_back(bundle);
      return ends || found.size() <= most;
    });
    if (ends || found.size() <= most) break;
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

uint64_t LinkBundles::row_of(const LinkBundle& bundle) const {
  if (bundle.row != LinkBundle::kNone) return bundle.row;
  const std::vector<LinkBundle>& all = levels_.front().bundles;
  const auto is_in = [&](const LinkBundle& link) {
    return link.from == bundle.from && link.to == bundle.to &&
           (!bundle.value.valid() || link.value == bundle.value);
  };
  auto after = std::lower_bound(all.begin(), all.end(), bundle.start,
                                [](const LinkBundle& link, double at) { return link.start < at; });
  auto before = after;
  while (before != all.begin() || after != all.end()) {
    const double back = before != all.begin() ? bundle.start - std::prev(before)->start
                                              : std::numeric_limits<double>::infinity();
    const double on =
        after != all.end() ? after->start - bundle.start : std::numeric_limits<double>::infinity();
    const auto next = back < on ? --before : after++;
    if (is_in(*next)) return next->row;
  }
  return LinkBundle::kNone;
}

uint64_t LinkBundles::count_in(TimeSpan span, const std::vector<bool>& hidden) const {
  // Of the finest level that a frame has time for: bundles reach beyond the span.
  constexpr std::size_t kMost = 20000;
  uint64_t count = 0;
  const bool has_hidden = this->has_hidden(hidden);
  for (const Level& level : levels_) {
    const bool ends = is_last(level, has_hidden);
    std::size_t looked = 0;
    count = 0;
    visit(level, span, [&](const LinkBundle& bundle) {
      if (!has_hidden || !is_left_out(bundle.value, hidden)) count += bundle.count;
      return ends || ++looked <= kMost;
    });
    if (looked <= kMost) break;
  }
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
