#include "formats/seekable_zstd.hpp"

#include <zstd.h>

#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/thread_pool.hpp"
#include "formats/seek_table.hpp"

namespace paje::zstd {

namespace {

void append_u32(std::string& bytes, uint32_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void compress(const std::string& content, ZSTD_CCtx* context, std::string& packed) {
  packed.resize(ZSTD_compressBound(content.size()));
  const std::size_t size =
      ZSTD_compress2(context, packed.data(), packed.size(), content.data(), content.size());
  // With room enough and a level there is, only memory can be missing.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  packed.resize(size);
}

}  // namespace

int most_level() { return ZSTD_maxCLevel(); }

FrameWriter::FrameWriter(int level, unsigned threads, Output output, std::size_t frame_bytes)
    : level_(level),
      output_(std::move(output)),
      frame_bytes_(frame_bytes),
      parallel_(std::make_unique<ThreadPool>(threads)),
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

void FrameWriter::write(std::string_view content) {
  while (!content.empty()) {
    if (used_ == 0 || pending_[used_ - 1].size() == frame_bytes_) {
      if (used_ == pending_.size()) compress_pending();
      pending_[used_++].clear();
    }
    std::string& frame = pending_[used_ - 1];
    const std::string_view part = content.substr(0, frame_bytes_ - frame.size());
    frame += part;
    content.remove_prefix(part.size());
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
    append_u32(table, entry.uncompressed_size);
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
