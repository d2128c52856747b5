#include "formats/archive/packing.hpp"

#include <zstd.h>

#include <new>

#include "formats/archive/bytes.hpp"

namespace paje::archive {

namespace {

// Frames cost some 15 bytes.
constexpr std::size_t kLeastToCompress = 32;

}  // namespace

void Packer::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void Unpacker::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

Packer::Packer(int level) : context_(ZSTD_createCCtx()), level_(level) {
  if (context_ == nullptr) throw std::bad_alloc();
}

void Packer::pack(std::string_view raw, std::string& out) {
  if (raw.empty()) return;
  if (raw.size() >= kLeastToCompress && raw.size() <= UINT32_MAX) {
    scratch_.resize(ZSTD_compressBound(raw.size()));
    const std::size_t size = ZSTD_compressCCtx(context_.get(), scratch_.data(), scratch_.size(),
                                               raw.data(), raw.size(), level_);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    if (size + sizeof(uint32_t) < raw.size()) {
      put(out, Codec::zstd);
      put(out, static_cast<uint32_t>(raw.size()));
      out.append(scratch_, 0, size);
      return;
    }
  }
  put(out, Codec::stored);
  out += raw;
}

std::size_t Packer::estimate(std::string_view raw) {
  scratch_.resize(ZSTD_compressBound(raw.size()));
  const std::size_t size = ZSTD_compressCCtx(context_.get(), scratch_.data(), scratch_.size(),
                                             raw.data(), raw.size(), 1);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return size;
}

Unpacker::Unpacker() : context_(ZSTD_createDCtx()) {
  if (context_ == nullptr) throw std::bad_alloc();
}

std::string_view Unpacker::unpack(std::string_view piece, uint64_t byte, uint64_t most) {
  if (piece.empty()) return {};
  ByteReader reader(piece, byte);
  const auto codec = reader.number<Codec>();
  if (codec == Codec::stored) {
    if (reader.left() > most) {
      reader.fail(std::to_string(reader.left()) + " bytes", "at most " + std::to_string(most));
    }
    return reader.take(reader.left());
  }
  if (codec != Codec::zstd) reader.fail("an unknown way of packing", "0 or 1");
  const auto size = reader.number<uint32_t>();
  if (size > most) {
    reader.fail(std::to_string(size) + " bytes", "at most " + std::to_string(most));
  }
  const std::span<char> raw = scratch_.raw.first(size);
  const std::string_view frame = reader.take(reader.left());
  const std::size_t got =
      ZSTD_decompressDCtx(context_.get(), raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0) reader.fail(ZSTD_getErrorName(got), "a Zstandard frame");
  if (got != size) {
    reader.fail(std::to_string(got) + " bytes in a frame", std::to_string(size));
  }
  return {raw.data(), raw.size()};
}

}  // namespace paje::archive
