#include "input/decompression.hpp"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <new>
#include <string>

namespace paje {

namespace {

// The older ones of these libraries count in 32 bits, and do not say that they leave what they read
// as it is.
template <class Byte>
Byte* bytes_of(std::span<const char> in) {
  return const_cast<Byte*>(reinterpret_cast<const Byte*>(in.data()));
}
unsigned size_of(std::span<const char> bytes) {
  return static_cast<unsigned>(std::min<std::size_t>(bytes.size(), UINT_MAX));
}

class Gzip final : public Decompressor {
 public:
  Gzip() {
    constexpr int kWithGzipHeader = 16;
    check(::inflateInit2(&stream_, MAX_WBITS + kWithGzipHeader));
  }
  ~Gzip() override { ::inflateEnd(&stream_); }

  void begin() override { check(::inflateReset(&stream_)); }
  Step go_on(std::span<const char> in, std::span<char> out) override {
    stream_.next_in = bytes_of<Bytef>(in);
    stream_.avail_in = size_of(in);
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = size_of(out);
    const int code = ::inflate(&stream_, Z_NO_FLUSH);
    if (code != Z_STREAM_END && code != Z_BUF_ERROR) check(code);
    return {size_of(in) - stream_.avail_in, size_of(out) - stream_.avail_out, code == Z_STREAM_END};
  }

 private:
  void check(int code) const {
    if (code == Z_OK) return;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_NEED_DICT) throw DamagedCompression("data that needs a dictionary");
    throw DamagedCompression(stream_.msg == nullptr ? "bad gzip data" : stream_.msg);
  }

  z_stream stream_{};
};

class Xz final : public Decompressor {
 public:
  ~Xz() override { ::lzma_end(&stream_); }

  void begin() override { check(::lzma_stream_decoder(&stream_, kMostMemory, 0)); }
  Step go_on(std::span<const char> in, std::span<char> out) override {
    stream_.next_in = bytes_of<uint8_t>(in);
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret code = ::lzma_code(&stream_, LZMA_RUN);
    if (code != LZMA_STREAM_END && code != LZMA_BUF_ERROR) check(code);
    return {in.size() - stream_.avail_in, out.size() - stream_.avail_out, code == LZMA_STREAM_END};
  }

 private:
  // Of the strongest preset 65 MB are needed; a damaged or hostile file may ask for anything.
  static constexpr uint64_t kMostMemory = uint64_t{1} << 30U;

  static void check(lzma_ret code) {
    switch (code) {
      case LZMA_OK:
        return;
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_MEMLIMIT_ERROR:
        throw DamagedCompression("xz data that takes more than 1 GiB of memory");
      case LZMA_FORMAT_ERROR:
        throw DamagedCompression("no xz header where one is to be");
      case LZMA_OPTIONS_ERROR:
        throw DamagedCompression("xz data with options that nobody knows");
      default:
        throw DamagedCompression("bad xz data");
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Bzip2 final : public Decompressor {
 public:
  ~Bzip2() override { end(); }

  // A block of up to 900 KB has its checksum.
  [[nodiscard]] std::size_t bytes_ahead() const override { return std::size_t{1} << 20U; }

  void begin() override {
    end();
    stream_ = {};
    check(::BZ2_bzDecompressInit(&stream_, 0, 0));
    begun_ = true;
  }
  Step go_on(std::span<const char> in, std::span<char> out) override {
    stream_.next_in = bytes_of<char>(in);
    stream_.avail_in = size_of(in);
    stream_.next_out = out.data();
    stream_.avail_out = size_of(out);
    const int code = ::BZ2_bzDecompress(&stream_);
    if (code != BZ_STREAM_END) check(code);
    return {size_of(in) - stream_.avail_in, size_of(out) - stream_.avail_out,
            code == BZ_STREAM_END};
  }

 private:
  void end() {
    if (begun_) ::BZ2_bzDecompressEnd(&stream_);
    begun_ = false;
  }
  static void check(int code) {
    if (code == BZ_OK) return;
    if (code == BZ_MEM_ERROR) throw std::bad_alloc();
    throw DamagedCompression(code == BZ_DATA_ERROR_MAGIC ? "no bzip2 header where one is to be"
                                                         : "bad bzip2 data");
  }

  bz_stream stream_{};
  bool begun_ = false;
};

class Zstandard final : public Decompressor {
 public:
  Zstandard() : stream_(::ZSTD_createDStream(), &::ZSTD_freeDStream) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

  void begin() override {
    check(::ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only));
    table_.begin_frame();
  }
  Step go_on(std::span<const char> in, std::span<char> out) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t left = ::ZSTD_decompressStream(stream_.get(), &to, &from);
    check(left);
    table_.add({in.data(), from.pos}, to.pos);
    if (left == 0) table_.end_frame();
    return {from.pos, to.pos, left == 0};
  }
  [[nodiscard]] std::optional<zstd::FrameError> flaw() const override { return table_.finish(); }

 private:
  static void check(std::size_t result) {
    if (::ZSTD_isError(result) == 0) return;
    if (::ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    throw DamagedCompression(::ZSTD_getErrorName(result));
  }

  std::unique_ptr<ZSTD_DStream, decltype(&::ZSTD_freeDStream)> stream_;
  zstd::SeekTableCheck table_;
};

template <class Kind>
std::unique_ptr<Decompressor> make() {
  return std::make_unique<Kind>();
}

using namespace std::string_view_literals;
struct Format {
  std::string_view magic;
  std::unique_ptr<Decompressor> (*make)();
};
constexpr std::array kFormats = {
    Format{"\x1F\x8B"sv, &make<Gzip>}, Format{"\xFD\x37zXZ\0"sv, &make<Xz>},
    Format{"BZh"sv, &make<Bzip2>}, Format{"\x28\xB5\x2F\xFD"sv, &make<Zstandard>}};

// Of Zstandard, a file may begin with a frame that is to be skipped: the lowest four bits of its
// magic are free.
constexpr std::string_view kSkippable = "\x50\x2A\x4D\x18"sv;
constexpr uint8_t kFixedBits = 0xF0;
bool begins_with_skippable(std::string_view bytes) {
  return bytes.size() >= kSkippable.size() && bytes.substr(1, 3) == kSkippable.substr(1) &&
         (static_cast<uint8_t>(bytes[0]) & kFixedBits) == static_cast<uint8_t>(kSkippable[0]);
}

const Format* find_format(std::string_view first_bytes) {
  if (begins_with_skippable(first_bytes)) return &kFormats.back();
  const auto* const found =
      std::find_if(kFormats.begin(), kFormats.end(),
                   [&](const Format& format) { return first_bytes.starts_with(format.magic); });
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace

std::unique_ptr<Decompressor> decompressor(std::string_view first_bytes) {
  const Format* const format = find_format(first_bytes);
  return format == nullptr ? nullptr : format->make();
}

bool is_compressed(std::string_view first_bytes) { return find_format(first_bytes) != nullptr; }

}  // namespace paje
