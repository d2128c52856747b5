#include "zstd_stream.hpp"

#include <zstd.h>

#include <new>
#include <utility>

namespace paje::zstd {

struct StreamReader::Context {
  ZSTD_DCtx* context = ZSTD_createDCtx();

  Context() {
    if (context == nullptr) throw std::bad_alloc();
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { ZSTD_freeDCtx(context); }
};

StreamReader::StreamReader(Source source)
    : source_(std::move(source)), context_(std::make_unique<Context>()) {}

StreamReader::~StreamReader() = default;

std::optional<FrameError> StreamReader::read(std::string& plain, std::size_t& used) {
  while (used < plain.size()) {
    if (bytes_.empty()) bytes_ = source_();
    // Without new bytes, the decompressor may still have some that found no room before.
    const bool at_end = bytes_.empty();
    ZSTD_inBuffer input = {bytes_.data(), bytes_.size(), 0};
    ZSTD_outBuffer output = {plain.data(), plain.size(), used};
    if (at_end && !inside_frame_) return std::nullopt;
    const std::size_t wanted = ZSTD_decompressStream(context_->context, &output, &input);
    offset_ += input.pos;
    if (ZSTD_isError(wanted) != 0) {
      return FrameError{offset_, std::string("damaged data: ") + ZSTD_getErrorName(wanted),
                        "a Zstandard frame"};
    }
    const bool made_nothing = output.pos == used;
    bytes_.remove_prefix(input.pos);
    used = output.pos;
    inside_frame_ = wanted != 0;
    if (at_end && inside_frame_ && made_nothing) {
      return FrameError{offset_, "the end of the file", "the rest of a Zstandard frame"};
    }
  }
  return std::nullopt;
}

}  // namespace paje::zstd
