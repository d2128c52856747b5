#include "pipeline/sorting/chunk_keys.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "pipeline/sorting/fast_time.hpp"
#include "pipeline/sorting/record.hpp"
#include "pipeline/sorting/sorted_definitions.hpp"

namespace paje {

void ChunkKeys::begin(Chunk chunk) {
  chunk_ = std::move(chunk);
  decoder_ = decode_chunk(chunk_, options_.old_field_names);
  started_ = wants_definitions_ = stopped_ = has_line_plans_ = false;
  other_bytes_ = 1;
  part_.reset();
  timed.clear();
  kept.clear();
  first.clear();
  records.clear();
  before_times = 0;
  first_event_line_.reset();
  last_time.reset();
  problems.clear();
}

void ChunkKeys::advance(const DefinitionTable& table) {
  if (!started_) definitions_at_start_ = table.size();
  started_ = true;
  while (!stopped_) {
    TextCursor* const cursor = decoder_->text();
    // Of a file it has to be known whether it is a trace (see TraceFile::shown_from).
    if (cursor != nullptr && first_event_line_) {
      const bool decoded_some = decode_fast_lines(table, *cursor);
      other_bytes_ = decoded_some ? 1 : std::min(other_bytes_ * 2, ChunkDecoder::kBatchBytes);
    }
    batch_.clear();
    const auto stop = decoder_->decode(table, batch_, other_bytes_);
    add_batch(table);
    if (part_) return finish();
    switch (stop) {
      case ChunkDecoder::Stop::batch_full:
        break;
      case ChunkDecoder::Stop::definitions:
        wants_definitions_ = true;
        return;
      case ChunkDecoder::Stop::problem:
        keep_problem();
        break;
      case ChunkDecoder::Stop::end:
        stopped_ = true;
        break;
    }
  }
  finish();
}

void ChunkKeys::finish() {
  if (chunk_.is_lasting && chunk_.binary == nullptr) keep_lines(timed, line_count(), kept);
}

void ChunkKeys::read_definitions(DefinitionTable& table) {
  wants_definitions_ = has_line_plans_ = false;
  decoder_->read_definitions(table, problems);
  stopped_ = !options_.on_problem && has_error(problems);
}

void ChunkKeys::keep_problem() {
  const Problem& problem = decoder_->problem();
  // A line that becomes an event all the same is decoded again later.
  if (!batch_.heads.empty() && batch_.heads.back().offset == problem.line_offset) return;
  problems.push_back(problem);
  stopped_ = !options_.on_problem && is_error(problem.rule);
}

// Whether lines of a definition begin with the same id when files were put together: then they can
// stay where they are. Nothing is known of ids that SortedDefinitions may have given others.
bool ChunkKeys::keeps_its_id(uint32_t number, const DefinitionTable& table) {
  const DefinitionList& all = *table.all();
  for (; looked_at_ <= number; ++looked_at_)
    first_of_id_.try_emplace(all[looked_at_].id, looked_at_);
  const EventDefinition& definition = all[number];
  return definition.id >= 0 && definition.id < SortedDefinitions::kFirstFree &&
         say_the_same(all[first_of_id_.at(definition.id)], definition);
}

const ChunkKeys::Plan& ChunkKeys::plan_of(uint32_t number, const DefinitionTable& table) {
  if (number < plans_.size() && plans_[number].lines != Plan::Lines::unknown) {
    return plans_[number];
  }
  if (number >= plans_.size()) plans_.resize(number + std::size_t{1});
  const EventDefinition& definition = table[number];
  Plan& plan = plans_[number];
  plan.comes_first = definition.kind <= EventKind::define_entity_value;
  plan.time = definition.position(FieldName::time);
  const bool may_name_part = definition.kind == EventKind::trace_file ||
                             definition.position(FieldName::filename) != EventDefinition::kAbsent;
  plan.lines = plan.time == 0 && !plan.comes_first && !may_name_part && keeps_its_id(number, table)
                   ? Plan::Lines::fast
                   : Plan::Lines::others;
  return plan;
}

void ChunkKeys::add_batch(const DefinitionTable& table) {
  if (!first_event_line_ && !batch_.heads.empty()) first_event_line_ = batch_.heads[0].line;
  for (const EventHead& head : batch_.heads) {
    const FieldValue* const fields = batch_.fields_of(head);
    const EventDefinition& definition = table[head.definition];
    add(head, fields, plan_of(head.definition, table), definition);
    part_ = part_name(head, definition, fields, options_);
    if (part_) return;
  }
}

void ChunkKeys::add(const EventHead& head, const FieldValue* fields, const Plan& plan,
                    const EventDefinition& definition) {
  const bool is_binary = chunk_.binary != nullptr;
  const std::size_t record = records.size();
  const std::size_t size =
      is_binary ? append_record(records, head.definition, fields, definition.fields.size())
                : line_size(head.offset);
  if (size >= kLongest || record >= kFastLine) {
    throw std::system_error(EFBIG, std::generic_category(), "a line that is to be sorted");
  }
  SortEntry entry{.time = last_time.value_or(kBeforeAllTimes),
                  .piece = head.definition,
                  .offset = static_cast<uint32_t>(head.offset),
                  .line = is_binary ? static_cast<uint32_t>(record) : head.line,
                  .size = static_cast<uint32_t>(size)};
  if (plan.comes_first) {
    first.push_back(entry);
    return;
  }
  if (plan.time != EventDefinition::kAbsent) {
    last_time = time_order(fields[plan.time].number());
    entry.time = *last_time;
  } else if (!last_time) {
    ++before_times;
  }
  timed.push_back(entry);
}

std::optional<uint32_t> ChunkKeys::definition_at(uint64_t line_offset) const {
  for (const auto* entries : {&timed, &first}) {
    const auto found = std::lower_bound(
        entries->begin(), entries->end(), line_offset,
        [](const SortEntry& entry, uint64_t offset) { return entry.offset < offset; });
    if (found != entries->end() && found->offset == line_offset) return found->piece;
  }
  return std::nullopt;
}

std::size_t ChunkKeys::line_size(uint64_t offset) const {
  const std::string_view line = chunk_.text.substr(offset);
  return std::min(line.find('\n'), line.size() - 1) + 1;
}

}  // namespace paje
