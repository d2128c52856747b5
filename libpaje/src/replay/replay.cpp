#include "replay/replay.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "event/quote_text.hpp"
#include "replay/build_track_index.hpp"
#include "replay/make_trace.hpp"

namespace paje {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

Replay::Replay(const Input& input, const ReadOptions& options, Objects objects, ObjectSink* sink)
    : can_be_read_again_(input.kind() == Input::Kind::path),
      options_(options),
      objects_(objects),
      sink_(sink),
      parallel_(options.threads),
      pipeline_(input, options, parallel_,
                objects == Objects::handed_over ? std::optional(kHandedOverPieces) : std::nullopt),
      hierarchy_(options),
      filter_(options.selection) {}

Trace Replay::run() {
  read();
  close();
  if (objects_ != Objects::kept) histories_.release();
  return make_trace();
}

Replay::InRows Replay::run_to_rows() {
  read();
  close();
  auto histories = histories_.release();
  TrackIndex tracks = build_track_index(histories, hierarchy_);
  Trace trace = make_trace();
  return {histories_.release_segments(), std::move(histories), std::move(tracks), std::move(trace)};
}

void Replay::read() {
  pipeline_.run([this](const ChunkBatch<ChunkRecords>& batch) {
    replay_batch(batch);
    if (options_.on_progress) options_.on_progress({counts_, batch.consumed, batch.size});
  });
  counts_ = pipeline_.of_input(counts_);
}

void Replay::replay_batch(const ChunkBatch<ChunkRecords>& batch) {
  apply_structure(batch);
  work_.replay(hierarchy_, options_, parallel_, histories_.segments());
  finish_batch();
  report_problems();
  flush();
  chunks_before_ += static_cast<uint32_t>(chunks_.size());
  chunks_.clear();
}

void Replay::apply_structure(const ChunkBatch<ChunkRecords>& batch) {
  chunks_.reserve(batch.pieces.size());  // for runs refer to what is in there
  for (const PlacedChunk<ChunkRecords>& piece : batch.pieces) {
    chunks_.push_back({.piece = piece});
    const auto before = static_cast<std::ptrdiff_t>(problems_.size());
    apply_structure(chunks_.back());
    const bool has_error =
        std::any_of(problems_.begin() + before, problems_.end(),
                    [](const PlacedProblem& placed) { return is_error(placed.problem.rule); });
    if (strict() && has_error) return;
  }
}

void Replay::apply_structure(BatchChunk& chunk) {
  const ChunkRecords& records = chunk.records();
  counts_.lines += records.line_count();
  counts_.events += records.event_count();
  counts_.bytes += records.chunk().text.size();
  const auto number = chunks_before_ + static_cast<uint32_t>(chunks_.size() - 1);
  // Those of decoding first: a line may have one and be applied, because it is mended.
  std::vector<Problem> found = records.problems;
  chunk.names = hierarchy_.apply(records, number, *pipeline_.definitions(), found);
  chunk.destructions = hierarchy_.destructions();
  chunk.destroyed = hierarchy_.destroyed();
  if (options_.on_warning) {
    for (const uint32_t event : hierarchy_.ignored()) {
      warn_of_ignored(chunk, event, FieldName::name);
    }
  }
  for (Problem& problem : found) {
    problems_.push_back({position(number, 0), std::move(problem)});
  }
  route_tracks(chunk);
}

void Replay::finish_batch() {
  work_.move_problems(problems_);
  for (BatchChunk& chunk : chunks_) finish_destructions(chunk);
}

void Replay::finish_destructions(BatchChunk& chunk) {
  const std::span<const ContainerId> destroyed(chunk.destroyed);
  std::size_t begin = 0;
  for (const auto& [id, event, end] : chunk.destructions) {
    finish_destruction(chunk, id, event, destroyed.subspan(begin, end - begin));
    begin = end;
  }
  for (const ContainerId id : chunk.destroyed) {
    histories_.for_each_of(id, [&](uint32_t number) {
      histories_[number].close(hierarchy_.containers[id.index].end);
      work_.add(histories_[number], number);  // so that what closed is delivered
    });
  }
}

// A container is not destroyed before its last event, nor before that of one that dies with it.
void Replay::finish_destruction(const BatchChunk& chunk, ContainerId id, uint32_t event,
                                std::span<const ContainerId> destroyed) {
  const double time = hierarchy_.containers[id.index].end;
  double latest = time;
  ContainerId reached_last = id;
  const auto reach = [&](ContainerId container, double at) {
    if (!(at > latest)) return;
    latest = at;
    reached_last = container;
  };
  for (const ContainerId container : destroyed) {
    reach(container, hierarchy_.containers[container.index].start);
    histories_.for_each_of(container, [&](uint32_t number) {
      const History& history = histories_[number];
      if (history.reached) reach(container, history.latest);
    });
  }
  if (latest <= time) return;
  const std::string_view name = hierarchy_.containers[reached_last.index].name.text;
  problems_.push_back({position(chunk.names.chunk, event),
                       {.rule = Rule::destroyed_before_end,
                        .line_offset = chunk.records().offset(event),
                        .at = Problem::At::field,
                        .field = FieldName::time,
                        .found = time_text(time),
                        .expected = "a time not before " + time_text(latest) +
                                    ", when the last event reached container " + quoted(name),
                        .repair = Repair::end_moved}});
  for (const ContainerId container : destroyed) hierarchy_.containers[container.index].end = latest;
}

void Replay::flush() {
  if (sink_ != nullptr) {
    const std::vector<History*> histories = work_.histories();
    filter_.learn(hierarchy_.types, hierarchy_.containers);
    sink_->deliver(histories, SelectedFlush(hierarchy_, filter_), parallel_);
    for (History* history : histories) history->tell_used_keys(recent_keys_);
    for (const BatchChunk& chunk : chunks_) {
      for (const ContainerId id : chunk.destroyed) {
        if (id != kRootContainer) flush_container(id);
      }
    }
  }
  work_.clear();
}

void Replay::flush_container(ContainerId id) {
  const Container& container = hierarchy_.containers[id.index];
  if (!filter_.matches_container(id) || !filter_.has_type(container.type)) return;
  std::vector<std::string_view> words;
  hierarchy_.user_fields.collect(hierarchy_.user_fields_of(id), words);
  sink_->deliver_container(
      container, hierarchy_.types[container.type.index],
      container.parent.valid() ? &hierarchy_.containers[container.parent.index] : nullptr, words);
}

// Everything that is open.
void Replay::close() {
  end_ = end_of_trace();
  for (Container& container : hierarchy_.containers) {
    // One that is created after stop_at lasts no time.
    if (!container.destroyed) container.end = std::max(end_.value_or(0), container.start);
  }
  for (const auto& history : histories_) {
    history->close(end_.value_or(0));
    if (objects_ == Objects::kept && history->hidden_after < kForever) history->hide_rows();
  }
  report_half_links();
  filter_.learn(hierarchy_.types, hierarchy_.containers);
  if (objects_ == Objects::kept && !filter_.is_everything()) select_rows();
  if (sink_ != nullptr) {
    std::vector<History*> histories;
    for (const auto& history : histories_) histories.push_back(history.get());
    sink_->deliver(histories, SelectedFlush(hierarchy_, filter_), parallel_);
    sink_->end_objects(hierarchy_, parallel_);
    for (uint32_t id = 1; id < hierarchy_.containers.size(); ++id) {
      if (!hierarchy_.containers[id].destroyed) flush_container({id});
    }
  }
  if (!options_.selection.allow_unmatched) {
    check_matched({&filter_, 1}, hierarchy_.types, hierarchy_.containers);
  }
}

void Replay::select_rows() {
  const std::span<const std::unique_ptr<History>> all(histories_.begin(), histories_.end());
  parallel_.for_each(all.size(), [&](std::size_t i) { all[i]->select_rows(filter_); });
}

// The greatest time of an event that counts: lines need not be in order. Without any time a trace
// ends at 0; without any event it has no end.
std::optional<double> Replay::end_of_trace() const {
  if (options_.stop_at) return options_.stop_at;
  double latest = hierarchy_.latest();
  for (const auto& history : histories_) {
    if (history->reached) latest = std::max(latest, history->latest);
  }
  if (latest > -kForever) return latest;
  return counts_.events != 0 ? std::optional(0.0) : std::nullopt;
}

Trace Replay::make_trace() {
  TraceData data;
  auto histories = histories_.release();
  data.tracks = build_track_index(histories, hierarchy_);
  data.names = std::move(hierarchy_).finish();
  data.definitions = pipeline_.definitions()->copy();
  data.end_time = end_;
  data.counts = counts_;
  move_objects(std::move(histories), data, parallel_);
  // Not const itself: see TraceEditor.
  return Trace(std::make_shared<TraceData>(std::move(data)));
}

}  // namespace paje
