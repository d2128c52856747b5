#include "sharing/link_exchange.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "archive/user_rows.hpp"
#include "sharing/row_messages.hpp"
#include "trace/user_field_list.hpp"

namespace paje {

namespace {

// The same in all processes: not seeded.
uint64_t hash_of_key(ContainerId container, TypeId type, std::string_view key) {
  uint64_t hash = (uint64_t{container.index} << 32U | type.index) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32U;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  hash = (hash ^ hash >> 32U) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29U;
}

void put_key(const LinkKey& key, std::string& message) {
  const std::string_view text = key.text();
  put_varint(message, text.size() + (key.quoted() ? 2 : 0));
  if (key.quoted()) message.push_back('"');
  message += text;
  if (key.quoted()) message.push_back('"');
}

// Numbers of things by the hashes of these.
class HashTable {
 public:
  explicit HashTable(std::size_t most) : slots_(std::bit_ceil(most * 2 + 2), kFree) {}

  static constexpr uint32_t kFree = UINT32_MAX;
  /// The slot of the thing for which `is_it(number)`, or the free one for it.
  template <class IsIt>
  uint32_t& slot(uint64_t hash, IsIt&& is_it) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != kFree && !is_it(slots_[at])) at = (at + 1) & mask;
    return slots_[at];
  }

 private:
  std::vector<uint32_t> slots_;
};

}  // namespace

uint32_t LinkExchange::rank_of(Position at) const {
  return replay_.rank_of_item_[replay_.order_.all[chunk_of(at)].item];
}

std::string LinkExchange::replay() {
  std::vector<ShareReplay::Routed*> from;
  for (ShareReplay::Routed& track : replay_.routed_) {
    if (track.kind != TypeKind::link || track.runs.empty()) continue;
    from.push_back(&track);
    OwnLinks& links = links_of(track.container, track.type);
    links.history = std::make_unique<LinkHistory>(track.container, track.type, replay_.segments_);
    links.history->note_arrivals(links.arrivals);
  }
  std::vector<std::string> troubles(from.size());
  TraceFile file;  // no message will name it
  replay_.parallel_.for_each(from.size(), [&](std::size_t i) {
    LinkHistory& history = *replay_.links_[i].history;
    std::vector<PlacedProblem> problems;
    for (const ShareReplay::PieceRun& run : from[i]->runs) {
      history.replay({*run.records, *run.names, run.run, &file}, *replay_.hierarchy_,
                     replay_.options_, problems);
      if (problems.empty()) continue;
      const bool is_late = problems.front().problem.rule == Rule::not_time_ordered;
      troubles[i] = is_late ? kLinksOutOfOrder : kBadTrace;
      return;
    }
    from[i]->runs = {};
    const auto& container = replay_.hierarchy_->containers[history.container.index];
    if (container.destroyed && history.latest > container.end) {
      troubles[i] = kBadTrace;
    }
  });
  for (std::string& trouble : troubles) {
    if (!trouble.empty()) return std::move(trouble);
  }
  return {};
}

std::string LinkExchange::match() {
  Exchange& exchange = replay_.exchange_;
  std::vector<std::string> halves(exchange.ranks()), complete(exchange.ranks());
  std::vector<std::string> matched(exchange.ranks());
  std::string trouble;
  for (const OwnLinks& links : replay_.links_) put_waiting(links, halves, complete, trouble);
  const auto all_halves = exchange.all_to_all(std::move(halves));
  const auto all_complete = exchange.all_to_all(std::move(complete));
  if (trouble.empty()) trouble = match_halves(all_halves, all_complete, matched);
  for (std::string& message : exchange.all_to_all(std::move(matched))) {
    replay_.messages_.push_back(std::move(message));
    take_links(read_message(replay_.messages_.back()));
  }
  if (!order_links() && trouble.empty()) trouble = kLinksOutOfOrder;
  return trouble;
}

void LinkExchange::put_waiting(const OwnLinks& links, std::vector<std::string>& halves,
                               std::vector<std::string>& complete, std::string& trouble) const {
  const LinkHistory& history = *links.history;
  history.for_each_waiting([&](const LinkHistory::WaitingHalf& half) {
    if (half.twice) trouble = kBadTrace;
    const uint64_t hash = hash_of_key(links.container, links.type, half.key.text());
    std::string& message = halves[hash % halves.size()];
    put(message, hash);
    put(message, links.container);
    put(message, links.type);
    put(message, half.at);
    put(message, half.time);
    put(message, half.value);
    put(message, half.container);
    put(message, half.is_start);
    put_key(half.key, message);
    std::string fields;
    put_fields(history.user_fields, half.user, fields);
    put_text(message, fields);
  });
  if (complete.size() == 1) return;
  for (std::size_t row = 0; row < history.rows.size(); ++row) {
    const uint64_t hash = hash_of_key(links.container, links.type, history.key(row).text());
    put(complete[hash % complete.size()], hash);
  }
}

// Each key may have one complete link, or a half of either kind. A hash that two keys have is
// trouble, too: that is rare, and only makes the reading slow.
std::string LinkExchange::match_halves(const std::vector<std::string>& messages,
                                       const std::vector<std::string>& complete,
                                       std::vector<std::string>& matched) const {
  std::vector<uint64_t> hashes;
  std::size_t most = 0;
  for (const std::string& message : complete) most += message.size() / sizeof(uint64_t);
  hashes.reserve(most);
  HashTable of_complete(most);
  for (const std::string& message : complete) {
    for (auto from = read_message(message); has_more(from);) {
      const auto hash = from.number<uint64_t>();
      uint32_t& slot = of_complete.slot(hash, [&](uint32_t i) { return hashes[i] == hash; });
      if (slot != HashTable::kFree) return "a link has the key of another one";
      slot = static_cast<uint32_t>(hashes.size());
      hashes.push_back(hash);
    }
  }
  std::vector<Half> halves;
  for (const std::string& message : messages) {
    for (auto from = read_message(message); has_more(from);) {
      Half& half = halves.emplace_back();
      half.hash = from.number<uint64_t>();
      half.container = from.number<ContainerId>();
      half.type = from.number<TypeId>();
      half.at = from.number<Position>();
      half.time = from.number<double>();
      half.value = from.number<ValueId>();
      half.place = from.number<ContainerId>();
      half.is_start = from.number<bool>();
      half.key = from.text();
      half.fields = from.text();
    }
  }
  HashTable table(halves.size());
  std::vector<uint8_t> is_matched(halves.size());
  for (uint32_t i = 0; i < halves.size(); ++i) {
    const Half& half = halves[i];
    const auto same = [&](uint32_t other) { return halves[other].hash == half.hash; };
    uint32_t& complete_slot =
        of_complete.slot(half.hash, [&](uint32_t other) { return hashes[other] == half.hash; });
    if (complete_slot != HashTable::kFree) return "a link has the key of another one";
    uint32_t& slot = table.slot(half.hash, same);
    if (slot == HashTable::kFree) {
      slot = i;
      continue;
    }
    const Half& other = halves[slot];
    if (is_matched[slot] != 0 || other.is_start == half.is_start || other.value != half.value ||
        without_quotes(other.key) != without_quotes(half.key) ||
        other.container != half.container || other.type != half.type) {
      return "a link has the key of another one, or halves that differ";
    }
    is_matched[slot] = is_matched[i] = 1;
    put_link(other.at < half.at ? other : half, other.at < half.at ? half : other, matched);
  }
  const bool all_matched = std::find(is_matched.begin(), is_matched.end(), 0) == is_matched.end();
  return all_matched || replay_.options_.ignore_incomplete_links ? "" : kBadTrace;
}

void LinkExchange::put_link(const Half& first, const Half& last,
                            std::vector<std::string>& matched) const {
  std::string& message = matched[rank_of(last.at)];
  const Half& start = first.is_start ? first : last;
  const Half& end = first.is_start ? last : first;
  put(message, last.container);
  put(message, last.type);
  put(message, last.at);
  put(message, last.time);
  put(message, LinkRow{start.time, end.time, last.value, start.place, end.place, 0});
  put_text(message, first.key);
  put_text(message, first.fields);
  put_text(message, last.fields);
}

OwnLinks& LinkExchange::links_of(ContainerId container, TypeId type) {
  OwnLinks*& links = by_track_[{container, type}];
  if (links == nullptr) {
    links = &replay_.links_.emplace_back();
    links->container = container;
    links->type = type;
  }
  return *links;
}

void LinkExchange::take_links(MessageReader from) {
  OwnLinks* links = nullptr;
  while (has_more(from)) {
    const auto container = from.number<ContainerId>();
    const auto type = from.number<TypeId>();
    if (links == nullptr || links->container != container || links->type != type) {
      links = &links_of(container, type);
    }
    ReceivedLink& link = links->received.emplace_back();
    link.at = from.number<Position>();
    link.time = from.number<double>();
    link.row = from.number<LinkRow>();
    link.key = from.text();
    link.user = take_fields(from.text(), links->received_fields, UserFields::kNone);
    link.user = take_fields(from.text(), links->received_fields, link.user);
  }
}

// Whether their times allow that order, as far as it is known here.
bool LinkExchange::order_links() {
  bool is_right = true;
  for (OwnLinks& links : replay_.links_) {
    for (uint32_t row = 0; row < links.arrivals.size(); ++row) {
      links.order.push_back({links.arrivals[row].at, links.arrivals[row].time, row, false});
    }
    const auto middle = static_cast<std::ptrdiff_t>(links.order.size());
    for (uint32_t i = 0; i < links.received.size(); ++i) {
      links.order.push_back({links.received[i].at, links.received[i].time, i, true});
    }
    const auto earlier = [](const OwnLinks::Row& a, const OwnLinks::Row& b) { return a.at < b.at; };
    std::sort(links.order.begin() + middle, links.order.end(), earlier);
    std::inplace_merge(links.order.begin(), links.order.begin() + middle, links.order.end(),
                       earlier);
    double last = -std::numeric_limits<double>::infinity();
    for (const OwnLinks::Row& row : links.order) {
      is_right = is_right && row.time >= last;
      last = links.last_time(row);
    }
  }
  return is_right;
}

}  // namespace paje
