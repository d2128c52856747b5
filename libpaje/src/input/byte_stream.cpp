#include "input/byte_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "input/decompression.hpp"
#include "paje/read.hpp"

namespace paje {

namespace {

class FileStream final : public ByteStream {
 public:
  FileStream(std::string name, int descriptor, std::stop_token stop)
      : name_(std::move(name)),
        descriptor_(descriptor),
        stop_(std::move(stop)),
        size_(bytes_left(descriptor)) {}
  ~FileStream() override {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }

  std::size_t read(char* bytes, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size) {
      if (size_ == 0 && stop_.stop_possible()) wait_for_bytes();
      const ssize_t count = ::read(descriptor_, bytes + filled, size - filled);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw_errno(name_);
      if (count == 0) break;
      filled += static_cast<std::size_t>(count);
    }
    consumed_ += filled;
    if (filled < size && consumed_ < size_) throw_cut(name_);
    return filled;
  }
  [[nodiscard]] uint64_t consumed() const override { return consumed_; }

 private:
  // Of a regular file, which may grow but not shrink; 0 for others.
  static uint64_t bytes_left(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    return at >= 0 && at < status.st_size ? static_cast<uint64_t>(status.st_size - at) : 0;
  }

  // Until there are bytes, or the end.
  void wait_for_bytes() const {
    constexpr int kMilliseconds = 50;  // between two looks at stop_
    pollfd waited{descriptor_, POLLIN, 0};
    int ready = 0;
    while (ready == 0) {
      if (stop_.stop_requested()) throw ReadStopped();
      ready = ::poll(&waited, 1, kMilliseconds);
      if (ready < 0 && errno == EINTR) ready = 0;
      if (ready < 0) throw_errno(name_);
    }
  }

  std::string name_;
  int descriptor_;
  std::stop_token stop_;
  uint64_t size_;
  uint64_t consumed_ = 0;
};

class ReaderStream final : public ByteStream {
 public:
  explicit ReaderStream(ByteReader reader) : reader_(std::move(reader)) {}
  std::size_t read(char* bytes, std::size_t size) override {
    const std::size_t count = reader_(bytes, size);
    consumed_ += count;
    return count;
  }
  [[nodiscard]] uint64_t consumed() const override { return consumed_; }

 private:
  ByteReader reader_;
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

// A stream whose first bytes have been read to look at them.
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
  [[nodiscard]] std::optional<Diagnostic> warning() const override { return rest_->warning(); }

 private:
  std::string first_;
  std::size_t given_ = 0;
  std::unique_ptr<ByteStream> rest_;
};

// All members of a compressed stream, one after the other.
class DecompressedStream final : public ByteStream {
 public:
  DecompressedStream(std::string name, std::unique_ptr<ByteStream> compressed,
                     std::unique_ptr<Decompressor> decompressor)
      : name_(std::move(name)),
        compressed_(std::move(compressed)),
        decompressor_(std::move(decompressor)),
        ahead_(decompressor_->bytes_ahead()) {}

  std::size_t read(char* bytes, std::size_t size) override {
    std::size_t given = 0;
    while (given < size) {
      if (decompressed_.empty() && !decompress_behind(given)) break;
      const std::size_t count = std::min(size - given, decompressed_.size());
      std::copy_n(decompressed_.begin(), count, bytes + given);
      decompressed_ = decompressed_.subspan(count);
      given += count;
    }
    return given;
  }
  [[nodiscard]] uint64_t consumed() const override { return compressed_->consumed(); }
  [[nodiscard]] std::optional<Diagnostic> warning() const override {
    const auto flaw = decompressor_->flaw();
    if (!flaw) return std::nullopt;
    Diagnostic warning =
        diagnostic(flaw->offset, flaw->found, flaw->expected + "; the part before it is whole");
    warning.rule = Rule::wrong_seek_table;
    return warning;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{256} << 10U;

  // The same where that many bytes are about to be given: damage after them is thrown when more is
  // asked for.
  bool decompress_behind(std::size_t given) {
    if (damage_) std::rethrow_exception(damage_);
    try {
      return decompress();
    } catch (const TraceError&) {
      if (given == 0) throw;
      damage_ = std::current_exception();
      return false;
    }
  }

  // Whether there is more, which is in decompressed_ then.
  bool decompress() {
    std::size_t made = 0;
    try {
      while (made < ahead_.size() && (in_member_ || begin_member())) {
        const auto step = decompressor_->go_on(rest_, std::span(ahead_).subspan(made));
        rest_ = rest_.subspan(step.read);
        made += step.made;
        in_member_ = !step.ends;
        if (in_member_ && step.read + step.made == 0 && !refill()) {
          throw DamagedCompression("an end in the middle of the data");
        }
      }
    } catch (const DamagedCompression& damage) {
      throw TraceError(diagnostic(compressed_->consumed() - rest_.size(), damage.what(),
                                  "whole gzip, xz, bzip2 or Zstandard data"));
    }
    decompressed_ = std::span(ahead_).first(made);
    return made > 0;
  }

  // Whether there is another one. Zeros may be between members, and after the last one: no
  // member begins with one.
  bool begin_member() {
    const auto is_zero = [](char byte) { return byte == 0; };
    do {
      const auto begin = std::find_if_not(rest_.begin(), rest_.end(), is_zero);
      rest_ = rest_.subspan(static_cast<std::size_t>(begin - rest_.begin()));
    } while (rest_.empty() && refill());
    in_member_ = !rest_.empty();
    if (in_member_) decompressor_->begin();
    return in_member_;
  }
  // Whether there was more; to be called when all was taken.
  bool refill() {
    if (!rest_.empty()) throw DamagedCompression("data that does not go on");
    rest_ = {block_.data(), compressed_->read(block_.data(), kBlock)};
    return !rest_.empty();
  }

  [[nodiscard]] Diagnostic diagnostic(uint64_t byte, std::string found,
                                      std::string expected) const {
    Diagnostic diagnostic;
    diagnostic.rule = Rule::damaged_compression;
    diagnostic.where.file = name_;
    diagnostic.where.byte = byte;
    diagnostic.found = std::move(found);
    diagnostic.expected = std::move(expected);
    return diagnostic;
  }

  std::string name_;
  std::unique_ptr<ByteStream> compressed_;
  std::unique_ptr<Decompressor> decompressor_;
  std::vector<char> block_ = std::vector<char>(kBlock);
  std::span<const char> rest_;  // of the block
  std::vector<char> ahead_;
  std::span<const char> decompressed_;  // of what is ahead, to be given out
  bool in_member_ = false;
  std::exception_ptr damage_;  // after all that was given
};

}  // namespace

void throw_errno(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), name);
}

void throw_cut(const std::string& name) {
  throw std::system_error(
      EIO, std::generic_category(),
      name + ": cannot be read any more: it was cut meanwhile, or the disk fails");
}

void FileMark::check() const {
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0) return;
  const bool is_same = status.st_dev == device && status.st_ino == number;
  if (is_same && static_cast<uint64_t>(status.st_size) < size) throw_cut(name);
}

std::unique_ptr<ByteStream> file_stream(std::string name, int descriptor, std::stop_token stop) {
  return std::make_unique<FileStream>(std::move(name), descriptor, std::move(stop));
}

std::unique_ptr<ByteStream> memory_stream(std::string_view bytes) {
  return std::make_unique<MemoryStream>(bytes);
}

std::unique_ptr<ByteStream> reader_stream(ByteReader reader) {
  return std::make_unique<ReaderStream>(std::move(reader));
}

std::unique_ptr<ByteStream> raw_stream(const Input& input, std::stop_token stop) {
  if (input.reader()) return reader_stream(input.reader()());
  if (input.kind() == Input::Kind::memory) return memory_stream(input.bytes());
  if (input.kind() == Input::Kind::standard_input) {
    return file_stream(input.name(), STDIN_FILENO, std::move(stop));
  }
  const int file = ::open(input.name().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_errno(input.name());
  auto stream = file_stream(input.name(), file, std::move(stop));  // which closes it
  struct stat status {};
  if (::fstat(file, &status) != 0) throw_errno(input.name());
  if (S_ISDIR(status.st_mode)) {
    throw std::system_error(EISDIR, std::generic_category(), input.name());
  }
  return stream;
}

std::unique_ptr<ByteStream> decompressed(std::string name, std::unique_ptr<ByteStream> stream) {
  std::string first(kMagicBytes, '\0');
  first.resize(stream->read(first.data(), first.size()));
  auto its_decompressor = decompressor(first);
  auto whole = std::make_unique<PeekedStream>(std::move(first), std::move(stream));
  if (its_decompressor == nullptr) return whole;
  return std::make_unique<DecompressedStream>(std::move(name), std::move(whole),
                                              std::move(its_decompressor));
}

}  // namespace paje
