// What processes that read a trace together make of it.
#include <utility>

#include "archive/archive_maker.hpp"
#include "paje/sharing.hpp"
#include "sharing/collect_rows.hpp"
#include "sharing/own_sums.hpp"
#include "sharing/pack_share.hpp"
#include "sharing/read_share.hpp"
#include "sharing/share_replay.hpp"

namespace paje {

Exchange::~Exchange() = default;

namespace {

// The states that ended late, on rank 0.
void gather_late(ShareReplay& replay, const SlicePlan& plan, Exchange& exchange,
                 ArchiveMaker* maker) {
  std::string message;
  for (const OwnLateState& late : late_states(replay, plan)) {
    put(message, late.state.container);
    put(message, late.state.type);
    put_varint(message, late.state.row);
    put(message, late.state.start);
    put(message, late.state.end);
    put(message, late.state.value);
    put_varint(message, late.state.depth);
    std::string fields;
    put_fields(*late.fields, late.state.user, fields);
    put_text(message, fields);
  }
  const auto all = exchange.gather(std::move(message));
  if (maker == nullptr) return;
  for (const std::string& each : all) {
    for (auto from = read_message(each); has_more(from);) {
      LateState late;
      late.container = from.number<ContainerId>();
      late.type = from.number<TypeId>();
      late.row = from.varint();
      late.start = from.number<double>();
      late.end = from.number<double>();
      late.value = from.number<ValueId>();
      late.depth = static_cast<uint32_t>(from.varint());
      UserFields fields;
      late.user = take_fields(from.text(), fields, UserFields::kNone);
      maker->add_late(late, fields);
    }
  }
}

// What the index says of the rows of all processes. Returns the sums on rank 0, which are still to
// be added.
GatheredSums gather_facts(ShareReplay& replay, const SlicePlan& plan, const UserFactMaker& mine,
                          Exchange& exchange, ArchiveMaker* maker) {
  std::string facts, message;
  mine.put(facts);
  put_text(message, facts);
  put_sums(own_sums(replay, plan, exchange.rank()), message);
  GatheredSums sums;
  const auto all = exchange.gather(std::move(message));
  if (maker == nullptr) return sums;
  for (const std::string& each : all) {
    MessageReader from = read_message(each);
    maker->add_facts(read_message(from.text()));
    sums.take(from);
  }
  return sums;
}

void add_blocks(ArchiveMaker& maker, const SlicePlan& plan,
                std::vector<std::vector<SharedBlock>> entries, GatheredSums sums) {
  std::size_t entry = 0;
  for (uint32_t slice = 0; slice < plan.slices.size(); ++slice) {
    const TrackIndex& index = plan.slices[slice].tracks;
    const ArchiveMaker::SliceTracks tracks = maker.begin_slice(index, sums.next_values(index));
    for (; entry < entries.size() && plan.entries[entry].slice == slice; ++entry) {
      for (SharedBlock& block : entries[entry]) {
        maker.add_written_block(std::move(block.entry), std::move(block.levels), tracks);
      }
    }
  }
  sums.release([&](ContainerId container, TypeId type, std::vector<archive::ValueSums> known) {
    maker.add_sums(container, type, std::move(known));
  });
}

}  // namespace

SharedArchive write_archive_together(const std::string& path, const ReadOptions& read,
                                     const ArchiveOptions& options, Exchange& exchange,
                                     const SharedTarget& target) {
  SharedArchive result;
  if ((result.reading.alone = why_read_alone(read))) return result;
  ShareReplay replay(path, read, exchange);
  if ((result.reading.alone = replay.run())) return result;
  const SlicePlan plan = plan_slices(replay, options.slice_rows, exchange);
  if (!plan.can_be_shared) {
    result.reading.alone = "events are not in the order of times, and they are many";
    return result;
  }
  result.reading = replay.reading();
  PackedShare share = pack_share(replay, plan, options.level, exchange);
  auto entries = write_share(share, plan, exchange, target);
  share.blocks.clear();
  // The header comes first and the index last; blocks in between are there.
  uint64_t byte = 0;
  std::optional<ArchiveMaker> maker;
  if (exchange.rank() == 0) {
    maker.emplace(options, [&](std::string_view bytes) {
      target.write(byte, bytes);
      byte += bytes.size();
    });
  }
  gather_late(replay, plan, exchange, maker ? &*maker : nullptr);
  GatheredSums sums = gather_facts(replay, plan, share.facts, exchange, maker ? &*maker : nullptr);
  if (!maker) return result;
  for (const auto& blocks : entries) {
    for (const SharedBlock& block : blocks) byte += block.entry.bytes();
  }
  add_blocks(*maker, plan, std::move(entries), std::move(sums));
  result.sizes = maker->finish(names_of(replay));
  return result;
}

}  // namespace paje
