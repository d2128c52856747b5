#include "byte_stream.hpp"

#include <archive.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "paje/diagnostic.hpp"

namespace paje {

namespace {

class FileStream final : public ByteStream {
 public:
  FileStream(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}
  ~FileStream() override {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }

  std::size_t read(char* bytes, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size) {
      const ssize_t count = ::read(descriptor_, bytes + filled, size - filled);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw_errno(name_);
      if (count == 0) break;
      filled += static_cast<std::size_t>(count);
    }
    consumed_ += filled;
    return filled;
  }
  [[nodiscard]] uint64_t consumed() const override { return consumed_; }

 private:
  std::string name_;
  int descriptor_;
  uint64_t consumed_ = 0;
};

class MemoryStream final : public ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t count = bytes_.copy(bytes, size, consumed_);
    consumed_ += count;
    return count;
  }
  [[nodiscard]] uint64_t consumed() const override { return consumed_; }

 private:
  std::string_view bytes_;
  std::size_t consumed_ = 0;
};

// A stream of which the first bytes were taken to look at.
class PeekedStream final : public ByteStream {
 public:
  PeekedStream(std::string first, std::unique_ptr<ByteStream> rest)
      : first_(std::move(first)), rest_(std::move(rest)) {}

  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t count = first_.copy(bytes, size, given_);
    given_ += count;
    return count + (count < size ? rest_->read(bytes + count, size - count) : 0);
  }
  [[nodiscard]] uint64_t consumed() const override { return rest_->consumed(); }

 private:
  std::string first_;
  std::size_t given_ = 0;
  std::unique_ptr<ByteStream> rest_;
};

// libarchive's filters, without any archive around the data.
class DecompressedStream final : public ByteStream {
 public:
  DecompressedStream(std::string name, std::unique_ptr<ByteStream> compressed)
      : name_(std::move(name)),
        compressed_(std::move(compressed)),
        archive_(archive_read_new(), &archive_read_free) {
    if (archive_ == nullptr) throw std::bad_alloc();
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
    archive_entry* entry = nullptr;
    check(archive_read_open(archive_.get(), this, nullptr, &take_block, nullptr));
    const int header = archive_read_next_header(archive_.get(), &entry);
    if (header == ARCHIVE_EOF) {
      at_end_ = true;
    } else {
      check(header);
    }
  }

  std::size_t read(char* bytes, std::size_t size) override {
    if (at_end_ || size == 0) return 0;
    const la_ssize_t count = archive_read_data(archive_.get(), bytes, size);
    if (count < 0) check(static_cast<int>(count));
    at_end_ = count == 0;
    return static_cast<std::size_t>(count);
  }
  [[nodiscard]] uint64_t consumed() const override { return compressed_->consumed(); }

 private:
  static constexpr std::size_t kBlock = std::size_t{256} << 10U;

  // Exceptions must not pass through libarchive, which is C.
  static la_ssize_t take_block(archive* archive, void* self, const void** block) {
    auto& stream = *static_cast<DecompressedStream*>(self);
    *block = stream.block_.data();
    try {
      return static_cast<la_ssize_t>(stream.compressed_->read(stream.block_.data(), kBlock));
    } catch (...) {
      stream.failure_ = std::current_exception();
      archive_set_error(archive, EIO, "cannot read");
      return -1;
    }
  }

  void check(int result) {
    if (result == ARCHIVE_OK) return;
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (archive_errno(archive_.get()) == ENOMEM) throw std::bad_alloc();
    const char* const what = archive_error_string(archive_.get());
    Diagnostic diagnostic;
    diagnostic.rule = Rule::damaged_compression;
    diagnostic.where.file = name_;
    diagnostic.where.byte = compressed_->consumed();
    diagnostic.found = what == nullptr ? "data that cannot be decompressed" : what;
    diagnostic.expected = "whole gzip, xz, bzip2 or Zstandard data";
    throw TraceError(std::move(diagnostic));
  }

  std::string name_;
  std::unique_ptr<ByteStream> compressed_;
  std::vector<char> block_ = std::vector<char>(kBlock);
  std::unique_ptr<archive, decltype(&archive_read_free)> archive_;
  std::exception_ptr failure_;
  bool at_end_ = false;
};

}  // namespace

void throw_errno(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), name);
}

std::unique_ptr<ByteStream> file_stream(std::string name, int descriptor) {
  return std::make_unique<FileStream>(std::move(name), descriptor);
}

std::unique_ptr<ByteStream> memory_stream(std::string_view bytes) {
  return std::make_unique<MemoryStream>(bytes);
}

bool is_compressed(std::string_view first_bytes) {
  using namespace std::string_view_literals;
  constexpr std::array kMagic = {"\x1F\x8B"sv, "\xFD\x37zXZ\0"sv, "BZh"sv, "\x28\xB5\x2F\xFD"sv};
  return std::any_of(kMagic.begin(), kMagic.end(),
                     [&](std::string_view magic) { return first_bytes.starts_with(magic); });
}

std::unique_ptr<ByteStream> decompressed(std::string name, std::unique_ptr<ByteStream> stream) {
  std::string first(kMagicBytes, '\0');
  first.resize(stream->read(first.data(), first.size()));
  const bool compressed = is_compressed(first);
  auto whole = std::make_unique<PeekedStream>(std::move(first), std::move(stream));
  if (!compressed) return whole;
  return std::make_unique<DecompressedStream>(std::move(name), std::move(whole));
}

}  // namespace paje
