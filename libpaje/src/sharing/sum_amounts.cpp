// Aggregation models of all processes: amounts of leaves are gathered; those of leaves of several
// containers are exact sums.
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "aggregation/leaf_filler.hpp"
#include "aggregation/model_frame.hpp"
#include "base/thread_pool.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/exact_messages.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

class AmountsTogether {
 public:
  AmountsTogether(const Trace& trace, const AggregationModelOptions& options, Exchange& exchange)
      : trace_(trace), options_(options), exchange_(exchange), filler_(trace, options) {}

  std::optional<AggregationModel> run() {
    frame_ = make_frame(trace_, choose_leaves(trace_, options_));
    if (any_of_all(filler_.find_bad_variable().has_value(), exchange_)) return std::nullopt;
    filler_.number_values(values_of_all(), frame_.model);
    choose_time(trace_, options_, frame_);
    limit_cells(exchange_.sum({objects_of(trace_)})[0], frame_);
    if (filler_.kind() == TypeKind::link) find_links();
    const auto all = exchange_.gather(amounts());
    if (exchange_.rank() == 0) add(all);
    return std::move(frame_.model);
  }

 private:
  [[nodiscard]] std::vector<bool> values_of_all() const {
    const std::vector<bool> mine = filler_.used_values();
    const std::vector<uint64_t> counts =
        exchange_.sum(std::vector<uint64_t>(mine.begin(), mine.end()));
    std::vector<bool> used;
    for (const uint64_t count : counts) used.push_back(count != 0);
    return used;
  }

  void find_links() {
    std::unordered_map<uint32_t, uint32_t> leaf_of;
    for (uint32_t leaf = 0; leaf < frame_.leaves.size(); ++leaf) {
      for (const LeafPart& part : frame_.leaves[leaf].parts) {
        leaf_of.emplace(part.container.index, leaf);
      }
    }
    const LinkColumns links = trace_.links();
    for (const Track& track : trace_.tracks()) {
      if (!filler_.is_aggregated(track.type)) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const auto leaf = leaf_of.find(links.start_container[row].index);
        if (leaf != leaf_of.end()) links_of_leaf_[leaf->second].push_back(row);
      }
    }
  }

  // Of the leaves that this process has something of.
  std::string amounts() {
    std::string message;
    ThreadPool pool(options_.threads);
    pool.ordered(
        frame_.leaves.size(),
        [&](std::size_t leaf) { return amounts_of(static_cast<uint32_t>(leaf)); },
        [&](const std::string& of_leaf) { message += of_leaf; });
    return message;
  }

  [[nodiscard]] std::string amounts_of(uint32_t number) const {
    const Leaf& leaf = frame_.leaves[number];
    const auto links = links_of_leaf_.find(number);
    std::vector<LeafPart> mine;
    for (const LeafPart& part : leaf.parts) {
      const Track track = trace_.track(part.container, part.type);
      if (track.first != track.last && track.kind != TypeKind::link) mine.push_back(part);
    }
    if (mine.empty() && links == links_of_leaf_.end()) return {};
    const auto fill_links = [&](LeafCells& cells) {
      for (const uint64_t row : links->second) filler_.fill_link(row, cells);
    };
    if (leaf.parts.size() == 1) {
      std::vector<double> amounts(frame_.model.cells.row(1, 0));
      LeafCells cells(frame_.model, amounts.data(), filler_.weight(leaf));
      for (const LeafPart& part : mine) filler_.fill(part, cells);
      if (links != links_of_leaf_.end()) fill_links(cells);
      return message_of(number, amounts);
    }
    LeafSums sums(frame_.model);
    for (const LeafPart& part : mine) {
      sums.add(filler_.weight(leaf), [&](LeafCells& cells) { filler_.fill(part, cells); });
    }
    if (links != links_of_leaf_.end()) sums.add(1, fill_links);
    return message_of(number, sums.sums());
  }

  static ExactSum sum_of(double amount) { return ExactSum::of(std::span(&amount, 1)); }
  static const ExactSum& sum_of(const ExactSum& sum) { return sum; }

  // The cells that are not 0, each with how many that are come before it.
  template <class Amount>
  static std::string message_of(uint32_t leaf, const std::vector<Amount>& amounts) {
    std::string cells;
    uint64_t count = 0, zeros = 0;
    for (const Amount& amount : amounts) {
      const ExactSum& sum = sum_of(amount);
      if (sum.rounded() == 0) {
        ++zeros;
        continue;
      }
      ++count;
      put_varint(cells, std::exchange(zeros, 0));
      put_sum(sum, cells);
    }
    std::string message;
    put_varint(message, leaf);
    put_varint(message, count);
    return message + cells;
  }

  void add(const std::vector<std::string>& all) {
    AggregationCells& cells = frame_.model.cells;
    cells.amounts.assign(static_cast<std::size_t>(cells.leaves) * cells.slices * cells.values, 0);
    struct Next {
      MessageReader from;
      uint64_t leaf;
    };
    std::vector<Next> next;
    for (const std::string& message : all) {
      MessageReader from = read_message(message);
      if (!has_more(from)) continue;
      const uint64_t leaf = from.varint();
      next.push_back({from, leaf});
    }
    for (uint32_t leaf = 0; leaf < cells.leaves; ++leaf) {
      std::map<uint64_t, ExactSum> sums;
      for (Next& process : next) {
        if (process.leaf != leaf) continue;
        uint64_t cell = 0;
        for (uint64_t left = process.from.varint(); left != 0; --left) {
          cell += process.from.varint();
          sums[cell++].add(take_sum(process.from));
        }
        process.leaf = has_more(process.from) ? process.from.varint() : UINT64_MAX;
      }
      for (const auto& [cell, sum] : sums) cells.amounts[cells.row(leaf, 0) + cell] = sum.rounded();
    }
  }

  const Trace& trace_;
  const AggregationModelOptions& options_;
  Exchange& exchange_;
  LeafFiller filler_;
  ModelFrame frame_;
  std::unordered_map<uint32_t, std::vector<uint64_t>> links_of_leaf_;
};

}  // namespace

std::optional<AggregationModel> aggregation_model_together(const SharedTrace& share,
                                                           const AggregationModelOptions& options,
                                                           Exchange& exchange) {
  check_options(share.trace, options);
  return AmountsTogether(share.trace, options, exchange).run();
}

}  // namespace paje
