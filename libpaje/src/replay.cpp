#include "replay.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "locate.hpp"
#include "message_text.hpp"

namespace paje {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr double kForever = std::numeric_limits<double>::infinity();

uint32_t chunk_of(Position at) { return static_cast<uint32_t>(at >> 32U); }

}  // namespace

Replay::Replay(const Input& input, const ReadOptions& options, Objects objects,
               Recipient* recipient)
    : can_be_read_again_(input.kind() == Input::Kind::path),
      options_(options),
      objects_(objects),
      recipient_(recipient),
      parallel_(options.threads),
      windows_(input, options, parallel_,
               objects == Objects::handed_over ? std::optional(kHandedOverPieces) : std::nullopt),
      hierarchy_(options) {}

Trace Replay::run() {
  read();
  close();
  if (objects_ != Objects::kept) histories_.clear();
  return make_trace();
}

Replay::InRows Replay::run_to_rows() {
  read();
  close();
  auto histories = std::exchange(histories_, {});
  ObjectLists lists = object_lists(histories, hierarchy_);
  Trace trace = make_trace();
  return {std::move(segments_), std::move(histories), std::move(lists), std::move(trace)};
}

void Replay::read() {
  windows_.run([this](const Window<ChunkRecords>& window) {
    replay_window(window);
    if (options_.on_progress) options_.on_progress({counts_, window.consumed, window.size});
  });
  counts_ = windows_.of_input(counts_);
}

void Replay::replay_window(const Window<ChunkRecords>& window) {
  settle(window);
  replay_histories();
  conclude();
  report_problems();
  hand_over();
  chunks_before_ += static_cast<uint32_t>(chunks_.size());
  chunks_.clear();
}

void Replay::settle(const Window<ChunkRecords>& window) {
  chunks_.reserve(window.pieces.size());  // for runs refer to what is in there
  for (const Piece<ChunkRecords>& piece : window.pieces) {
    chunks_.push_back({.piece = piece});
    const auto before = static_cast<std::ptrdiff_t>(problems_.size());
    settle(chunks_.back());
    const bool has_error =
        std::any_of(problems_.begin() + before, problems_.end(),
                    [](const PlacedProblem& placed) { return is_error(placed.problem.rule); });
    if (strict() && has_error) return;
  }
}

void Replay::settle(WindowChunk& chunk) {
  const ChunkRecords& records = chunk.records();
  counts_.lines += records.line_count();
  counts_.events += records.event_count();
  counts_.bytes += records.chunk().text.size();
  const auto number = chunks_before_ + static_cast<uint32_t>(chunks_.size() - 1);
  // Those of decoding first: a line may have one and be applied, for it is mended.
  std::vector<Problem> found = records.problems;
  chunk.names = hierarchy_.apply(records, number, *windows_.definitions(), found);
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
  assign_lanes(chunk);
}

void Replay::assign_lanes(WindowChunk& chunk) {
  for (const Lane& lane : chunk.records().lanes) assign_lane(chunk, lane);
}

void Replay::assign_lane(WindowChunk& chunk, const Lane& lane) {
  const std::span<const Record> all(chunk.records().records.data() + lane.begin,
                                    lane.end - lane.begin);
  const std::size_t usable = is_usable(chunk, lane) ? 0 : refuse_unusable(chunk, lane, all);
  if (usable == all.size()) return;
  const ContainerId container = hierarchy_.container(chunk.names.strings[lane.container]);
  const TypeId type = hierarchy_.type(chunk.names.strings[lane.type]);
  auto records = all.subspan(usable);
  const Position destroyed = hierarchy_.destroyed_at(container);
  if (destroyed < position(chunk.names.chunk + 1, 0)) {
    const auto after = std::partition_point(records.begin(), records.end(), [&](const Record& r) {
      return position(chunk.names.chunk, r.event()) < destroyed;
    });
    const auto used = static_cast<std::size_t>(after - records.begin());
    ignore(chunk, records.subspan(used));
    records = records.first(used);
    if (records.empty()) return;
  }
  Work& work = work_of(container, type);
  work.runs.push_back(
      {chunk.records(), chunk.names, records, chunk.piece.file.get(), chunk.piece.first_line});
  work.records += records.size();
}

// Records of a destroyed container change nothing, but that the trace lasts as long as they do.
void Replay::ignore(const WindowChunk& chunk, std::span<const Record> records) {
  for (const Record& record : records) {
    if (!options_.stop_at || record.time <= *options_.stop_at) hierarchy_.reach(record.time);
    if (options_.on_warning) warn_of_ignored(chunk, record.event(), FieldName::container);
  }
}

void Replay::warn_of_ignored(const WindowChunk& chunk, uint32_t event, FieldName named) {
  problems_.push_back({position(chunk.names.chunk, event),
                       {.rule = Rule::event_after_destruction,
                        .line_offset = chunk.records().offset(event),
                        .at = Problem::At::field,
                        .field = named,
                        .expected = "no event of a container behind its destruction"}});
}

// Whether all records of a lane can be used, as its first one tells; without a look at any.
bool Replay::is_usable(const WindowChunk& chunk, const Lane& lane) const {
  const TypeId type = hierarchy_.type(chunk.names.strings[lane.type]);
  const ContainerId container = hierarchy_.container(chunk.names.strings[lane.container]);
  if (!type.valid() || !container.valid()) return false;
  const Position first = position(chunk.names.chunk, lane.first_event);
  const Type& found = hierarchy_.types[type.index];
  return found.kind != TypeKind::container && hierarchy_.defined_at(type) < first &&
         hierarchy_.created_at(container) < first &&
         found.parent == hierarchy_.containers[container.index].type;
}

// Reports the records of a lane whose names do not stand for a container and a type of it, and
// returns how many there are; they are the first ones.
std::size_t Replay::refuse_unusable(WindowChunk& chunk, const Lane& lane,
                                    std::span<const Record> records) {
  const TypeId type = hierarchy_.type(chunk.names.strings[lane.type]);
  const ContainerId container = hierarchy_.container(chunk.names.strings[lane.container]);
  const auto known_from = [](Position at, bool valid) { return valid ? at : kNever; };
  const Position type_from =
      known_from(type.valid() ? hierarchy_.defined_at(type) : 0, type.valid());
  const Position container_from =
      known_from(container.valid() ? hierarchy_.created_at(container) : 0, container.valid());
  std::size_t count = 0;
  const auto refuse = [&](const Record& record, Rule rule, FieldName field, uint32_t word,
                          std::string expected) {
    ++count;
    if (strict() && count > 1) return;
    problems_.push_back({position(chunk.names.chunk, 0),
                         {.rule = rule,
                          .line_offset = chunk.records().offset(record.event()),
                          .at = Problem::At::field,
                          .field = field,
                          .found = std::string(hierarchy_.text(chunk.names.strings[word])),
                          .expected = std::move(expected)}});
  };
  for (const Record& record : records) {
    const Position at = position(chunk.names.chunk, record.event());
    if (type_from >= at && type_from != 0) {
      refuse(record, Rule::unknown_type, FieldName::type, lane.type,
             "the alias or name of " + a_type_for(record.kind()) + " defined before");
    } else if (container_from >= at && container_from != 0) {
      refuse(record, Rule::unknown_container, FieldName::container, lane.container,
             "the alias or name of a container created before");
    } else if (const Type& found = hierarchy_.types[type.index];
               found.kind == TypeKind::container) {
      refuse(record, Rule::wrong_kind_of_type, FieldName::type, lane.type,
             a_type_for(record.kind()) + ", not a container type");
    } else if (found.parent != hierarchy_.containers[container.index].type) {
      const TypeId owner = hierarchy_.containers[container.index].type;
      refuse(record, Rule::type_not_in_container, FieldName::type, lane.type,
             "a child of the type " + quoted(hierarchy_.types[owner.index].name.text) +
                 " of container " + quoted(hierarchy_.containers[container.index].name.text));
    } else {
      break;
    }
  }
  return count;
}

Replay::Work& Replay::work_of(ContainerId container, TypeId type) {
  const auto [number, is_new] = history_numbers_.number_of(container.index, type.index);
  if (is_new) {
    histories_.push_back(
        make_history(container, type, hierarchy_.types[type.index].kind, *segments_));
    if (container == kRootContainer) {
      histories_.back()->hidden_after = options_.stop_at.value_or(kForever);
    }
    histories_.back()->keeps_objects = objects_ != Objects::forgotten;
    if (objects_ == Objects::handed_over) histories_.back()->bound_keys(used_keys_);
    work_of_history_.push_back(kNone);
    if (latest_history_of_.size() <= container.index) {
      latest_history_of_.resize(hierarchy_.containers.size(), kNone);
    }
    history_before_.push_back(std::exchange(latest_history_of_[container.index], number));
  }
  uint32_t& work = work_of_history_[number];
  if (work == kNone) {
    work = static_cast<uint32_t>(work_.size());
    work_.push_back({.history = histories_[number].get()});
    if (!spare_runs_.empty()) {
      work_.back().runs = std::move(spare_runs_.back());
      spare_runs_.pop_back();
    }
  }
  return work_[work];
}

// The few histories that have much to do come first, so that what is worked on last is small. Of
// all others, a task takes several. The last task, for a thread that has nothing else to do, makes
// memory ready: a history of links may be all that the others wait for.
void Replay::replay_histories() {
  std::size_t records = 0;
  for (const Work& work : work_) records += work.records;
  const std::size_t much = records / (kTasksForThread * parallel_.threads()) + 1;
  std::vector<Work*> order;
  for (Work& work : work_) {
    if (work.records >= much) order.push_back(&work);
  }
  std::sort(order.begin(), order.end(),
            [](const Work* a, const Work* b) { return a->records > b->records; });
  std::vector<std::size_t> ends(order.size());  // of tasks, in `order`
  std::iota(ends.begin(), ends.end(), 1);
  std::size_t in_task = 0;
  for (Work& work : work_) {
    if (work.records >= much) continue;
    order.push_back(&work);
    in_task += work.records;
    if (in_task < much) continue;
    ends.push_back(order.size());
    in_task = 0;
  }
  if (in_task > 0) ends.push_back(order.size());
  const std::size_t for_memory = parallel_.threads() > 1 ? 1 : 0;
  parallel_.for_each(ends.size() + for_memory, [&](std::size_t task) {
    if (task == ends.size()) return segments_->make_ready();
    for (std::size_t i = task == 0 ? 0 : ends[task - 1]; i < ends[task]; ++i) {
      if (i + 1 < order.size()) fetch(order[i + 1]->runs.front());
      replay(*order[i]);
    }
  });
}

void Replay::replay(Work& work) const {
  for (std::size_t run = 0; run < work.runs.size(); ++run) {
    if (run + 1 < work.runs.size()) fetch(work.runs[run + 1]);
    work.history->replay(work.runs[run], hierarchy_, options_, work.problems);
  }
}

// In order of their types' definitions.
template <class Visit>
void Replay::for_each_history_of(ContainerId container, Visit&& visit) {
  if (container.index >= latest_history_of_.size()) return;
  std::vector<uint32_t> numbers;
  for (uint32_t number = latest_history_of_[container.index]; number != kNone;
       number = history_before_[number]) {
    numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end(),
            [this](uint32_t a, uint32_t b) { return histories_[a]->type < histories_[b]->type; });
  for (const uint32_t number : numbers) visit(number);
}

void Replay::conclude() {
  for (Work& work : work_) {
    problems_.insert(problems_.end(), std::make_move_iterator(work.problems.begin()),
                     std::make_move_iterator(work.problems.end()));
  }
  for (WindowChunk& chunk : chunks_) conclude_destructions(chunk);
}

void Replay::conclude_destructions(WindowChunk& chunk) {
  const std::span<const ContainerId> destroyed(chunk.destroyed);
  std::size_t begin = 0;
  for (const auto& [id, event, end] : chunk.destructions) {
    conclude_destruction(chunk, id, event, destroyed.subspan(begin, end - begin));
    begin = end;
  }
  for (const ContainerId id : chunk.destroyed) {
    for_each_history_of(id, [&](uint32_t number) {
      histories_[number]->close(hierarchy_.containers[id.index].end);
      (void)work_of(id, histories_[number]->type);  // so that what closed is handed over
    });
  }
}

// A container is not destroyed before its last event, nor before that of one that dies with it.
void Replay::conclude_destruction(const WindowChunk& chunk, ContainerId id, uint32_t event,
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
    for_each_history_of(container, [&](uint32_t number) {
      const History& history = *histories_[number];
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

void Replay::report_problems() {
  if (problems_.empty()) return;
  std::stable_sort(problems_.begin(), problems_.end(),
                   [](const PlacedProblem& a, const PlacedProblem& b) {
                     return std::pair(chunk_of(a.at), a.problem.line_offset) <
                            std::pair(chunk_of(b.at), b.problem.line_offset);
                   });
  std::optional<LineCounter> lines;
  const WindowChunk* counted = nullptr;
  for (const auto& [at, problem] : problems_) {
    if (!is_reported(problem.rule, options_)) continue;
    const WindowChunk& chunk = chunks_[chunk_of(at) - chunks_before_];
    if (&chunk != counted) lines.emplace(chunk.records().chunk().text, chunk.piece.first_line);
    counted = &chunk;
    report(chunk, problem, lines->line_of(problem.line_offset));
  }
  problems_.clear();
}

void Replay::report(const WindowChunk& chunk, const Problem& problem, uint64_t line) {
  const ChunkRecords& records = chunk.records();
  const uint32_t definition =
      problem.definition.value_or(records.definition_at(problem.line_offset));
  auto diagnostic = locate(
      problem, {records.chunk(), *chunk.piece.file, chunk.piece.shown_from}, line,
      definition == ChunkRecords::kNoDefinition ? nullptr : &(*windows_.definitions())[definition]);
  report_or_throw(std::move(diagnostic), options_);
}

void Replay::hand_over() {
  if (recipient_ != nullptr) {
    std::vector<History*> histories;
    for (const Work& work : work_) histories.push_back(work.history);
    recipient_->take(histories, hierarchy_, parallel_);
    for (History* history : histories) history->tell_used_keys(used_keys_);
    for (const WindowChunk& chunk : chunks_) {
      for (const ContainerId id : chunk.destroyed) {
        if (id != kRootContainer) hand_over_container(id);
      }
    }
  }
  for (Work& work : work_) {
    const auto number =
        history_numbers_.find(work.history->container.index, work.history->type.index);
    work_of_history_[number] = kNone;
    work.runs.clear();
    spare_runs_.push_back(std::move(work.runs));
  }
  work_.clear();
}

void Replay::hand_over_container(ContainerId id) {
  const Container& container = hierarchy_.containers[id.index];
  std::vector<std::string_view> words;
  hierarchy_.user_fields.collect(hierarchy_.user_fields_of(id), words);
  recipient_->take_container(
      container, hierarchy_.types[container.type.index],
      container.parent.valid() ? &hierarchy_.containers[container.parent.index] : nullptr, words);
}

// Everything that is open.
void Replay::close() {
  end_ = end_of_trace();
  for (Container& container : hierarchy_.containers) {
    // One that is created behind stop_at lasts no time.
    if (!container.destroyed) container.end = std::max(end_.value_or(0), container.start);
  }
  for (const auto& history : histories_) {
    history->close(end_.value_or(0));
    if (objects_ == Objects::kept && history->hidden_after < kForever) history->hide_rows();
  }
  report_half_links();
  if (recipient_ != nullptr) {
    std::vector<History*> histories;
    for (const auto& history : histories_) histories.push_back(history.get());
    recipient_->take(histories, hierarchy_, parallel_);
    for (uint32_t id = 1; id < hierarchy_.containers.size(); ++id) {
      if (!hierarchy_.containers[id].destroyed) hand_over_container({id});
    }
  }
  hierarchy_.finish();
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
  return Trace(std::make_shared<TraceData>(std::move(hierarchy_), std::move(histories_),
                                           windows_.definitions()->copy(), end_, counts_,
                                           parallel_));
}

void Replay::report_half_links() {
  if (options_.ignore_incomplete_links) return;
  std::vector<HalfLink> halves;
  for (const auto& history : histories_) history->half_links(halves);
  std::stable_sort(halves.begin(), halves.end(),
                   [](const HalfLink& a, const HalfLink& b) { return a.at < b.at; });
  for (const HalfLink& half : halves) {
    Diagnostic diagnostic;
    diagnostic.rule = Rule::incomplete_link;
    diagnostic.where = {.file = half.file->name,
                        .line = half.line,
                        .column = half.line == 0 ? 0U : 1U,
                        .byte = half.byte};
    diagnostic.named_by = chain_of(*half.file);
    diagnostic.found = (half.is_start ? "start of link " : "end of link ") + shortened(half.key);
    diagnostic.expected = std::string(half.is_start ? "its end" : "its start") + " in container " +
                          quoted(hierarchy_.containers[half.container.index].name.text) +
                          " before the end of the trace";
    report_or_throw(std::move(diagnostic), options_);
  }
}

bool Replay::parts_are_out_of_order(const TraceError& error) const {
  const Rule rule = error.diagnostic().rule;
  return can_be_read_again_ && !options_.sort && windows_.has_parts() &&
         (rule == Rule::not_time_ordered || rule == Rule::destroyed_before_end);
}

Trace read_trace(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::kept,
                    [](Replay& replay) { return replay.run(); });
}

Trace stream_objects(const Input& input, const ReadOptions& options, ObjectVisitor& visitor) {
  VisitorRecipient recipient(visitor);
  return Replay(input, options, Replay::Objects::handed_over, &recipient).run();
}

Trace stream_table(const Input& input, const ReadOptions& options, const TableOptions& table,
                   const TextSink& sink) {
  TableRecipient recipient(table, sink);
  try {
    Trace trace = Replay(input, options, Replay::Objects::handed_over, &recipient).run();
    recipient.flush();
    return trace;
  } catch (const TraceError&) {
    recipient.flush();
    throw;
  }
}

Trace check_trace(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::forgotten,
                    [](Replay& replay) { return replay.run(); });
}

}  // namespace paje
