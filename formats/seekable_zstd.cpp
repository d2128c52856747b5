#include "seekable_zstd.hpp"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include "parallel.hpp"

namespace paje::zstd {

namespace {

constexpr uint32_t kFrameMagic = 0xFD2FB528;
constexpr uint32_t kSkippableMagic = 0x184D2A50;  // the lowest four bits are free
constexpr uint32_t kSkippableMask = 0xFFFFFFF0;
constexpr uint32_t kTableMagic = 0x184D2A5E;
constexpr uint32_t kFooterMagic = 0x8F92EAB1;
constexpr std::size_t kHeadBytes = 8;    // of a frame to be skipped: magic, size
constexpr std::size_t kFooterBytes = 9;  // of the table: number of frames, descriptor, magic
constexpr std::size_t kSizesBytes = 8;   // of an entry: two sizes
constexpr std::size_t kChecksumBytes = 4;
constexpr uint8_t kHasChecksums = 0x80;
constexpr uint8_t kReservedBits = 0x7C;
// Four bytes of a frame stand for at most a block of 128 KiB.
constexpr uint64_t kMostRatio = 32768;

uint32_t u32_at(std::string_view bytes, std::size_t at) {
  uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

void append_u32(std::string& bytes, uint32_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

FrameError error(uint64_t offset, std::string found, std::string expected) {
  return {offset, std::move(found), std::move(expected)};
}

FrameError bad_frame(uint64_t offset, std::size_t code) {
  return error(offset, std::string("a frame that does not decompress: ") + ZSTD_getErrorName(code),
               "a whole Zstandard frame");
}

void compress(const std::string& plain, ZSTD_CCtx* context, std::string& packed) {
  packed.resize(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress2(context, packed.data(), packed.size(), plain.data(), plain.size());
  // With room enough and a level there is, only memory can be missing.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  packed.resize(size);
}

// Where the parts of the table at the end of a file are.
struct Table {
  std::size_t begin;       // of its frame
  std::size_t frames;      // how many it lists
  std::size_t entry_size;  // in bytes

  [[nodiscard]] std::size_t entry(std::size_t i) const {
    return begin + kHeadBytes + i * entry_size;
  }
};

std::optional<FrameError> find_table(std::string_view bytes, Table& table) {
  if (!is_seekable(bytes)) {
    return error(bytes.size() - std::min(bytes.size(), sizeof kFooterMagic),
                 "no table of frames at the end", "the number 0x8F92EAB1");
  }
  const std::size_t footer = bytes.size() - kFooterBytes;
  const auto descriptor = static_cast<uint8_t>(bytes[footer + sizeof(uint32_t)]);
  if ((descriptor & kReservedBits) != 0) {
    return error(footer + sizeof(uint32_t),
                 "the descriptor " + std::to_string(descriptor) + " of a table of frames",
                 "zeros in its reserved bits");
  }
  table.frames = u32_at(bytes, footer);
  table.entry_size = kSizesBytes + ((descriptor & kHasChecksums) != 0 ? kChecksumBytes : 0);
  const uint64_t content = uint64_t{table.frames} * table.entry_size + kFooterBytes;
  if (content + kHeadBytes > bytes.size()) {
    return error(footer, "a table of " + std::to_string(table.frames) + " frames",
                 "no more than a file of " + std::to_string(bytes.size()) + " bytes has room for");
  }
  table.begin = bytes.size() - static_cast<std::size_t>(content) - kHeadBytes;
  if (u32_at(bytes, table.begin) != kTableMagic ||
      u32_at(bytes, table.begin + sizeof(uint32_t)) != content) {
    return error(table.begin, "no head of a table of " + std::to_string(table.frames) + " frames",
                 "the number 0x184D2A5E and the size " + std::to_string(content));
  }
  return std::nullopt;
}

std::optional<FrameError> check_sizes(const Frame& frame, std::size_t entry, uint64_t left) {
  if (frame.compressed_size > left) {
    return error(entry, "a frame of " + std::to_string(frame.compressed_size) + " bytes",
                 "no more than the " + std::to_string(left) + " left before the table");
  }
  const uint64_t most =
      std::min<uint64_t>(kMostFrameBytes, uint64_t{frame.compressed_size} * kMostRatio);
  if (frame.plain_size > most) {
    return error(entry + sizeof(uint32_t),
                 "a frame of " + std::to_string(frame.compressed_size) + " bytes for " +
                     std::to_string(frame.plain_size),
                 "one for at most " + std::to_string(most));
  }
  return std::nullopt;
}

}  // namespace

int most_level() { return ZSTD_maxCLevel(); }

bool is_compressed(std::string_view first_bytes) {
  if (first_bytes.size() < sizeof kFrameMagic) return false;
  const uint32_t magic = u32_at(first_bytes, 0);
  return magic == kFrameMagic || (magic & kSkippableMask) == kSkippableMagic;
}

bool is_seekable(std::string_view bytes) {
  return bytes.size() >= kHeadBytes + kFooterBytes && is_compressed(bytes) &&
         u32_at(bytes, bytes.size() - sizeof kFooterMagic) == kFooterMagic;
}

// Not thread-local: glibc ends the process when there is no memory to note their destruction.
class FrameReader::Contexts {
 public:
  /// Calls use(context) with one that nobody else uses meanwhile.
  template <class Use>
  auto with_one(Use&& use) {
    Context context = take();
    auto result = use(context.get());
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(context));
    return result;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  using Context = std::unique_ptr<ZSTD_DCtx, Free>;

  Context take() {
    {
      const std::lock_guard lock(mutex_);
      if (!spare_.empty()) {
        Context context = std::move(spare_.back());
        spare_.pop_back();
        return context;
      }
    }
    Context context(ZSTD_createDCtx());
    if (context == nullptr) throw std::bad_alloc();
    return context;
  }

  std::mutex mutex_;
  std::vector<Context> spare_;
};

FrameReader::FrameReader() : contexts_(std::make_shared<Contexts>()) {}

std::optional<FrameError> FrameReader::open(std::string_view bytes) {
  frames_.clear();
  bytes_ = bytes;
  Table table{};
  if (auto problem = find_table(bytes, table)) return problem;
  frames_.reserve(table.frames);
  Frame next;
  for (std::size_t i = 0; i < table.frames; ++i) {
    const std::size_t entry = table.entry(i);
    next.compressed_size = u32_at(bytes, entry);
    next.plain_size = u32_at(bytes, entry + sizeof(uint32_t));
    if (auto problem = check_sizes(next, entry, table.begin - next.offset)) return problem;
    frames_.push_back(next);
    next.offset += next.compressed_size;
    next.plain_offset += next.plain_size;
  }
  if (next.offset == table.begin) return std::nullopt;
  return error(next.offset, std::to_string(table.begin - next.offset) + " bytes that are no frame",
               "the table of frames");
}

uint64_t FrameReader::plain_size() const {
  return frames_.empty() ? 0 : frames_.back().plain_offset + frames_.back().plain_size;
}

std::optional<FrameError> FrameReader::decompress(std::size_t i, std::string& plain) const {
  const Frame& frame = frames_[i];
  const std::string_view packed =
      bytes_.substr(static_cast<std::size_t>(frame.offset), frame.compressed_size);
  plain.resize(frame.plain_size);
  const std::size_t size = contexts_->with_one([&](ZSTD_DCtx* context) {
    return ZSTD_decompressDCtx(context, plain.data(), plain.size(), packed.data(), packed.size());
  });
  if (ZSTD_isError(size) != 0) return bad_frame(frame.offset, size);
  if (size != plain.size()) {
    return error(frame.offset, "a frame for " + std::to_string(size) + " bytes",
                 "one for " + std::to_string(plain.size()) + ", as the table of frames says");
  }
  return std::nullopt;
}

std::optional<FrameError> decompress_all(
    const FrameReader& reader, unsigned threads,
    const std::function<void(const Frame& frame, std::string_view plain)>& take) {
  struct Result {
    std::size_t frame = 0;
    std::string plain;
    std::optional<FrameError> problem;
  };
  std::optional<FrameError> first;
  Parallel(threads).ordered(
      reader.frames().size(),
      [&](std::size_t i) {
        Result result{i, {}, {}};
        result.problem = reader.decompress(i, result.plain);
        return result;
      },
      [&](const Result& result) {
        if (first) return;
        first = result.problem;
        if (!first) take(reader.frames()[result.frame], result.plain);
      });
  return first;
}

FrameWriter::FrameWriter(int level, unsigned threads, Output output, std::size_t frame_bytes)
    : level_(level),
      output_(std::move(output)),
      frame_bytes_(frame_bytes),
      parallel_(std::make_unique<Parallel>(threads)),
      pending_(parallel_->threads()),
      packed_(parallel_->threads()),
      contexts_(parallel_->threads()) {}

void FrameWriter::FreeContext::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ZSTD_CCtx_s* FrameWriter::context_of(std::size_t i) {
  if (contexts_[i] == nullptr) {
    contexts_[i].reset(ZSTD_createCCtx());
    if (contexts_[i] == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(contexts_[i].get(), ZSTD_c_compressionLevel, level_);
    ZSTD_CCtx_setParameter(contexts_[i].get(), ZSTD_c_checksumFlag, 1);
  }
  return contexts_[i].get();
}

FrameWriter::~FrameWriter() = default;

void FrameWriter::write(std::string_view plain) {
  while (!plain.empty()) {
    if (used_ == 0 || pending_[used_ - 1].size() == frame_bytes_) {
      if (used_ == pending_.size()) compress_pending();
      pending_[used_++].clear();
    }
    std::string& frame = pending_[used_ - 1];
    const std::string_view part = plain.substr(0, frame_bytes_ - frame.size());
    frame += part;
    plain.remove_prefix(part.size());
  }
}

void FrameWriter::compress_pending() {
  parallel_->for_each(used_,
                      [&](std::size_t i) { compress(pending_[i], context_of(i), packed_[i]); });
  for (std::size_t i = 0; i < used_; ++i) {
    const std::string& packed = packed_[i];
    // A frame ends with the checksum that the table wants.
    entries_.push_back({static_cast<uint32_t>(packed.size()),
                        static_cast<uint32_t>(pending_[i].size()),
                        u32_at(packed, packed.size() - kChecksumBytes)});
    output_(packed);
  }
  used_ = 0;
}

void FrameWriter::write_table() {
  const std::size_t content = entries_.size() * (kSizesBytes + kChecksumBytes) + kFooterBytes;
  if (content > std::numeric_limits<uint32_t>::max()) {
    throw std::length_error("too many Zstandard frames for one table");
  }
  std::string table;
  append_u32(table, kTableMagic);
  append_u32(table, static_cast<uint32_t>(content));
  for (const Entry& entry : entries_) {
    append_u32(table, entry.compressed_size);
    append_u32(table, entry.plain_size);
    append_u32(table, entry.checksum);
  }
  append_u32(table, static_cast<uint32_t>(entries_.size()));
  table += static_cast<char>(kHasChecksums);
  append_u32(table, kFooterMagic);
  output_(table);
}

void FrameWriter::finish() {
  compress_pending();
  write_table();
}

}  // namespace paje::zstd
