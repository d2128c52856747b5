#include "sharing/share_replay.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sharing/batch_notes.hpp"
#include "sharing/link_exchange.hpp"
#include "sharing/piece_structure.hpp"
#include "sharing/runs_by_time.hpp"
#include "sharing/slice_plan.hpp"

namespace paje {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

ShareReplay::ShareReplay(const std::string& path, const ReadOptions& options, Exchange& exchange,
                         ShareSurvey* survey)
    : options_(options),
      exchange_(exchange),
      parallel_(options.threads),
      survey_(survey),
      files_(path, options),
      decoder_(files_, options, parallel_, survey) {}

// The first trouble that anybody has; last what sorting may help.
std::optional<std::string> ShareReplay::agree(std::string trouble) {
  bool may_help = false;
  for (std::string& each : exchange_.all_gather(std::move(trouble))) {
    if (each.empty()) continue;
    if (each == kOutOfOrder) {
      may_help = true;
      continue;
    }
    if (each == kBadTrace) each.clear();
    return std::move(each);
  }
  return may_help ? std::optional<std::string>(kOutOfOrder) : std::nullopt;
}

std::optional<std::string> ShareReplay::run() {
  if (auto trouble = decode()) return trouble;
  std::string trouble = apply_structure();
  if (trouble.empty()) trouble = route();
  if (auto found = agree(std::move(trouble))) return found;
  move_shared_tracks();
  auto found = replay_objects();
  // One process does not sort a single file.
  if (found == kOutOfOrder && files_.files().size() == 1) return "";
  if (found == kOutOfOrder && can_be_sorted()) {
    is_by_time_ = true;
    merge_definitions();
    tracks_.clear();
    links_.clear();
    found = replay_objects();
  }
  if (found) return found;
  if (is_by_time_) number_values_by_time();
  // Rows have all that is needed of them.
  pieces_.clear();
  names_.clear();
  received_.clear();
  find_end();
  close_tracks();
  return std::nullopt;
}

std::optional<std::string> ShareReplay::replay_objects() {
  std::string trouble = replay_tracks();
  LinkExchange links(*this);
  if (trouble.empty() || trouble == kOutOfOrder) trouble = worse(trouble, links.replay());
  if (auto found = agree(std::move(trouble))) return found;
  if (auto found = agree(links.match())) return found;
  if (is_by_time_) return links.deal_out_by_time();
  if (!links_are_in_order(*this, exchange_)) return kOutOfOrder;
  return std::nullopt;
}

std::optional<std::string> ShareReplay::decode() {
  for (bool goes_on = true; goes_on;) {
    const auto found =
        exchange_.all_gather(files_.look_at_files(exchange_.rank(), exchange_.ranks()));
    if (auto trouble = files_.begin_round(found)) return trouble;
    std::string results;
    std::optional<std::string> trouble;
    // The first deals are one for each, so that all have some even if one is quick.
    exchange_.start_counter();
    for (uint64_t deal = exchange_.rank(); !trouble && deal < files_.deals().size();
         deal = exchange_.ranks() + exchange_.next_number()) {
      trouble = decoder_.decode(files_.deals()[deal], results);
    }
    exchange_.stop_counter();
    if (auto first = agree(trouble.value_or(""))) return first;
    std::vector<ItemResult> all;
    const auto gathered = exchange_.all_gather(std::move(results));
    rank_of_item_.resize(files_.items().size());
    for (uint32_t rank = 0; rank < gathered.size(); ++rank) {
      for (auto from = read_message(gathered[rank]); has_more(from);) {
        all.push_back(take_result(from));
        rank_of_item_[all.back().item] = rank;
      }
    }
    const auto further = files_.end_round(std::move(all));
    if (!further) return "";
    goes_on = *further;
  }
  return std::nullopt;
}

std::string ShareReplay::apply_structure() {
  order_ = order_pieces(files_);
  batches_ = batches_of(files_, order_, options_.chunk_bytes);
  for (const EventDefinition& each : order_.definitions) definitions_.append(each);
  hierarchy_.emplace(options_);
  const auto definitions_of = [&](uint32_t item) -> const std::vector<uint32_t>& {
    return order_.definitions_of_item[item];
  };
  // Of items that were begun. There are few: those of a file and of the files that name it.
  struct Item {
    StructureReader reader;
    StructureReader::Piece next;
  };
  std::map<uint32_t, Item> begun;
  std::vector<Problem> problems;
  for (uint32_t number = 0; number < order_.all.size(); ++number) {
    const auto [item, piece] = order_.all[number];
    const auto go_on = [&, of = item](Item& from) {
      from.next.records.reset();
      if (from.reader.has_more()) from.next = from.reader.next(definitions_of(of));
    };
    if (piece == 0) {
      go_on(
          begun.try_emplace(item, Item{{files_.result(item).structure, options_, workspaces_}, {}})
              .first->second);
    }
    const auto found = begun.find(item);
    if (found == begun.end()) continue;
    Item& from = found->second;
    if (from.next.records != nullptr && from.next.piece == piece) {
      if (!from.next.records->structural.empty()) structured_.push_back(number);
      (void)hierarchy_->apply(*from.next.records, number, definitions_, problems);
      if (has_error(problems)) return kBadTrace;
      if (survey_ != nullptr && !hierarchy_->ignored().empty()) return kHasWarnings;
      go_on(from);
    }
    if (from.next.records == nullptr) begun.erase(found);
  }
  pieces_ = decoder_.take_pieces();
  std::erase_if(pieces_,
                [&](const DecodedPiece& each) { return files_.items()[each.item].is_dropped; });
  std::sort(pieces_.begin(), pieces_.end(), [&](const DecodedPiece& a, const DecodedPiece& b) {
    return order_.number_of[a.item][a.piece] < order_.number_of[b.item][b.piece];
  });
  names_.reserve(pieces_.size());
  for (DecodedPiece& each : pieces_) {
    each.records->renumber_definitions(definitions_of(each.item));
    names_.push_back(hierarchy_->apply(*each.records, order_.number_of[each.item][each.piece],
                                       definitions_, problems));
  }
  if (survey_ != nullptr && !problems.empty()) return kHasWarnings;
  return {};
}

std::string ShareReplay::route() {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    std::string trouble = route(*pieces_[i].records, names_[i]);
    if (!trouble.empty()) return trouble;
  }
  return {};
}

std::size_t ShareReplay::routed(ContainerId container, TypeId type) {
  const auto [number, is_new] = routed_numbers_.number_of(container.index, type.index);
  if (is_new) routed_.push_back({container, type, hierarchy_->types[type.index].kind, {}});
  return number;
}

// As Replay::route_track() does.
std::string ShareReplay::route(const ChunkRecords& records, const ChunkNames& names) {
  const Hierarchy& hierarchy = *hierarchy_;
  for (const ChunkTrack& track : records.tracks) {
    std::span<const Record> run(records.records.data() + track.begin, track.end - track.begin);
    const TypeId type = hierarchy.type(names.strings[track.type]);
    const ContainerId container = hierarchy.container(names.strings[track.container]);
    const Position first = position(names.chunk, track.first_event);
    if (!type.valid() || !container.valid() ||
        hierarchy.types[type.index].kind == TypeKind::container ||
        hierarchy.defined_at(type) >= first || hierarchy.created_at(container) >= first ||
        hierarchy.types[type.index].parent != hierarchy.containers[container.index].type) {
      return kBadTrace;
    }
    const Position destroyed = hierarchy.destroyed_at(container);
    const auto after = std::partition_point(run.begin(), run.end(), [&](const Record& record) {
      return position(names.chunk, record.event()) < destroyed;
    });
    const auto used = static_cast<std::size_t>(after - run.begin());
    if (survey_ != nullptr && used != run.size()) return kHasWarnings;
    for (const Record& record : run.subspan(used)) {
      latest_ignored_ = std::max(latest_ignored_, record.time);
    }
    if (used == 0) continue;
    routed_[routed(container, type)].runs.push_back({&records, &names, run.first(used)});
  }
  return {};
}

std::string ShareReplay::replay_tracks() {
  std::vector<Routed*> from;
  for (Routed& track : routed_) {
    if (track.kind == TypeKind::link || track.runs.empty()) continue;
    from.push_back(&track);
    tracks_.push_back(
        {make_history(track.container, track.type, track.kind, segments_), track.kind, {}, {}});
  }
  std::vector<std::string> troubles(from.size());
  parallel_.for_each(from.size(),
                     [&](std::size_t i) { replay(*from[i], tracks_[i], troubles[i]); });
  std::string trouble;
  for (std::string& each : troubles) trouble = worse(trouble, each);
  return trouble;
}

std::optional<uint32_t> ShareReplay::destroyed_in(ContainerId container) const {
  const Position at = hierarchy_->destroyed_at(container);
  return at == kNever ? std::nullopt : std::optional(batches_[chunk_of(at)]);
}

void ShareReplay::replay(Routed& from, OwnTrack& to, std::string& trouble) const {
  std::stable_sort(from.runs.begin(), from.runs.end(), [](const PieceRun& a, const PieceRun& b) {
    return a.names->chunk < b.names->chunk;
  });
  std::vector<PlacedProblem> problems;
  BatchNotes notes(to);
  for (const PieceRun& run : is_by_time_ ? in_time_order(from) : from.runs) {
    if (is_by_time_ && !all_live(from.container, run)) {
      trouble = kBadTrace;
      return;
    }
    notes.begin(is_by_time_ ? 0 : batches_[run.names->chunk]);
    to.history->replay({*run.records, *run.names, run.run}, *hierarchy_, options_, problems);
    if (problems.empty()) continue;
    trouble = trouble_of(problems);
    return;
  }
  const auto destroyed = destroyed_in(from.container);
  if (destroyed) {
    const double end = hierarchy_->containers[from.container.index].end;
    if (to.history->latest > end) trouble = kBadTrace;
    notes.begin(is_by_time_ ? 0 : *destroyed);
    to.history->close(end);
  }
  notes.end();
}

// The greatest time of an event that counts, as Replay::end_of_trace() has it.
void ShareReplay::find_end() {
  double latest = std::max(hierarchy_->latest(), latest_ignored_);
  for (const OwnTrack& track : tracks_) {
    if (track.history->reached) latest = std::max(latest, track.history->latest);
  }
  for (const OwnLinks& links : links_) {
    if (links.history != nullptr && links.history->reached) {
      latest = std::max(latest, links.history->latest);
    }
  }
  std::string mine;
  put(mine, latest);
  for (const std::string& other : exchange_.all_gather(std::move(mine))) {
    latest = std::max(latest, read_message(other).number<double>());
  }
  if (latest > -kForever) {
    end_ = latest;
  } else if (order_.counts.events != 0) {
    end_ = 0.0;
  }
}

void ShareReplay::close_tracks() {
  for (Container& container : hierarchy_->containers) {
    if (!container.destroyed) container.end = std::max(end_.value_or(0), container.start);
  }
  parallel_.for_each(tracks_.size(), [&](std::size_t i) {
    OwnTrack& track = tracks_[i];
    if (destroyed_in(track.history->container)) return;
    BatchNotes notes(track);
    notes.begin(last_batch());
    track.history->close(end_.value_or(0));
    notes.end();
  });
  for (OwnTrack& track : tracks_) {
    std::sort(track.later.begin(), track.later.end(),
              [](const LaterEnd& a, const LaterEnd& b) { return a.row < b.row; });
  }
}

SharedReading ShareReplay::reading() const {
  return {.alone = std::nullopt,
          .counts = order_.counts,
          .parts = files_.files().size() - 1,
          .my_bytes = decoder_.bytes()};
}

}  // namespace paje
