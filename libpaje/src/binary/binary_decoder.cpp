// Chunks of a binary trace, which were decoded when they were cut: this only maps their events
// to the definitions of the trace.
#include <utility>

#include "binary/binary_events.hpp"
#include "input/chunk_decoder.hpp"

namespace paje {

namespace {

class BinaryDecoder final : public ChunkDecoder {
 public:
  explicit BinaryDecoder(BinaryEvents& chunk) : chunk_(chunk) {}

  Stop decode(const DefinitionTable& definitions, EventBatch& batch, std::size_t) override {
    // Its own, or those of chunks that it was decoded ahead of.
    if (definitions.size() < chunk_.definitions_before) return Stop::definitions;
    if (std::exchange(is_done_, true)) return Stop::end;
    std::swap(batch, chunk_.events);  // which is empty, but has memory for the next chunk
    for (EventHead& head : batch.heads) head.definition = definitions.nth(head.definition);
    return chunk_.problem ? Stop::problem : Stop::end;
  }
  void read_definitions(DefinitionTable& definitions, std::vector<Problem>&) override {
    for (const EventDefinition& definition : chunk_.definitions) definitions.add(definition);
  }
  [[nodiscard]] uint32_t lines() const override { return 0; }
  [[nodiscard]] const Problem& problem() const override { return *chunk_.problem; }

 private:
  BinaryEvents& chunk_;
  bool is_done_ = false;
};

}  // namespace

std::unique_ptr<ChunkDecoder> decode_binary(BinaryEvents& chunk) {
  return std::make_unique<BinaryDecoder>(chunk);
}

}  // namespace paje
