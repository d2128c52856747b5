#include "binary/binary_source.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "binary/binary_events.hpp"
#include "event/quote_text.hpp"
#include "formats/reference_encoding.hpp"

namespace paje {

namespace {

// Of text, as large as the records of one event: chunks are as many events as with text.
constexpr std::size_t kTextOfEvent = 32;
constexpr std::size_t kBlockBytes = std::size_t{128} << 10U;

// Memory of events that were read, to be used again.
class SpareEvents : public std::enable_shared_from_this<SpareEvents> {
 public:
  // Memory is given back where nothing can be thrown.
  SpareEvents() { spare_.reserve(kMostSpare); }

  std::shared_ptr<BinaryEvents> get() {
    std::unique_ptr<BinaryEvents> events;
    {
      const std::lock_guard lock(mutex_);
      if (!spare_.empty()) {
        events = std::move(spare_.back());
        spare_.pop_back();
      }
    }
    if (events == nullptr) events = std::make_unique<BinaryEvents>();
    return {events.release(), [pool = shared_from_this()](BinaryEvents* used) { pool->put(used); }};
  }

 private:
  static constexpr std::size_t kMostSpare = 64;

  void put(BinaryEvents* used) {
    std::unique_ptr<BinaryEvents> events(used);
    events->clear();
    events->decoder.reset();
    const std::lock_guard lock(mutex_);
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(events));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<BinaryEvents>> spare_;
};

class BinarySource final : public ByteSource {
 public:
  BinarySource(std::string name, std::unique_ptr<ByteBlocks> blocks)
      : name_(std::move(name)), blocks_(std::move(blocks)) {}

  std::optional<Chunk> next(std::size_t size) override {
    if (ready_.empty() && !is_done_) decode_chunk(std::max<std::size_t>(size / kTextOfEvent, 1));
    if (ready_.empty()) return std::nullopt;
    Chunk chunk = std::move(ready_.front());
    ready_.pop_front();
    return chunk;
  }
  [[nodiscard]] uint64_t consumed() const override { return blocks_->consumed(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return blocks_->size(); }
  [[nodiscard]] std::vector<Diagnostic> warnings() const override {
    std::vector<Diagnostic> found;
    if (auto warning = blocks_->warning()) found.push_back(std::move(*warning));
    if (decoder_->mended().count != 0) found.push_back(warn_of_mended(decoder_->mended()));
    return found;
  }

 private:
  using Stop = rastro::Decoder::Stop;

  // Makes the next chunk ready, of `most` events at most; none at the end.
  void decode_chunk(std::size_t most) {
    auto events = spare_->get();
    events->decoder = decoder_;
    std::size_t wanted = kBlockBytes;
    while (true) {
      add_definitions(*events);
      const ByteBlocks::Block block = blocks_->look(wanted);
      const auto step = decoder_->decode_batch(block.bytes, most, events->events, events->spelled);
      const bool is_at_end =
          step.stop == Stop::block_end && block.is_last && step.consumed == block.bytes.size();
      const bool is_cut = step.stop == Stop::block_end && block.is_last && !is_at_end;
      if (step.stop == Stop::left_out) leave_out(*events, *decoder_->error());
      if (step.stop == Stop::damage) refuse(*events, *decoder_->error());
      if (events->events.heads.empty() && (is_at_end || is_cut)) {
        finish(*events, block.bytes.substr(step.consumed));
      }
      if (!events->events.heads.empty() || is_done_ || events->problem) {
        if (events->events.heads.empty() && events->definitions.empty() && !events->problem) return;
        return make_ready(std::move(events), block.bytes.substr(0, step.consumed));
      }
      (void)blocks_->consume(step.consumed);
      offset_ += step.consumed;
      if (step.consumed == 0) wanted = std::max(wanted, block.bytes.size()) * 2;
    }
  }

  // Definitions that were met after the events of the chunk before.
  void add_definitions(BinaryEvents& events) {
    for (; definitions_ < decoder_->definitions(); ++definitions_) {
      const EventDefinition& definition = decoder_->definition(definitions_);
      may_name_part_.push_back(definition.position(FieldName::filename) >= 0);
      events.definitions.push_back(definition);
    }
    events.definitions_before = static_cast<uint32_t>(definitions_);
  }

  void finish(BinaryEvents& events, std::string_view rest) {
    is_done_ = true;
    if (const auto error = decoder_->finish(rest)) refuse(events, *error);
  }

  void refuse(BinaryEvents& events, const rastro::RecordError& error) {
    is_done_ = true;
    leave_out(events, error);
  }

  void leave_out(BinaryEvents& events, const rastro::RecordError& error) const {
    events.problem = Problem{.rule = error.rule.value_or(Rule::damaged_record),
                             .line_offset = error.offset - offset_,
                             .at = Problem::At::offset,
                             .offset = error.offset - offset_,
                             .found = error.found,
                             .expected = error.expected};
  }

  [[nodiscard]] Diagnostic warn_of_mended(const rastro::MendedWords& mended) const {
    Diagnostic warning;
    warning.rule = Rule::mended_word;
    warning.where.file = name_;
    warning.where.byte = mended.first_offset;
    warning.found = shortened(mended.first);
    warning.expected =
        "words that text can hold; quotes are read as apostrophes, newlines as blanks, in " +
        std::to_string(mended.count) + (mended.count == 1 ? " word" : " words");
    return warning;
  }

  void make_ready(std::shared_ptr<BinaryEvents> events, std::string_view bytes) {
    const Chunk chunk{bytes, offset_, blocks_->consume(bytes.size()), std::move(events)};
    offset_ += bytes.size();
    ready_.push_back(chunk);
    // A chunk ends after an event that may name a part; what follows makes others.
    auto& heads = chunk.binary->events.heads;
    const auto behind_part = [&](auto from) {
      const auto naming = std::find_if(from, heads.end(), [&](const EventHead& head) {
        return may_name_part_[head.definition];
      });
      return naming == heads.end() ? naming : naming + 1;
    };
    const auto first = behind_part(heads.begin());
    for (auto begin = first; begin != heads.end();) {
      const auto end = behind_part(begin);
      ready_.push_back(cut_out(chunk, {begin, end}));
      begin = end;
    }
    if (first == heads.end()) return;
    ready_.back().binary->problem = std::exchange(chunk.binary->problem, std::nullopt);
    heads.resize_uninitialized(static_cast<std::size_t>(first - heads.begin()));
  }

  // A chunk of these events of another one, except for what may follow that.
  Chunk cut_out(const Chunk& chunk, std::span<const EventHead> wanted) {
    const BinaryEvents& events = *chunk.binary;
    Chunk cut{{}, chunk.offset, chunk.owner, spare_->get()};
    BinaryEvents& part = *cut.binary;
    part.decoder = events.decoder;
    part.cut_from = chunk.binary;
    part.definitions_before = events.definitions_before;
    const uint32_t fields_begin = wanted.front().first_field;
    const auto fields_of_last = decoder_->definition(wanted.back().definition).fields.size();
    const FieldValue* const fields = events.events.fields.data();
    part.events.fields.assign(fields + fields_begin,
                              fields + wanted.back().first_field + fields_of_last);
    part.events.used_fields = part.events.fields.size();
    for (const EventHead& head : wanted) {
      part.events.heads.push_back(head);
      part.events.heads.back().first_field -= fields_begin;
    }
    return cut;
  }

  std::string name_;
  std::unique_ptr<ByteBlocks> blocks_;
  std::shared_ptr<rastro::Decoder> decoder_ = rastro::decode_reference();
  std::shared_ptr<SpareEvents> spare_ = std::make_shared<SpareEvents>();
  uint64_t offset_ = 0;              // of what comes next
  std::size_t definitions_ = 0;      // that went into chunks
  std::vector<bool> may_name_part_;  // of each definition
  std::deque<Chunk> ready_;
  bool is_done_ = false;
};

}  // namespace

bool is_binary(std::string_view first_bytes) {
  return rastro::record_type(first_bytes) == rastro::kOpeningType;
}

std::unique_ptr<ByteSource> open_binary(std::string name, std::unique_ptr<ByteBlocks> blocks) {
  return std::make_unique<BinarySource>(std::move(name), std::move(blocks));
}

}  // namespace paje
