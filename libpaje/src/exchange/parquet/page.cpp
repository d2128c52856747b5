#include "exchange/parquet/page.hpp"

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>

#include "exchange/parquet/thrift.hpp"

namespace paje::parquet {

namespace {

constexpr int kZstdLevel = 1;

// Its room is used for page after page, neither cleared nor given back.
class Compressor {
 public:
  Compressor() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }
  // Valid until the next call.
  std::string_view compress(std::string_view raw) {
    const std::size_t most = ZSTD_compressBound(raw.size());
    if (most > room_) {
      bytes_ = std::make_unique_for_overwrite<char[]>(most);
      room_ = most;
    }
    const std::size_t size =
        ZSTD_compressCCtx(context_.get(), bytes_.get(), room_, raw.data(), raw.size(), kZstdLevel);
    if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
    return {bytes_.get(), size};
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  std::unique_ptr<char[]> bytes_;
  std::size_t room_ = 0;
};

Compressor& compressor() {
  thread_local Compressor kept;
  return kept;
}

}  // namespace

std::size_t append_page(PageType type, std::string_view raw, std::size_t count, Encoding encoding,
                        std::string& out) {
  const std::string_view packed = compressor().compress(raw);
  const std::size_t begin = out.size();
  ThriftWriter thrift(out);
  thrift.i32(1, static_cast<int64_t>(type));
  thrift.i32(2, static_cast<int64_t>(raw.size()));
  thrift.i32(3, static_cast<int64_t>(packed.size()));
  thrift.begin_struct(type == PageType::dictionary ? 7 : 5);
  thrift.i32(1, static_cast<int64_t>(count));
  thrift.i32(2, static_cast<int64_t>(encoding));
  if (type == PageType::data) {
    thrift.i32(3, static_cast<int64_t>(Encoding::rle));
    thrift.i32(4, static_cast<int64_t>(Encoding::rle));
  }
  thrift.end_struct();
  out += '\0';
  const std::size_t header = out.size() - begin;
  out += packed;
  return header + raw.size();
}

}  // namespace paje::parquet
