#include "byte_source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "byte_stream.hpp"
#include "pages.hpp"

namespace paje {

namespace {

// Lets go of a mapping's pages that have been read, some megabytes at a time: each time, the kernel
// interrupts all other threads.
class PageReleaser {
 public:
  explicit PageReleaser(std::shared_ptr<const void> mapping) : mapping_(std::move(mapping)) {}

  void add(std::string_view range) {
    const std::lock_guard lock(mutex_);
    try {
      ranges_.push_back(range);
    } catch (const std::bad_alloc&) {
      return;  // the pages stay: this is called where nothing can be thrown
    }
    bytes_ += range.size();
    if (bytes_ >= kEnough) release();
  }

 private:
  static constexpr std::size_t kEnough = std::size_t{4} << 20U;

  void release() {
    std::sort(ranges_.begin(), ranges_.end(),
              [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
    const char* begin = nullptr;
    const char* end = nullptr;
    for (const std::string_view range : ranges_) {
      if (range.data() != end) {
        if (begin != end) release_pages(begin, static_cast<std::size_t>(end - begin));
        begin = range.data();
      }
      end = range.data() + range.size();
    }
    release_pages(begin, static_cast<std::size_t>(end - begin));
    ranges_.clear();
    bytes_ = 0;
  }

  std::shared_ptr<const void> mapping_;
  std::mutex mutex_;
  std::vector<std::string_view> ranges_;
  std::size_t bytes_ = 0;
};

// Text that is in memory as a whole: given by the caller or mapped.
class WholeSource final : public ByteSource {
 public:
  WholeSource(std::string_view text, std::shared_ptr<const void> mapping) : text_(text) {
    if (mapping != nullptr) releaser_ = std::make_shared<PageReleaser>(std::move(mapping));
  }

  std::optional<Chunk> next(std::size_t size) override {
    if (at_ == text_.size()) return std::nullopt;
    const std::string_view rest = text_.substr(at_);
    const std::size_t end =
        size < rest.size() ? cut_after(rest, size).value_or(rest.size()) : rest.size();
    Chunk chunk{rest.substr(0, end), at_, nullptr};
    if (releaser_ != nullptr) {
      chunk.owner = releasing_owner(chunk.text);
    } else if (rest.size() - end < kPadding) {
      pad(chunk);
    }
    at_ += end;
    return chunk;
  }
  [[nodiscard]] uint64_t consumed() const override { return at_; }
  [[nodiscard]] std::optional<uint64_t> size() const override { return text_.size(); }

 private:
  // Keeps the mapping, and lets go of the chunk's own pages with the chunk: a file's pages are
  // read once, so they need not count as this process's memory.
  std::shared_ptr<const void> releasing_owner(std::string_view chunk) const {
    return {chunk.data(), [releaser = releaser_, chunk](const void*) { releaser->add(chunk); }};
  }

  static void pad(Chunk& chunk) {
    auto copy = std::make_shared<std::string>(chunk.text);
    copy->append(kPadding, '\n');
    chunk.text = std::string_view(*copy).substr(0, chunk.text.size());
    chunk.owner = std::move(copy);
  }

  std::string_view text_;
  std::shared_ptr<PageReleaser> releaser_;  // if the text is a mapped file
  std::size_t at_ = 0;
};

// Text that comes block by block; what follows a cut begins the next.
class StreamSource final : public ByteSource {
 public:
  StreamSource(std::unique_ptr<ByteStream> stream, std::optional<uint64_t> size)
      : stream_(std::move(stream)), size_(size) {}

  [[nodiscard]] uint64_t consumed() const override { return stream_->consumed(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return size_; }

  std::optional<Chunk> next(std::size_t size) override {
    auto bytes = std::make_shared<std::string>(std::exchange(rest_, {}));
    const std::size_t end = fill_to_cut(*bytes, size);
    if (bytes->empty()) return std::nullopt;
    rest_.assign(*bytes, end);
    bytes->resize(end);
    bytes->append(kPadding, '\n');
    Chunk chunk{std::string_view(*bytes).substr(0, end), offset_, bytes};
    offset_ += end;
    return chunk;
  }

 private:
  // Reads until `bytes` can be cut at or after `size`, or the input ends; returns the cut.
  std::size_t fill_to_cut(std::string& bytes, std::size_t size) {
    // A cut needs the first byte of the line that follows it.
    std::size_t from = size;
    while (true) {
      if (bytes.size() > from) {
        if (const auto cut = cut_after(bytes, from)) return *cut;
        // Every newline but the last has been turned down; the last may lack what follows it.
        from = std::max(from, std::min(bytes.rfind('\n'), bytes.size() - 1));
      }
      if (!read_more(bytes, std::max(size, bytes.size() / 2))) return bytes.size();
    }
  }

  bool read_more(std::string& bytes, std::size_t size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + size);
    bytes.resize(before + stream_->read(bytes.data() + before, size));
    return bytes.size() > before;
  }

  std::unique_ptr<ByteStream> stream_;
  std::optional<uint64_t> size_;
  std::string rest_;
  uint64_t offset_ = 0;
};

// Maps a file over the beginning of a larger reservation, so that what follows its last byte can be
// read too. Null if the system cannot map it.
std::shared_ptr<const void> map_with_padding(int file, std::size_t size) {
  const std::size_t reserved = size + kPadding;
  void* bytes = ::mmap(nullptr, reserved, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return nullptr;
  std::shared_ptr<const void> mapping(bytes,
                                      [reserved](void* mapped) { ::munmap(mapped, reserved); });
  if (::mmap(bytes, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED) {
    return nullptr;
  }
  ::madvise(bytes, size, MADV_SEQUENTIAL);
  return mapping;
}

std::unique_ptr<ByteSource> open_stream(const std::string& name, std::unique_ptr<ByteStream> stream,
                                        std::optional<uint64_t> size) {
  return std::make_unique<StreamSource>(decompressed(name, std::move(stream)), size);
}

std::unique_ptr<ByteSource> open_path(const std::string& name) {
  const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_errno(name);
  auto stream = file_stream(name, file);  // which closes it
  struct stat status {};
  if (::fstat(file, &status) != 0) throw_errno(name);
  if (S_ISDIR(status.st_mode)) {
    throw std::system_error(EISDIR, std::generic_category(), name);
  }
  if (!S_ISREG(status.st_mode)) return open_stream(name, std::move(stream), std::nullopt);
  const auto size = static_cast<std::size_t>(status.st_size);
  auto mapping = size == 0 ? nullptr : map_with_padding(file, size);
  if (mapping == nullptr) return open_stream(name, std::move(stream), size);
  const std::string_view text(static_cast<const char*>(mapping.get()), size);
  if (is_compressed(text.substr(0, kMagicBytes))) {
    return open_stream(name, std::move(stream), size);
  }
  return std::make_unique<WholeSource>(text, std::move(mapping));
}

}  // namespace

std::optional<std::size_t> cut_after(std::string_view text, std::size_t at) {
  for (std::size_t newline = text.find('\n', at); newline != std::string_view::npos;) {
    const std::size_t line = newline + 1;
    const std::size_t first = text.find_first_not_of(" \t\r", line);
    if (first == std::string_view::npos) return std::nullopt;
    const char c = text[first];
    if (c != '%' && c != '#' && c != '\n') return line;
    newline = c == '\n' ? first : text.find('\n', first);
  }
  return std::nullopt;
}

std::unique_ptr<ByteSource> open_source(const Input& input) {
  switch (input.kind()) {
    case Input::Kind::memory:
      if (is_compressed(input.bytes())) {
        return open_stream(input.name(), memory_stream(input.bytes()), input.bytes().size());
      }
      return std::make_unique<WholeSource>(input.bytes(), nullptr);
    case Input::Kind::standard_input:
      return open_stream(input.name(), file_stream(input.name(), STDIN_FILENO), std::nullopt);
    case Input::Kind::path:
      return open_path(input.name());
  }
  return nullptr;
}

}  // namespace paje
