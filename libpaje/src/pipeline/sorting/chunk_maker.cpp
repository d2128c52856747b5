#include "pipeline/sorting/chunk_maker.hpp"

#include <cstring>
#include <utility>

#include "binary/binary_events.hpp"
#include "pipeline/sorting/record.hpp"

namespace paje {

std::shared_ptr<SortedText> SpareTexts::get() {
  std::unique_ptr<SortedText> text;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      text = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  if (text == nullptr) text = std::make_unique<SortedText>(all_);
  return {text.release(), [pool = shared_from_this()](SortedText* used) { pool->put(used); }};
}

void SpareTexts::put(SortedText* used) {
  std::unique_ptr<SortedText> text(used);
  text->text.clear();
  text->origins.stretches.clear();
  const std::lock_guard lock(mutex_);
  if (spare_.size() < kMostSpare) spare_.push_back(std::move(text));
}

void ChunkMaker::begin_stretch(const SortEntry& entry, const char* text) {
  end_stretch();
  const bool is_binary = shared_.origins->is_binary(entry.piece);
  if (contents_ != nullptr && is_binary != is_binary_) end_chunk();
  if (contents_ == nullptr) {
    contents_ = shared_.texts->get();
    contents_->origins.own_ids = shared_.own_ids;
    // Chunks are full with the line that reaches their size.
    (void)contents_->text.extend(bytes_ + bytes_ / 8 + kPadding);
    contents_->text.clear();
    is_binary_ = is_binary;
  }
  stretch_ = {.first_line = lines_,
              .text_at = is_binary ? lines_ : static_cast<uint32_t>(size_),
              .piece = entry.piece,
              .offset = entry.offset,
              .line = entry.line};
  text_ = text_end_ = text;
}

void ChunkMaker::end_stretch() {
  if (text_ == nullptr) return;
  contents_->text.append(text_, static_cast<std::size_t>(text_end_ - text_));
  // The last line of a file may lack its newline where it is.
  if (!is_binary_ && contents_->text.back() != '\n') contents_->text.push_back('\n');
  contents_->origins.stretches.push_back(stretch_);
  size_ = contents_->text.size();
  text_ = text_end_ = nullptr;
}

void ChunkMaker::end_chunk() {
  end_stretch();
  if (contents_ == nullptr) return;
  std::memset(contents_->text.extend(kPadding), '\n', kPadding);
  Chunk chunk;
  chunk.text = {contents_->text.data(), size_};
  chunk.origins = std::shared_ptr<const LineOrigins>(contents_, &contents_->origins);
  chunk.owner = std::move(contents_);
  if (is_binary_) decode_records(chunk);
  chunks_.push_back(std::move(chunk));
  contents_ = nullptr;
  size_ = lines_ = 0;
}

void ChunkMaker::decode_records(Chunk& chunk) const {
  chunk.binary = std::make_shared<BinaryEvents>();
  EventBatch& events = chunk.binary->events;
  RecordReader reader(chunk.text.data());
  for (uint32_t event = 0; event < lines_; ++event) {
    const uint32_t definition = shared_.definitions.place(reader.definition());
    const std::size_t count = shared_.definitions.all()[definition].fields.size();
    events.heads.push_back({event, event, definition, static_cast<uint32_t>(events.used_fields)});
    FieldValue* const fields = events.room_for(count);
    for (std::size_t i = 0; i < count; ++i) fields[i] = reader.field();
    events.used_fields += count;
  }
}

}  // namespace paje
