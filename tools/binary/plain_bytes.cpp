#include "binary/plain_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "binary/failure.hpp"
#include "lost_pages.hpp"
#include "seekable_zstd.hpp"
#include "zstd_stream.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

using Take = std::function<void(const PlainBytes&)>;

// An open file, mapped if it can be.
class File {
 public:
  explicit File(const std::string& path) : name_(input_name(path)) {
    file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file_ < 0 || ::fstat(file_, &status) != 0) fail(errno);
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (path == "-" || !S_ISREG(status.st_mode)) return;
    size_ = static_cast<uint64_t>(status.st_size);
    if (*size_ == 0) return;
    void* const mapped =
        ::mmap(nullptr, static_cast<std::size_t>(*size_), PROT_READ, MAP_PRIVATE, file_, 0);
    if (mapped == MAP_FAILED) return;
    ::madvise(mapped, static_cast<std::size_t>(*size_), MADV_SEQUENTIAL);
    mapping_ = {static_cast<const char*>(mapped), static_cast<std::size_t>(*size_)};
    watch_input_size(path, file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (!mapping_.empty()) ::munmap(const_cast<char*>(mapping_.data()), mapping_.size());
    if (file_ > STDERR_FILENO) ::close(file_);
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::optional<uint64_t> size() const { return size_; }
  [[nodiscard]] std::string_view mapping() const { return mapping_; }
  [[nodiscard]] uint64_t consumed() const { return consumed_; }

  /// The next bytes, which stay until the next call; none at the end.
  std::string_view read() {
    buffer_.resize(kPieceBytes);
    std::size_t used = 0;
    while (used < buffer_.size()) {
      const ssize_t count = ::read(file_, buffer_.data() + used, buffer_.size() - used);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(errno);
      if (count == 0) break;
      used += static_cast<std::size_t>(count);
    }
    consumed_ += used;
    return std::string_view(buffer_).substr(0, used);
  }

 private:
  [[noreturn]] void fail(int number) const {
    throw std::system_error(number, std::generic_category(), name_);
  }

  std::string name_;
  int file_ = -1;
  std::optional<uint64_t> size_;
  std::string_view mapping_;
  std::string buffer_;
  uint64_t consumed_ = 0;
};

void read_mapped(const File& file, const Take& take) {
  const std::string_view bytes = file.mapping();
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view piece = bytes.substr(at, kPieceBytes);
    at += piece.size();
    take({piece, at, file.size()});
  }
}

void read_frames(const File& file, unsigned threads, const Take& take) {
  zstd::FrameReader reader;
  if (const auto problem = reader.open(file.mapping())) throw bad_frame(file.name(), *problem);
  const auto problem =
      zstd::decompress_all(reader, threads, [&](const zstd::Frame& frame, std::string_view plain) {
        take({plain, frame.offset + frame.compressed_size, file.size()});
      });
  if (problem) throw bad_frame(file.name(), *problem);
}

void read_compressed(File& file, std::string_view first, const Take& take) {
  zstd::StreamReader reader([&] {
    if (!first.empty()) return std::exchange(first, {});
    return file.read();
  });
  std::string plain(kPieceBytes, '\0');
  while (true) {
    std::size_t used = 0;
    const auto problem = reader.read(plain, used);
    if (used != 0) take({std::string_view(plain).substr(0, used), file.consumed(), file.size()});
    if (problem) throw bad_frame(file.name(), *problem);
    if (used < plain.size()) return;
  }
}

void read_stream(File& file, const Take& take) {
  std::string_view piece = file.read();
  if (zstd::is_compressed(piece)) return read_compressed(file, piece, take);
  for (; !piece.empty(); piece = file.read()) take({piece, file.consumed(), file.size()});
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

void read_plain_bytes(const std::string& path, unsigned threads, const Take& take) {
  File file(path);
  if (zstd::is_seekable(file.mapping())) return read_frames(file, threads, take);
  if (file.mapping().empty() || zstd::is_compressed(file.mapping())) {
    return read_stream(file, take);
  }
  read_mapped(file, take);
}

}  // namespace paje::tools
