#include "pipeline/chunk_events.hpp"

#include <algorithm>
#include <utility>

namespace paje {

void ChunkEvents::begin(Chunk chunk) {
  chunk_ = std::move(chunk);
  decoder_ = decode_chunk(chunk_, options_.old_field_names);
  started_ = wants_definitions_ = stopped_ = false;
  searched_ = 0;
  part_.reset();
  events.clear();
  definitions.clear();
  problems.clear();
}

void ChunkEvents::advance(const DefinitionTable& table) {
  if (!started_) definitions_at_start_ = table.size();
  started_ = true;
  while (!stopped_) {
    const auto stop = decoder_->decode(table, events);
    find_part(table);
    if (part_) {
      if (stop == ChunkDecoder::Stop::problem) keep_problem_of_part();
      return;
    }
    switch (stop) {
      case ChunkDecoder::Stop::batch_full:
        break;
      case ChunkDecoder::Stop::definitions:
        wants_definitions_ = true;
        return;
      case ChunkDecoder::Stop::problem:
        problems.push_back(decoder_->problem());
        stopped_ = !options_.on_problem;
        break;
      case ChunkDecoder::Stop::end:
        stopped_ = true;
        break;
    }
  }
}

// A line with words too many may name a part, all the same.
void ChunkEvents::keep_problem_of_part() {
  if (decoder_->problem().line_offset != part_->line_offset) return;
  problems.push_back(decoder_->problem());
  stopped_ = !options_.on_problem;
}

void ChunkEvents::find_part(const DefinitionTable& table) {
  if (chunk_.origins != nullptr) return;  // it was followed when lines were sorted
  for (; searched_ < events.heads.size() && !part_; ++searched_) {
    const EventHead& head = events.heads[searched_];
    part_ = part_name(head, table[head.definition], events.fields_of(head), options_);
  }
  if (part_) events.heads.resize_uninitialized(searched_);
}

const EventHead* ChunkEvents::event_at(uint64_t line_offset) const {
  const auto found =
      std::lower_bound(events.heads.begin(), events.heads.end(), line_offset,
                       [](const EventHead& head, uint64_t offset) { return head.offset < offset; });
  return found == events.heads.end() || found->offset != line_offset ? nullptr : &*found;
}

void ChunkEvents::read_definitions(DefinitionTable& table) {
  wants_definitions_ = false;
  const uint32_t before = table.all()->size();
  decoder_->read_definitions(table, problems);
  for (uint32_t number = before; number < table.all()->size(); ++number) {
    definitions.push_back({events.heads.size(), number});
  }
  stopped_ = !options_.on_problem && has_error(problems);
}

}  // namespace paje
