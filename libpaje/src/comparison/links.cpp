#include "comparison/links.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace paje {

namespace {

// Numbers texts; the numbers are the same for both traces.
class Texts {
 public:
  uint32_t number(std::string_view text) {
    return numbers_.emplace(std::string(text), static_cast<uint32_t>(numbers_.size()))
        .first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

struct Channel {
  uint32_t value;  // includes the type
  uint64_t ends;   // from, to
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct ChannelHash {
  std::size_t operator()(const Channel& channel) const {
    return (channel.ends ^ uint64_t{channel.value} << 20U) * 0x9E3779B97F4A7C15U >> 16U;
  }
};

struct Link {
  Channel channel;
  double start;
  uint64_t row;
};

// The links of one trace, sorted by channel and start.
struct Side {
  const Trace& trace;
  double origin;
  std::vector<uint32_t> container;  // by container: the same number in both traces, or kNone
  std::vector<uint32_t> value;      // by value: a number of type and value, the same in both traces
  std::vector<Link> links;
  double duration = 0;

  static constexpr uint32_t kNone = UINT32_MAX;

  void collect() {
    const LinkColumns columns = trace.links();
    std::vector<uint64_t> rows;  // of compared links
    std::vector<uint32_t> numbers;
    std::unordered_map<Channel, uint32_t, ChannelHash> by_channel;
    std::vector<std::pair<Channel, uint64_t>> channels;  // and their numbers of links
    for (uint64_t row = 0; row < columns.start.size(); ++row) {
      const uint32_t from = container[columns.start_container[row].index];
      const uint32_t to = container[columns.end_container[row].index];
      if (from == kNone || to == kNone) continue;
      const Channel channel{value[columns.value[row].index], uint64_t{from} << 32U | to};
      const uint32_t number =
          by_channel.try_emplace(channel, static_cast<uint32_t>(channels.size())).first->second;
      if (number == channels.size()) channels.emplace_back(channel, 0);
      ++channels[number].second;
      rows.push_back(row);
      numbers.push_back(number);
      duration += columns.end[row] - columns.start[row];
    }
    // Sorts by channel; links of a channel are mostly already in order of starts.
    std::vector<uint32_t> order(channels.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](uint32_t x, uint32_t y) { return channels[x].first < channels[y].first; });
    std::vector<uint64_t> places(channels.size());
    uint64_t place = 0;
    for (const uint32_t number : order) {
      places[number] = place;
      place += channels[number].second;
    }
    links.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      links[places[numbers[i]]++] = {channels[numbers[i]].first, columns.start[rows[i]], rows[i]};
    }
    const auto is_earlier = [](const Link& x, const Link& y) {
      return x.start != y.start ? x.start < y.start : x.row < y.row;
    };
    for (const uint32_t number : order) {
      const auto last = links.begin() + static_cast<std::ptrdiff_t>(places[number]);
      const auto first = last - static_cast<std::ptrdiff_t>(channels[number].second);
      if (!std::is_sorted(first, last, is_earlier)) std::sort(first, last, is_earlier);
    }
  }

  void number_values(Texts& texts) {
    for (const EntityValue& found : trace.values()) {
      std::string text(trace[found.type].name.text);
      text += '\0';
      text += found.name.text;
      value.push_back(texts.number(text));
    }
  }
};

using Links = std::span<const Link>;

// Pairs of partners in one channel.
using Partners = std::vector<std::pair<const Link*, const Link*>>;

class ChannelComparison {
 public:
  ChannelComparison(const Side& a, const Side& b) : a_(a), b_(b) {}

  /// Appends to `partners`, in the order of A. Does not set names yet.
  [[nodiscard]] ChannelDifference compare(Links in_a, Links in_b, Partners& partners) const {
    ChannelDifference found;
    found.in_a = in_a.size();
    found.in_b = in_b.size();
    if (in_a.empty() || in_b.empty()) {
      found.only_a = in_a.size();
      found.only_b = in_b.size();
      if (!in_a.empty()) found.first_only_a = in_a[0].start - a_.origin;
      if (!in_b.empty()) found.first_only_b = in_b[0].start - b_.origin;
    } else if (!compare_by_key(in_a, in_b, found, partners)) {
      found.only_a = in_a.size() - std::min(in_a.size(), in_b.size());
      found.only_b = in_b.size() - std::min(in_a.size(), in_b.size());
      pair_in_order(in_a, in_b, partners);
    }
    return found;
  }

  void name(ChannelDifference& channel, Links in_a, Links in_b) const {
    const Side& side = in_a.empty() ? b_ : a_;
    const uint64_t row = in_a.empty() ? in_b[0].row : in_a[0].row;
    const LinkColumns columns = side.trace.links();
    const EntityValue& value = side.trace[columns.value[row]];
    channel.type = side.trace[value.type].name.text;
    channel.value = value.name.text;
    channel.from = container_path(side.trace, columns.start_container[row]);
    channel.to = container_path(side.trace, columns.end_container[row]);
  }

 private:
  using Places = std::unordered_map<std::string_view, const Link*>;

  static void pair_in_order(Links in_a, Links in_b, Partners& partners) {
    for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
      partners.emplace_back(&in_a[i], &in_b[i]);
    }
  }

  [[nodiscard]] std::string_view key_a(const Link& link) const {
    return a_.trace.link_key(link.row).text;
  }
  [[nodiscard]] std::string_view key_b(const Link& link) const {
    return b_.trace.link_key(link.row).text;
  }

  // The numbers of links with equal keys at the same places, from the start and from the end.
  [[nodiscard]] std::pair<std::size_t, std::size_t> common_ends(Links in_a, Links in_b) const {
    const std::size_t most = std::min(in_a.size(), in_b.size());
    std::size_t begin = 0;
    while (begin < most && key_a(in_a[begin]) == key_b(in_b[begin])) ++begin;
    std::size_t end = 0;
    while (end < most - begin &&
           key_a(in_a[in_a.size() - 1 - end]) == key_b(in_b[in_b.size() - 1 - end])) {
      ++end;
    }
    return {begin, end};
  }

  // Pairs by key, if keys are usable: unique, and most of them are in both runs.
  bool compare_by_key(Links in_a, Links in_b, ChannelDifference& found, Partners& partners) const {
    const auto [begin, end] = common_ends(in_a, in_b);
    const Links middle_a = in_a.subspan(begin, in_a.size() - begin - end);
    const Links middle_b = in_b.subspan(begin, in_b.size() - begin - end);
    Places places_a, places_b;
    for (const Link& link : middle_a) places_a.emplace(key_a(link), &link);
    for (const Link& link : middle_b) places_b.emplace(key_b(link), &link);
    if (places_a.size() != middle_a.size() || places_b.size() != middle_b.size()) return false;
    Partners by_key;
    uint64_t only_a = 0;
    for (const Link& link : middle_a) {
      const auto partner = places_b.find(key_a(link));
      if (partner != places_b.end()) {
        by_key.emplace_back(&link, partner->second);
      } else if (only_a++ == 0) {
        found.first_only_a = link.start - a_.origin;
      }
    }
    uint64_t only_b = 0;
    for (const Link& link : middle_b) {
      if (!places_a.contains(key_b(link)) && only_b++ == 0) {
        found.first_only_b = link.start - b_.origin;
      }
    }
    // With equal numbers of links, differing keys are more likely a property of keys than of links.
    const std::size_t most = in_a.size() == in_b.size() ? 0 : std::min(in_a.size(), in_b.size());
    if (only_a + only_b > most) {
      found.first_only_a = found.first_only_b = std::nullopt;
      return false;
    }
    found.only_a = only_a;
    found.only_b = only_b;
    found.by_key = !middle_a.empty() || !middle_b.empty();
    pair_in_order(in_a.first(begin), in_b.first(begin), partners);
    partners.insert(partners.end(), by_key.begin(), by_key.end());
    pair_in_order(in_a.last(end), in_b.last(end), partners);
    return true;
  }

  const Side& a_;
  const Side& b_;
};

Links next_channel(const std::vector<Link>& links, std::size_t first) {
  std::size_t last = first;
  while (last < links.size() && links[last].channel == links[first].channel) ++last;
  return {links.data() + first, last - first};
}

struct ChannelLinks {
  Links a, b;
};

std::vector<ChannelLinks> channels_of(const Side& a, const Side& b) {
  std::vector<ChannelLinks> channels;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.links.size() || j < b.links.size()) {
    Links in_a = next_channel(a.links, i);
    Links in_b = next_channel(b.links, j);
    if (!in_a.empty() && !in_b.empty() && in_a[0].channel != in_b[0].channel) {
      (in_a[0].channel < in_b[0].channel ? in_b : in_a) = {};
    }
    i += in_a.size();
    j += in_b.size();
    channels.push_back({in_a, in_b});
  }
  return channels;
}

bool lasts_more(const LinkPair& x, const LinkPair& y) {
  const double first = std::abs(x.stretch());
  const double second = std::abs(y.stretch());
  if (first != second) return first > second;
  const double start = x.start_a + x.start_b;
  const double other_start = y.start_a + y.start_b;
  return start != other_start ? start < other_start : x.row_a < y.row_a;
}

// Keeps the pairs with the greatest change of duration.
class LongestPairs {
 public:
  explicit LongestPairs(std::size_t most) : most_(most) {}

  void add(const LinkPair& pair) {
    pairs_.push_back(pair);
    if (pairs_.size() >= 2 * most_ + 64) keep();
  }
  void keep() {
    if (pairs_.size() <= most_) return;
    std::nth_element(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(most_),
                     pairs_.end(), lasts_more);
    pairs_.resize(most_);
  }
  std::vector<LinkPair> release() {
    keep();
    return std::move(pairs_);
  }

 private:
  std::size_t most_;
  std::vector<LinkPair> pairs_;
};

// The result of one channel. Times of pairs are summed in the order of links.
struct ChannelResult {
  ChannelDifference difference;
  std::vector<LinkPair> longest;
};

ChannelResult compare_channel(const Side& a, const Side& b, const ChannelLinks& links,
                              std::size_t most) {
  Partners partners;
  ChannelResult result{ChannelComparison(a, b).compare(links.a, links.b, partners), {}};
  const LinkColumns columns_a = a.trace.links();
  const LinkColumns columns_b = b.trace.links();
  LongestPairs longest(most);
  for (const auto& [in_a, in_b] : partners) {
    const LinkPair pair{in_a->row,
                        in_b->row,
                        in_a->start - a.origin,
                        in_b->start - b.origin,
                        columns_a.end[in_a->row] - in_a->start,
                        columns_b.end[in_b->row] - in_b->start};
    ++result.difference.pairs;
    result.difference.duration_a += pair.duration_a;
    result.difference.duration_b += pair.duration_b;
    if (pair.stretch() == 0) continue;
    longest.add(pair);
    LinkPair& of_channel = result.difference.longest;
    if (of_channel.stretch() == 0 || lasts_more(pair, of_channel)) of_channel = pair;
  }
  result.longest = longest.release();
  return result;
}

class LinkSums {
 public:
  LinkSums(const Side& a, const Side& b, std::vector<ChannelLinks> channels, std::size_t most)
      : comparison_(a, b), channels_(std::move(channels)), most_(most) {
    sums_.in_a = a.links.size();
    sums_.in_b = b.links.size();
    sums_.duration_a = a.duration;
    sums_.duration_b = b.duration;
  }

  LinkComparison sum(std::vector<ChannelResult>& results) {
    LongestPairs longest(most_);
    for (std::size_t i = 0; i < results.size(); ++i) {
      ChannelDifference& channel = results[i].difference;
      sums_.pairs += channel.pairs;
      sums_.paired_a += channel.duration_a;
      sums_.paired_b += channel.duration_b;
      for (const LinkPair& pair : results[i].longest) longest.add(pair);
      if (channel.stretch() != 0) by_stretch_.push_back(i);
      if (channel.only_a + channel.only_b == 0) continue;
      comparison_.name(channel, channels_[i].a, channels_[i].b);
      sums_.differences.push_back(channel);
    }
    sums_.longest = longest.release();
    std::sort(sums_.longest.begin(), sums_.longest.end(), lasts_more);
    add_channels(results);
    return std::move(sums_);
  }

 private:
  void add_channels(std::vector<ChannelResult>& results) {
    std::stable_sort(by_stretch_.begin(), by_stretch_.end(), [&](std::size_t x, std::size_t y) {
      return std::abs(results[x].difference.stretch()) > std::abs(results[y].difference.stretch());
    });
    if (by_stretch_.size() > most_) by_stretch_.resize(most_);
    for (const std::size_t i : by_stretch_) {
      comparison_.name(results[i].difference, channels_[i].a, channels_[i].b);
      sums_.channels.push_back(std::move(results[i].difference));
    }
  }

  ChannelComparison comparison_;
  std::vector<ChannelLinks> channels_;
  std::size_t most_;
  std::vector<std::size_t> by_stretch_;
  LinkComparison sums_;
};

}  // namespace

LinkComparison compare_links(const Trace& a, const Trace& b,
                             const std::vector<MatchedContainers>& containers,
                             const ComparisonOptions& options, double origin_a, double origin_b,
                             ThreadPool& parallel) {
  Side side_a{a, origin_a, std::vector<uint32_t>(a.containers().size(), Side::kNone), {}, {}};
  Side side_b{b, origin_b, std::vector<uint32_t>(b.containers().size(), Side::kNone), {}, {}};
  uint32_t number = 0;
  for (const MatchedContainers& pair : containers) {
    if (!pair.a.valid() || !pair.b.valid()) continue;
    if (options.wants_container && !options.wants_container(container_path(a, pair.a))) continue;
    side_a.container[pair.a.index] = side_b.container[pair.b.index] = number++;
  }
  Texts texts;
  side_a.number_values(texts);
  side_b.number_values(texts);
  parallel.both([&] { side_a.collect(); }, [&] { side_b.collect(); });
  const std::vector<ChannelLinks> channels = channels_of(side_a, side_b);
  std::vector<ChannelResult> results(channels.size());
  parallel.for_each(channels.size(), [&](std::size_t i) {
    results[i] = compare_channel(side_a, side_b, channels[i], options.most_links);
  });
  return LinkSums(side_a, side_b, channels, options.most_links).sum(results);
}

}  // namespace paje
