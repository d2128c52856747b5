#include "sharing/slice_plan.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "sharing/messages.hpp"

namespace paje {

namespace {

// How many rows of this process are complete after each batch, in addition.
std::vector<uint64_t> rows_of_batches(ShareReplay& replay) {
  std::vector<uint64_t> rows(replay.last_batch() + std::size_t{1});
  for (const OwnTrack& track : replay.tracks()) {
    uint64_t before = 0;
    for (const RowMark& mark : track.marks) {
      rows[mark.batch] += mark.rows - std::exchange(before, mark.rows);
    }
  }
  for (const OwnLinks& links : replay.links()) {
    for (const OwnLinks::Row& row : links.order) ++rows[replay.batches()[chunk_of(row.at)]];
  }
  return rows;
}

// As ArchiveSink cuts.
std::vector<uint32_t> cut_slices(const std::vector<uint64_t>& rows, uint64_t slice_rows) {
  std::vector<uint32_t> slices;
  uint32_t slice = 0;
  uint64_t waiting = 0;
  for (const uint64_t more : rows) {
    slices.push_back(slice);
    waiting += more;
    if (waiting < slice_rows) continue;
    waiting = 0;
    ++slice;
  }
  return slices;
}

class FragmentMaker {
 public:
  FragmentMaker(ShareReplay& replay, const std::vector<uint32_t>& slice_of_batch, uint32_t rank)
      : replay_(replay), slice_of_batch_(slice_of_batch), rank_(rank) {}

  std::vector<Fragment> run() {
    for (uint32_t i = 0; i < replay_.tracks().size(); ++i) add_track(i);
    return run_of_links();
  }
  std::vector<Fragment> run_of_links() {
    number_stretches();
    for (uint32_t i = 0; i < replay_.links().size(); ++i) add_links(i);
    return std::move(fragments_);
  }

 private:
  void add_track(uint32_t number) {
    const OwnTrack& track = replay_.tracks()[number];
    uint64_t before = 0;
    for (std::size_t i = 0; i < track.marks.size(); ++i) {
      const uint32_t slice = slice_of_batch_[track.marks[i].batch];
      if (i + 1 < track.marks.size() && slice_of_batch_[track.marks[i + 1].batch] == slice)
        continue;
      const uint64_t end = track.marks[i].rows;
      fragments_.push_back({.slice = slice,
                            .container = track.history->container,
                            .type = track.history->type,
                            .kind = track.kind,
                            .rows = end - before,
                            .rank = rank_,
                            .own = number,
                            .first = before});
      before = end;
    }
  }
  // Pieces that one process has without another one's between them.
  void number_stretches() {
    uint32_t stretch = 0;
    const auto& order = replay_.order().all;
    const auto rank_of = [&](std::size_t piece) {
      return replay_.rank_of_item()[order[piece].item];
    };
    for (std::size_t piece = 0; piece < order.size(); ++piece) {
      if (piece != 0 && rank_of(piece) != rank_of(piece - 1)) ++stretch;
      stretch_of_.push_back(stretch);
    }
  }
  void add_links(uint32_t number) {
    const OwnLinks& links = replay_.links()[number];
    std::pair<uint32_t, uint32_t> current(UINT32_MAX, 0);
    for (std::size_t row = 0; row < links.order.size(); ++row) {
      const uint32_t piece = chunk_of(links.order[row].at);
      const std::pair here(slice_of_batch_[replay_.batches()[piece]], stretch_of_[piece]);
      if (here != current) {
        current = here;
        fragments_.push_back({.slice = here.first,
                              .container = links.container,
                              .type = links.type,
                              .kind = TypeKind::link,
                              .order = replay_.is_by_time() ? rank_ : piece,
                              .rank = rank_,
                              .first_time = links.order[row].time,
                              .own = number,
                              .first = row});
      }
      ++fragments_.back().rows;
      fragments_.back().last_time = links.last_time(links.order[row]);
    }
  }

  ShareReplay& replay_;
  const std::vector<uint32_t>& slice_of_batch_;
  uint32_t rank_;
  std::vector<uint32_t> stretch_of_;
  std::vector<Fragment> fragments_;
};

void put_fragment(const Fragment& fragment, std::string& message) {
  put_varint(message, fragment.slice);
  put_varint(message, fragment.container.index);
  put_varint(message, fragment.type.index);
  put(message, fragment.kind);
  put_varint(message, fragment.rows);
  if (fragment.kind != TypeKind::link) return;
  put_varint(message, fragment.order);
  put(message, fragment.first_time);
  put(message, fragment.last_time);
}

Fragment take_fragment(MessageReader& from, uint32_t rank) {
  Fragment fragment{.rank = rank};
  fragment.slice = static_cast<uint32_t>(from.varint());
  fragment.container = {static_cast<uint32_t>(from.varint())};
  fragment.type = {static_cast<uint32_t>(from.varint())};
  fragment.kind = from.number<TypeKind>();
  fragment.rows = from.varint();
  if (fragment.kind != TypeKind::link) return fragment;
  fragment.order = static_cast<uint32_t>(from.varint());
  fragment.first_time = from.number<double>();
  fragment.last_time = from.number<double>();
  return fragment;
}

std::vector<Fragment> gather_fragments(std::vector<Fragment> mine, Exchange& exchange) {
  std::string message;
  for (const Fragment& fragment : mine) put_fragment(fragment, message);
  const auto all = exchange.all_gather(std::move(message));
  std::vector<Fragment> fragments = std::move(mine);
  for (uint32_t rank = 0; rank < all.size(); ++rank) {
    if (rank == exchange.rank()) continue;
    for (auto from = read_message(all[rank]); has_more(from);) {
      fragments.push_back(take_fragment(from, rank));
    }
  }
  std::sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) {
    return std::tie(a.slice, a.container, a.type, a.order) <
           std::tie(b.slice, b.container, b.type, b.order);
  });
  return fragments;
}

bool links_are_in_order(std::vector<Fragment> fragments) {
  std::sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) {
    return std::tie(a.container, a.type, a.slice, a.order) <
           std::tie(b.container, b.type, b.slice, b.order);
  });
  for (std::size_t i = 1; i < fragments.size(); ++i) {
    const Fragment& before = fragments[i - 1];
    const Fragment& next = fragments[i];
    if (next.kind == TypeKind::link && before.container == next.container &&
        before.type == next.type && !(next.first_time >= before.last_time)) {
      return false;
    }
  }
  return true;
}

void make_slices(SlicePlan& plan) {
  for (std::size_t i = 0; i < plan.fragments.size(); ++i) {
    const Fragment& fragment = plan.fragments[i];
    while (plan.slices.size() <= fragment.slice) plan.slices.emplace_back();
    SlicePlan::Slice& slice = plan.slices[fragment.slice];
    std::vector<Track>& tracks = slice.tracks.all;
    if (tracks.empty() || tracks.back().container != fragment.container ||
        tracks.back().type != fragment.type) {
      tracks.push_back({fragment.container, fragment.type, fragment.kind, 0, 0});
      slice.first_fragment.push_back(i);
    }
    tracks.back().last += fragment.rows;
  }
  for (SlicePlan::Slice& slice : plan.slices) number_rows(slice.tracks);
}

uint32_t rank_with_most(const SlicePlan& plan, const SlicePlan::Entry& entry, unsigned ranks) {
  std::vector<uint64_t> rows(ranks);
  for (const auto& segments : entry.blocks.segments) {
    for (const archive::Segment& segment : segments) {
      for_each_fragment(plan, plan.slices[entry.slice], segment,
                        [&](const Fragment& fragment, uint64_t, uint64_t count) {
                          rows[fragment.rank] += count;
                        });
    }
  }
  return static_cast<uint32_t>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

}  // namespace

bool links_are_in_order(ShareReplay& replay, Exchange& exchange) {
  const std::vector<uint32_t> one_slice(replay.last_batch() + std::size_t{1});
  return links_are_in_order(
      gather_fragments(FragmentMaker(replay, one_slice, exchange.rank()).run_of_links(), exchange));
}

SlicePlan plan_slices(ShareReplay& replay, uint64_t slice_rows, Exchange& exchange) {
  SlicePlan plan;
  const std::vector<uint64_t> rows = exchange.sum(rows_of_batches(replay));
  // Where events are sorted, nobody knows after which ones of all a slice would end.
  const uint64_t sum = std::accumulate(rows.begin(), rows.end(), uint64_t{0});
  plan.can_be_shared = !replay.is_by_time() || sum < slice_rows;
  plan.slice_of_batch = cut_slices(rows, slice_rows);
  plan.fragments =
      gather_fragments(FragmentMaker(replay, plan.slice_of_batch, exchange.rank()).run(), exchange);
  make_slices(plan);
  for (uint32_t slice = 0; slice < plan.slices.size(); ++slice) {
    for (PlannedBlocks& blocks : plan_blocks(plan.slices[slice].tracks)) {
      plan.entries.push_back({slice, 0, std::move(blocks)});
      plan.entries.back().rank = rank_with_most(plan, plan.entries.back(), exchange.ranks());
    }
  }
  return plan;
}

}  // namespace paje
