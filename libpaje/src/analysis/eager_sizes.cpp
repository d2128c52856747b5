#include "analysis/eager_sizes.hpp"

#include <unordered_map>

#include "analysis/each_message.hpp"
#include "analysis/match_messages.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

class EvidenceOfPart {
 public:
  EvidenceOfPart(const DependencyGraph& graph, const LaterCalls& later)
      : graph_(graph), later_(later) {}

  void add(const Message& message, double size) {
    if (graph_.kind(message.source) == CallKind::blocking_send) return add_send(message, size);
    const SendingSign sign = later_.of(message).sign;
    if (sign == SendingSign::none) return;
    count(in_later_calls_, size, sign == SendingSign::did_not_wait);
  }
  void add_to(SendingEvidence& all) const {
    for (const auto& [size, found] : in_sends_) all.in_sends.push_back(found);
    for (const auto& [size, found] : in_later_calls_) all.in_later_calls.push_back(found);
  }

 private:
  using BySize = std::unordered_map<double, SizeEvidence>;

  void add_send(const Message& message, double size) {
    const double end = graph_.end(message.source);
    const bool is_early = share_of_transfer(graph_, message, end) < kMostOfTransfer;
    const bool is_late = graph_.posted(message) > graph_.sent(message) + graph_.resolution();
    if (is_early || is_late) count(in_sends_, size, is_early);
  }
  static void count(BySize& by_size, double size, bool is_early) {
    SizeEvidence& found = by_size.try_emplace(size, SizeEvidence{size}).first->second;
    ++(is_early ? found.early : found.waiting);
  }

  const DependencyGraph& graph_;
  const LaterCalls& later_;
  BySize in_sends_, in_later_calls_;
};

// Sorts by size, and merges the evidence of equal sizes.
void merge_sizes(std::vector<SizeEvidence>& evidence) {
  std::sort(evidence.begin(), evidence.end(),
            [](const SizeEvidence& a, const SizeEvidence& b) { return a.size < b.size; });
  std::vector<SizeEvidence> merged;
  for (const SizeEvidence& each : evidence) {
    if (merged.empty() || merged.back().size < each.size) {
      merged.push_back(each);
    } else {
      merged.back().early += each.early;
      merged.back().waiting += each.waiting;
    }
  }
  evidence = std::move(merged);
}

struct Limit {
  double largest = -1;
  uint64_t contradicting = 0;
};

// `evidence` is sorted by size. A limit is contradicted by early sends above it, and by waiting
// sends up to it.
Limit find_limit(const std::vector<SizeEvidence>& evidence) {
  Limit best;
  for (const SizeEvidence& each : evidence) best.contradicting += each.early;
  uint64_t contradicting = best.contradicting;
  for (const SizeEvidence& each : evidence) {
    contradicting = contradicting + each.waiting - each.early;
    if (contradicting < best.contradicting) best = {each.size, contradicting};
  }
  return best;
}

double least_waiting_above(const std::vector<SizeEvidence>& evidence, double limit) {
  const auto found = std::find_if(evidence.begin(), evidence.end(), [&](const SizeEvidence& each) {
    return each.size > limit && each.waiting != 0;
  });
  return found == evidence.end() ? std::numeric_limits<double>::infinity() : found->size;
}

}  // namespace

SendingEvidence find_sending_evidence(const DependencyGraph& graph, std::span<const double> sizes,
                                      const LaterCalls& later, ThreadPool& pool,
                                      const std::vector<bool>& of_source) {
  constexpr std::size_t kPart = 1 << 16;
  const std::size_t count = graph.messages().size();
  std::vector<EvidenceOfPart> parts((count + kPart - 1) / kPart, EvidenceOfPart(graph, later));
  pool.for_each(parts.size(), [&](std::size_t part) {
    const std::size_t last = std::min(count, (part + 1) * kPart);
    for_each_message(graph, part * kPart, last, [&](std::size_t, const Message& message) {
      if (!is_sent_by(graph, message, of_source)) return;
      parts[part].add(message, sizes.empty() ? 0 : sizes[message.link]);
    });
  });
  SendingEvidence all;
  for (const EvidenceOfPart& part : parts) part.add_to(all);
  if (sizes.empty()) all.in_sends.clear();
  merge_sizes(all.in_sends);
  merge_sizes(all.in_later_calls);
  return all;
}

EagerSizes find_eager_sizes(SendingEvidence evidence) {
  merge_sizes(evidence.in_sends);
  EagerSizes found;
  found.largest = find_limit(evidence.in_sends).largest;
  found.least_waiting = least_waiting_above(evidence.in_sends, found.largest);
  std::vector<SizeEvidence> all = std::move(evidence.in_sends);
  all.insert(all.end(), evidence.in_later_calls.begin(), evidence.in_later_calls.end());
  merge_sizes(all);
  merge_sizes(evidence.in_later_calls);
  found.least_in_later_calls =
      least_waiting_above(evidence.in_later_calls, find_limit(all).largest);
  return found;
}

}  // namespace paje
