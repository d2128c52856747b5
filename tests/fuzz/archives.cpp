// Archives: whatever the bytes are, reading ends; what all of it can be read from gives a trace
// whose archive gives the same trace. Checksums are made right first, or no change would come
// further than to them.
#include <memory>

#include "formats/archive/crc32c.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/index.hpp"
#include "fuzz.hpp"
#include "paje/archive.hpp"
#include "paje/overview.hpp"
#include "paje/read.hpp"
#include "paje/state_sums.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;
using archive::ByteReader;

// What the directory says, as far as it can be.
struct Layout {
  archive::Summary summary;
  std::vector<std::pair<archive::Section, std::string_view>> sections;
  uint64_t end_of_blocks = 0;
};

Layout layout_of(std::string_view bytes) {
  const uint64_t end = bytes.size() - archive::kTrailerBytes;
  ByteReader trailer(bytes.substr(end), 0);
  const auto begin = std::min(trailer.number<uint64_t>(), end);
  ByteReader from(bytes.substr(begin, end - begin), 0);
  Layout layout;
  for (uint64_t& count : layout.summary.counts) count = from.number<uint64_t>();
  layout.summary.end_time = from.number<double>();
  layout.summary.least_start = from.number<double>();
  layout.summary.greatest_end = from.number<double>();
  layout.summary.lines = from.number<uint64_t>();
  layout.summary.read_events = from.number<uint64_t>();
  layout.end_of_blocks = begin;
  for (auto count = from.number<uint32_t>(); count > 0 && from.left() != 0; --count) {
    const auto id = from.number<archive::Section>();
    from.number<uint32_t>();
    const auto byte = std::min(from.number<uint64_t>(), begin);
    const auto size = from.number<uint64_t>();
    layout.sections.emplace_back(id, bytes.substr(byte, std::min(size, begin - byte)));
    layout.end_of_blocks = std::min(layout.end_of_blocks, byte);
  }
  return layout;
}

// The section of blocks with the checksums that the blocks have.
std::string mended_blocks(std::string_view bytes, uint64_t end, std::string raw) {
  try {
    auto blocks = archive::read_blocks(ByteReader(raw, 0), archive::kHeaderBytes, end);
    for (archive::BlockEntry& block : blocks) {
      uint64_t byte = block.byte;
      for (archive::PieceEntry& piece : block.pieces) {
        piece.crc = archive::crc32c(bytes.substr(byte, piece.bytes));
        byte += piece.bytes;
      }
      block.segments.resize(block.stored_segments);
    }
    raw.clear();
    archive::write_blocks(blocks, raw);
  } catch (const archive::Damage&) {
    // As it is.
  }
  return raw;
}

std::string mended(std::string_view bytes) {
  if (bytes.size() < archive::kHeaderBytes + archive::kTrailerBytes) return std::string(bytes);
  std::string made;
  try {
    const Layout layout = layout_of(bytes);
    archive::FileWriter writer([&](std::string_view more) { made += more; });
    if (layout.end_of_blocks < archive::kHeaderBytes) return std::string(bytes);
    writer.add_block(bytes.substr(0, layout.end_of_blocks).substr(archive::kHeaderBytes));
    archive::Packer packer;
    archive::Unpacker unpacker;
    for (const auto& [id, packed] : layout.sections) {
      std::string raw(unpacker.unpack(packed, 0, 1'000'000));
      if (id == archive::Section::blocks) raw = mended_blocks(bytes, layout.end_of_blocks, raw);
      writer.add_section(id, raw, packer);
    }
    writer.finish(layout.summary);
  } catch (const archive::Damage&) {
    return std::string(bytes);
  }
  return made;
}

std::optional<Trace> read(std::string_view bytes) {
  ReadOptions options;
  options.threads = 1;
  options.keep_user_fields = true;
  try {
    return read_trace(Input::from_memory(bytes), options);
  } catch (const TraceError& error) {
    fuzz::check(!error.diagnostic().found.empty(), "an error says what was found");
  }
  return std::nullopt;
}

// Of all tracks, from the index where that has them; they need not be those of the rows.
void sum_all(std::string_view bytes) {
  ReadOptions options;
  options.threads = 1;
  options.on_demand = true;
  try {
    const Trace trace = read_trace(Input::from_memory(bytes), options);
    for (const Track& track : trace.tracks()) {
      uint64_t count = 0;
      for (const StateSum& sum : sum_states(trace, track)) count += sum.count;
      fuzz::check(track.kind != TypeKind::state || count == track.size(), "sums of all states");
    }
  } catch (const TraceError& error) {
    fuzz::check(!error.diagnostic().found.empty(), "an error says what was found");
  }
}

// What the index shows from afar is a trace, whatever the rows are.
void look_from_afar(std::string_view bytes) {
  try {
    auto overview = read_overview(Input::from_memory(bytes), {.threads = 1});
    if (!overview) return;
    const Trace coarse = coarse_trace(std::move(*overview), 64);
    for (const Track& track : coarse.tracks()) {
      fuzz::check(track.kind != TypeKind::link, "links are not seen from afar");
    }
  } catch (const TraceError& error) {
    fuzz::check(!error.diagnostic().found.empty(), "an error says what was found");
  }
}

std::string table_of(const Trace& trace) {
  std::string text;
  TableOptions options;
  options.user_fields = true;
  options.precision = 17;
  write_table(trace, options, [&](std::string_view more) { text += more; });
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::text_of(data, size);
  const fuzz::Choices choices(input);
  std::string bytes = choices.at(0) ? mended(input) : std::string(input);
  if (!archive::is_archive(bytes)) return 0;
  // A block of its own, so that the sanitizer sees what is read after it.
  const std::unique_ptr<char[]> block(new char[bytes.size()]);
  std::memcpy(block.get(), bytes.data(), bytes.size());
  sum_all({block.get(), bytes.size()});
  look_from_afar({block.get(), bytes.size()});
  const std::optional<Trace> trace = read({block.get(), bytes.size()});
  if (!trace) return 0;
  std::string again;
  write_archive(*trace, {}, [&](std::string_view more) { again += more; });
  const std::optional<Trace> second = read(again);
  fuzz::check(second.has_value(), "what was read is written as an archive that can be read");
  fuzz::check(table_of(*trace) == table_of(*second), "tables are equal");
  return 0;
}
