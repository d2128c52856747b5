#include "sharing/link_exchange.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "archive/user_rows.hpp"
#include "sharing/row_messages.hpp"
#include "sharing/runs_by_time.hpp"
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
    const bool is_by_time = replay_.is_by_time();
    for (const auto& run : is_by_time ? replay_.in_time_order(*from[i]) : from[i]->runs) {
      if (is_by_time && !(replay_.all_live(history.container, run) && ends_live(run))) {
        troubles[i] = kBadTrace;
        return;
      }
      history.replay({*run.records, *run.names, run.run, &file}, *replay_.hierarchy_,
                     replay_.options_, problems);
      if (problems.empty()) continue;
      troubles[i] = trouble_of(problems);
      return;
    }
    const auto& container = replay_.hierarchy_->containers[history.container.index];
    if (container.destroyed && history.latest > container.end) {
      troubles[i] = kBadTrace;
    }
  });
  std::string trouble;
  for (std::string& each : troubles) trouble = worse(trouble, each);
  return trouble;
}

bool LinkExchange::ends_live(const ShareReplay::PieceRun& run) const {
  return std::all_of(run.run.begin(), run.run.end(), [&](const Record& record) {
    if (type_kind(record.kind()) != TypeKind::link) return true;  // an error, found later
    const uint32_t word = run.records->links[record.content].container;
    const ContainerId end = replay_.hierarchy_->container(run.names->strings[word]);
    return end.valid() && replay_.lives(end, record, run.names->chunk);
  });
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
  if (!order_links() && trouble.empty()) trouble = kOutOfOrder;
  return trouble;
}

bool LinkExchange::is_earlier_row(const OwnLinks::Row& a, const OwnLinks::Row& b) const {
  return std::pair(a.time, replay_.place(a.at)) < std::pair(b.time, replay_.place(b.at));
}

bool LinkExchange::is_earlier(const Half& a, const Half& b) const {
  if (!replay_.is_by_time()) return a.at < b.at;
  return std::pair(a.time, replay_.place(a.at)) < std::pair(b.time, replay_.place(b.at));
}

std::optional<std::string> LinkExchange::deal_out_by_time() {
  const std::vector<OwnLinks::Row> splitters = choose_splitters();
  std::vector<std::string> to(replay_.exchange_.ranks());
  for (const OwnLinks& links : replay_.links_) {
    if (links.history != nullptr && links.history->reached) {
      replay_.latest_ignored_ = std::max(replay_.latest_ignored_, links.history->latest);
    }
    put_all(links, splitters, to);
  }
  replay_.links_.clear();
  by_track_.clear();
  for (std::string& message : replay_.exchange_.all_to_all(std::move(to))) {
    replay_.messages_.push_back(std::move(message));
    take_links(read_message(replay_.messages_.back()));
  }
  order_links();
  return number_links();
}

// The first links of all processes but the first.
std::vector<OwnLinks::Row> LinkExchange::choose_splitters() const {
  constexpr std::size_t kSamples = 256;  // of each process
  std::vector<OwnLinks::Row> mine;
  for (const OwnLinks& links : replay_.links_) {
    mine.insert(mine.end(), links.order.begin(), links.order.end());
  }
  std::sort(mine.begin(), mine.end(), by_time());
  struct Sample {
    OwnLinks::Row row;
    double weight;
  };
  std::string message;
  const std::size_t count = std::min(kSamples, mine.size());
  for (std::size_t i = 0; i < count; ++i) {
    put(message, Sample{mine[i * mine.size() / count],
                        static_cast<double>(mine.size()) / static_cast<double>(count)});
  }
  std::vector<Sample> all;
  double sum = 0;
  for (const std::string& other : replay_.exchange_.all_gather(std::move(message))) {
    for (auto from = read_message(other); has_more(from);) {
      all.push_back(from.number<Sample>());
      sum += all.back().weight;
    }
  }
  std::sort(all.begin(), all.end(),
            [&](const Sample& a, const Sample& b) { return is_earlier_row(a.row, b.row); });
  std::vector<OwnLinks::Row> splitters;
  double before = 0;
  const auto ranks = static_cast<double>(replay_.exchange_.ranks());
  for (const Sample& sample : all) {
    while (before >= sum / ranks * static_cast<double>(splitters.size() + 1)) {
      splitters.push_back(sample.row);
    }
    before += sample.weight;
  }
  return splitters;
}

void LinkExchange::put_all(const OwnLinks& links, const std::vector<OwnLinks::Row>& splitters,
                           std::vector<std::string>& to) const {
  std::string fields;
  for (const OwnLinks::Row& row : links.order) {
    const auto rank = static_cast<std::size_t>(
        std::upper_bound(splitters.begin(), splitters.end(), row, by_time()) - splitters.begin());
    std::string& message = to[std::min(rank, to.size() - 1)];
    put(message, links.container);
    put(message, links.type);
    put(message, row.at);
    put(message, row.time);
    LinkRow stored = links.row(row);
    stored.key = 0;
    put(message, stored);
    fields.clear();
    if (row.is_received) {
      const ReceivedLink& link = links.received[row.number];
      put_text(message, link.key);
      put_fields(links.received_fields, link.user, fields);
    } else {
      const LinkHistory& history = *links.history;
      put_key(history.key(row.number), message);
      const bool has_some = row.number < history.user.size();
      put_fields(history.user_fields, has_some ? history.user[row.number] : UserFields::kNone,
                 fields);
    }
    put_text(message, fields);
    put_text(message, std::string());
  }
}

// By time among those of all processes, which have consecutive parts of it.
std::optional<std::string> LinkExchange::number_links() {
  std::vector<OwnLinks::Row*> all;
  for (OwnLinks& links : replay_.links_) {
    for (OwnLinks::Row& row : links.order) all.push_back(&row);
  }
  std::sort(all.begin(), all.end(),
            [&](const auto* a, const auto* b) { return is_earlier_row(*a, *b); });
  std::string count;
  put(count, uint64_t{all.size()});
  const auto counts = replay_.exchange_.all_gather(std::move(count));
  Position next = 0, sum = 0;
  for (uint32_t rank = 0; rank < counts.size(); ++rank) {
    const auto found = read_message(counts[rank]).number<uint64_t>();
    if (rank < replay_.exchange_.rank()) next += found;
    sum += found;
  }
  if (sum > UINT32_MAX) return kOutOfOrder;  // places in a piece have 32 bits
  for (OwnLinks::Row* row : all) row->at = next++;
  return std::nullopt;
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
    const bool other_is_first = is_earlier(other, half);
    put_link(other_is_first ? other : half, other_is_first ? half : other, matched);
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
    const auto earlier = [&](const OwnLinks::Row& a, const OwnLinks::Row& b) {
      return replay_.is_by_time() ? is_earlier_row(a, b) : a.at < b.at;
    };
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
