#include "comparison/links.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace paje {

namespace {

// Numbers for texts, the same in both traces.
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
  uint32_t value;  // with its type
  uint64_t ends;   // from, to
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct Link {
  Channel channel;
  double start;
  uint64_t row;
};

// The links of one trace, by channel and start.
struct Side {
  const Trace& trace;
  double origin;
  std::vector<uint32_t> container;  // number that is the same in both traces, or kNone
  std::vector<uint32_t> value;      // type and value: number that is the same in both traces
  std::vector<Link> links;
  double duration = 0;

  static constexpr uint32_t kNone = UINT32_MAX;

  void collect() {
    const LinkColumns columns = trace.links();
    links.reserve(columns.start.size());
    for (uint64_t row = 0; row < columns.start.size(); ++row) {
      const uint32_t from = container[columns.start_container[row].index];
      const uint32_t to = container[columns.end_container[row].index];
      if (from == kNone || to == kNone) continue;
      links.push_back(
          {{value[columns.value[row].index], uint64_t{from} << 32U | to}, columns.start[row], row});
      duration += columns.end[row] - columns.start[row];
    }
    std::sort(links.begin(), links.end(), [](const Link& x, const Link& y) {
      if (x.channel != y.channel) return x.channel < y.channel;
      return x.start != y.start ? x.start < y.start : x.row < y.row;
    });
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

class ChannelComparison {
 public:
  ChannelComparison(const Side& a, const Side& b) : a_(a), b_(b) {}

  [[nodiscard]] ChannelDifference compare(Links in_a, Links in_b) const {
    ChannelDifference found = named(in_a.empty() ? b_ : a_, in_a.empty() ? in_b[0] : in_a[0]);
    found.in_a = in_a.size();
    found.in_b = in_b.size();
    if (in_a.empty() || in_b.empty()) {
      found.only_a = in_a.size();
      found.only_b = in_b.size();
      if (!in_a.empty()) found.first_only_a = in_a[0].start - a_.origin;
      if (!in_b.empty()) found.first_only_b = in_b[0].start - b_.origin;
    } else if (!compare_by_key(in_a, in_b, found)) {
      found.only_a = in_a.size() - std::min(in_a.size(), in_b.size());
      found.only_b = in_b.size() - std::min(in_a.size(), in_b.size());
    }
    return found;
  }

 private:
  using Keys = std::unordered_set<std::string_view>;

  static ChannelDifference named(const Side& side, const Link& link) {
    const LinkColumns columns = side.trace.links();
    const EntityValue& value = side.trace[columns.value[link.row]];
    ChannelDifference channel;
    channel.type = side.trace[value.type].name.text;
    channel.value = value.name.text;
    channel.from = container_path(side.trace, columns.start_container[link.row]);
    channel.to = container_path(side.trace, columns.end_container[link.row]);
    return channel;
  }

  static Keys keys_of(const Side& side, Links links) {
    Keys keys;
    for (const Link& link : links) keys.insert(side.trace.link_key(link.row).text);
    return keys;
  }

  // Takes links off that stand at the same place from the begin or the end with one key.
  void drop_common_ends(Links& in_a, Links& in_b) const {
    const auto is_same = [&](const Link& x, const Link& y) {
      return a_.trace.link_key(x.row).text == b_.trace.link_key(y.row).text;
    };
    const auto ends = std::mismatch(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), is_same);
    const auto first = static_cast<std::size_t>(ends.first - in_a.begin());
    in_a = in_a.subspan(first);
    in_b = in_b.subspan(first);
    while (!in_a.empty() && !in_b.empty() && is_same(in_a.back(), in_b.back())) {
      in_a = in_a.first(in_a.size() - 1);
      in_b = in_b.first(in_b.size() - 1);
    }
  }

  // Whether keys can be trusted.
  bool compare_by_key(Links in_a, Links in_b, ChannelDifference& found) const {
    drop_common_ends(in_a, in_b);
    const Keys keys_a = keys_of(a_, in_a);
    const Keys keys_b = keys_of(b_, in_b);
    if (keys_a.size() != in_a.size() || keys_b.size() != in_b.size()) return false;
    const auto count_only = [](const Side& side, Links links, const Keys& others, uint64_t& only,
                               std::optional<double>& first) {
      for (const Link& link : links) {
        if (others.contains(side.trace.link_key(link.row).text)) continue;
        if (only++ == 0) first = link.start - side.origin;
      }
    };
    count_only(a_, in_a, keys_b, found.only_a, found.first_only_a);
    count_only(b_, in_b, keys_a, found.only_b, found.first_only_b);
    found.by_key = found.only_a + found.only_b <= std::min(found.in_a, found.in_b);
    if (!found.by_key) {
      found.only_a = found.only_b = 0;
      found.first_only_a = found.first_only_b = std::nullopt;
    }
    return found.by_key;
  }

  const Side& a_;
  const Side& b_;
};

Links next_channel(const std::vector<Link>& links, std::size_t first) {
  std::size_t last = first;
  while (last < links.size() && links[last].channel == links[first].channel) ++last;
  return {links.data() + first, last - first};
}

// Those that are not as many on both sides.
std::vector<std::pair<Links, Links>> differing_channels(const Side& a, const Side& b) {
  std::vector<std::pair<Links, Links>> differing;
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
    if (in_a.size() != in_b.size()) differing.emplace_back(in_a, in_b);
  }
  return differing;
}

}  // namespace

LinkComparison compare_links(const Trace& a, const Trace& b,
                             const std::vector<ContainerPair>& containers,
                             const ComparisonOptions& options, double origin_a, double origin_b,
                             ThreadPool& parallel) {
  Side side_a{a, origin_a, std::vector<uint32_t>(a.containers().size(), Side::kNone), {}, {}};
  Side side_b{b, origin_b, std::vector<uint32_t>(b.containers().size(), Side::kNone), {}, {}};
  uint32_t number = 0;
  for (const ContainerPair& pair : containers) {
    if (!pair.a.valid() || !pair.b.valid()) continue;
    if (options.wants_container && !options.wants_container(container_path(a, pair.a))) continue;
    side_a.container[pair.a.index] = side_b.container[pair.b.index] = number++;
  }
  Texts texts;
  side_a.number_values(texts);
  side_b.number_values(texts);
  parallel.both([&] { side_a.collect(); }, [&] { side_b.collect(); });
  LinkComparison result;
  result.in_a = side_a.links.size();
  result.in_b = side_b.links.size();
  result.duration_a = side_a.duration;
  result.duration_b = side_b.duration;
  const auto differing = differing_channels(side_a, side_b);
  const ChannelComparison comparison(side_a, side_b);
  result.differences.resize(differing.size());
  parallel.for_each(differing.size(), [&](std::size_t i) {
    result.differences[i] = comparison.compare(differing[i].first, differing[i].second);
  });
  return result;
}

}  // namespace paje
