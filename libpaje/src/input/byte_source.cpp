#include "input/byte_source.hpp"

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

#include "base/blanks.hpp"
#include "base/memory_pages.hpp"
#include "binary/binary_source.hpp"
#include "input/byte_stream.hpp"
#include "input/decompression.hpp"
#include "paje/diagnostic.hpp"

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

// What is in memory as a whole: given by the caller or mapped.
class WholeBytes {
 public:
  explicit WholeBytes(std::string_view bytes) : bytes_(bytes) {}
  WholeBytes(std::string_view bytes, std::shared_ptr<const void> mapping, FileMark mark)
      : bytes_(bytes),
        releaser_(std::make_shared<PageReleaser>(std::move(mapping))),
        mark_(std::move(mark)) {}

  [[nodiscard]] std::string_view rest() const {
    if (at_ == bytes_.size() && mark_) mark_->check();
    return bytes_.substr(at_);
  }
  [[nodiscard]] uint64_t taken() const { return at_; }
  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  /// Whether kPadding bytes can be read behind all of them.
  [[nodiscard]] bool is_padded() const { return releaser_ != nullptr; }

  // Keeps the mapping, and lets go of the pages of what is taken with it: a file's pages are read
  // once, so they need not count as this process's memory.
  std::shared_ptr<const void> take(std::size_t size) {
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    if (releaser_ == nullptr) return nullptr;
    return {taken.data(), [releaser = releaser_, taken](const void*) { releaser->add(taken); }};
  }

 private:
  std::string_view bytes_;
  std::shared_ptr<PageReleaser> releaser_;  // if they are a mapped file
  std::optional<FileMark> mark_;            // then, too
  std::size_t at_ = 0;
};

// Text that is in memory as a whole.
class WholeSource final : public ByteSource {
 public:
  /// Begins behind the first `skipped` bytes.
  explicit WholeSource(WholeBytes bytes, std::size_t skipped) : bytes_(std::move(bytes)) {
    if (skipped != 0) bytes_.take(skipped);
  }

  std::optional<Chunk> next(std::size_t size) override {
    const std::string_view rest = bytes_.rest();
    if (rest.empty()) return std::nullopt;
    const std::size_t end =
        size < rest.size() ? cut_after(rest, size).value_or(rest.size()) : rest.size();
    Chunk chunk{rest.substr(0, end), bytes_.taken(), bytes_.take(end), nullptr};
    chunk.is_lasting = true;
    if (!bytes_.is_padded() && rest.size() - end < kPadding) pad(chunk);
    return chunk;
  }
  [[nodiscard]] uint64_t consumed() const override { return bytes_.taken(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return bytes_.size(); }

 private:
  static void pad(Chunk& chunk) {
    auto copy = std::make_shared<std::string>(chunk.text);
    copy->append(kPadding, '\n');
    chunk.text = std::string_view(*copy).substr(0, chunk.text.size());
    chunk.owner = std::move(copy);
    chunk.is_lasting = false;
  }

  WholeBytes bytes_;
};

// Records that are in a mapped file.
class WholeBlocks final : public ByteBlocks {
 public:
  explicit WholeBlocks(WholeBytes bytes) : bytes_(std::move(bytes)) {}

  Block look(std::size_t) override { return {bytes_.rest(), true}; }
  std::shared_ptr<const void> take(std::size_t size) override { return bytes_.take(size); }
  [[nodiscard]] uint64_t consumed() const override { return bytes_.taken(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return bytes_.size(); }

 private:
  WholeBytes bytes_;
};

// Records that come block by block; what is left of one begins the next.
class StreamBlocks final : public ByteBlocks {
 public:
  StreamBlocks(std::unique_ptr<ByteStream> stream, std::optional<uint64_t> size, std::string begin)
      : stream_(std::move(stream)),
        size_(size),
        bytes_(std::make_shared<std::string>(std::move(begin))),
        end_(bytes_->size()) {
    bytes_->append(kPadding, '\0');
  }

  Block look(std::size_t size) override {
    if (end_ - at_ < size && !is_at_end_) read_more(size);
    return {std::string_view(*bytes_).substr(at_, end_ - at_), is_at_end_};
  }
  std::shared_ptr<const void> take(std::size_t size) override {
    at_ += size;
    return bytes_;
  }
  [[nodiscard]] uint64_t consumed() const override { return stream_->consumed(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return size_; }
  [[nodiscard]] std::optional<Diagnostic> warning() const override { return stream_->warning(); }

 private:
  static constexpr std::size_t kLeastRead = std::size_t{1} << 20U;

  // What was handed out stays where it is: the rest moves. A stream that gives less than there is
  // room for has come to damage, or to its end, and says so when it is asked again.
  void read_more(std::size_t size) {
    auto more = std::make_shared<std::string>();
    const std::size_t left = end_ - at_;
    more->resize(left + std::max(size, kLeastRead) + kPadding);
    std::copy_n(bytes_->data() + at_, left, more->data());
    const std::size_t count = stream_->read(more->data() + left, more->size() - kPadding - left);
    is_at_end_ = count == 0;
    bytes_ = std::move(more);
    at_ = 0;
    end_ = left + count;
  }

  std::unique_ptr<ByteStream> stream_;
  std::optional<uint64_t> size_;
  std::shared_ptr<std::string> bytes_;  // with kPadding behind end_
  std::size_t at_ = 0;
  std::size_t end_;
  bool is_at_end_ = false;
};

// Text that comes block by block; what follows a cut begins the next.
class StreamSource final : public ByteSource {
 public:
  /// Of what `begin` begins with, the first `skipped` bytes are left out.
  StreamSource(std::unique_ptr<ByteStream> stream, std::optional<uint64_t> size, std::string begin,
               std::size_t skipped)
      : stream_(std::move(stream)), size_(size), rest_(std::move(begin)), offset_(skipped) {
    rest_.erase(0, skipped);
  }

  [[nodiscard]] uint64_t consumed() const override { return stream_->consumed(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return size_; }
  [[nodiscard]] std::vector<Diagnostic> warnings() const override {
    std::vector<Diagnostic> found;
    if (auto warning = stream_->warning()) found.push_back(std::move(*warning));
    return found;
  }

  std::optional<Chunk> next(std::size_t size) override {
    auto bytes = std::make_shared<std::string>(std::exchange(rest_, {}));
    const std::size_t end = fill_to_cut(*bytes, size);
    if (bytes->empty()) return std::nullopt;
    rest_.assign(*bytes, end);
    bytes->resize(end);
    bytes->append(kPadding, '\n');
    Chunk chunk{std::string_view(*bytes).substr(0, end), offset_, bytes, nullptr};
    offset_ += end;
    return chunk;
  }

 private:
  // Bytes after which it is asked whether nothing but blank lines comes: few files have so many,
  // but a small packed one may.
  static constexpr std::size_t kManyBlanks = std::size_t{1} << 20U;

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
      if (bytes.size() > size + kManyBlanks) {
        if (const auto cut = cut_among_blank_lines(bytes)) return *cut;
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
  uint64_t offset_;
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

// The bytes of the mark that some editors put before UTF-8 text. Throws TraceError for UTF-16, with
// its mark or without: such a text has NUL as every other byte.
std::size_t byte_order_mark(const std::string& name, std::string_view begin) {
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF";
  if (begin.starts_with(kUtf8)) return kUtf8.size();
  bool is_utf16 = begin.starts_with("\xFF\xFE") || begin.starts_with("\xFE\xFF");
  if (begin.size() >= 4) {
    const bool nul[] = {begin[0] == 0, begin[1] == 0, begin[2] == 0, begin[3] == 0};
    is_utf16 = is_utf16 || (nul[0] != nul[1] && nul[0] == nul[2] && nul[1] == nul[3]);
  }
  if (!is_utf16) return 0;
  throw TraceError({.rule = Rule::utf16_text,
                    .where = {.file = name, .line = 1, .column = 1},
                    .found = "UTF-16",
                    .expected = "ASCII or UTF-8"});
}

std::unique_ptr<ByteSource> open_stream(const Input& input, std::unique_ptr<ByteStream> stream,
                                        std::optional<uint64_t> size) {
  stream = decompressed(input.name(), std::move(stream));
  std::string begin(kBinaryMagicBytes, '\0');
  std::size_t filled = 0;
  while (filled < begin.size()) {
    const std::size_t count = stream->read(begin.data() + filled, begin.size() - filled);
    if (count == 0) break;
    filled += count;
  }
  begin.resize(filled);
  if (!is_binary(begin) && !input.must_be_binary()) {
    const std::size_t mark = byte_order_mark(input.name(), begin);
    return std::make_unique<StreamSource>(std::move(stream), size, std::move(begin), mark);
  }
  return open_binary(input.name(),
                     std::make_unique<StreamBlocks>(std::move(stream), size, std::move(begin)));
}

std::unique_ptr<ByteSource> open_path(const Input& input, bool maps_files) {
  const std::string& name = input.name();
  const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_errno(name);
  auto stream = file_stream(name, file);  // which closes it
  struct stat status {};
  if (::fstat(file, &status) != 0) throw_errno(name);
  if (S_ISDIR(status.st_mode)) {
    throw std::system_error(EISDIR, std::generic_category(), name);
  }
  if (!S_ISREG(status.st_mode)) return open_stream(input, std::move(stream), std::nullopt);
  const auto size = static_cast<std::size_t>(status.st_size);
  auto mapping = size == 0 || !maps_files ? nullptr : map_with_padding(file, size);
  if (mapping == nullptr) return open_stream(input, std::move(stream), size);
  const std::string_view text(static_cast<const char*>(mapping.get()), size);
  if (is_compressed(text.substr(0, kMagicBytes))) {
    return open_stream(input, std::move(stream), size);
  }
  WholeBytes bytes(text, std::move(mapping), FileMark{name, status.st_dev, status.st_ino, size});
  if (is_binary(text) || input.must_be_binary()) {
    return open_binary(name, std::make_unique<WholeBlocks>(std::move(bytes)));
  }
  return std::make_unique<WholeSource>(std::move(bytes), byte_order_mark(name, text));
}

}  // namespace

std::optional<std::size_t> cut_after(std::string_view text, std::size_t at) {
  for (std::size_t newline = text.find('\n', at); newline != std::string_view::npos;) {
    const std::size_t line = newline + 1;
    const std::size_t first = text.find_first_not_of(kBlanks, line);
    if (first == std::string_view::npos) return std::nullopt;
    const char c = text[first];
    if (c != '%' && c != '#' && c != '\n') return line;
    newline = c == '\n' ? first : text.find('\n', first);
  }
  return std::nullopt;
}

std::optional<std::size_t> cut_among_blank_lines(std::string_view text) {
  const std::size_t cut = text.rfind('\n') + 1;  // npos + 1 is 0
  std::size_t end = cut;
  while (end > 0) {
    const std::size_t before = end < 2 ? std::string_view::npos : text.rfind('\n', end - 2);
    const std::size_t line = before + 1;
    const std::size_t first = text.find_first_not_of(kBlanks, line);
    const char c = text[first];  // the line's '\n' at the latest
    if (c == '%') {
      constexpr std::string_view kEnd = "EndEventDef";
      const std::size_t word = text.find_first_not_of(kBlanks, first + 1);
      const std::size_t behind = text.find_first_of(" \t\r\v\f\n#", word);
      if (text.substr(word, behind - word) != kEnd) return std::nullopt;
    }
    if (c != '#' && c != '\n') break;
    end = line;
  }
  return cut == 0 ? std::nullopt : std::optional(cut);
}

std::unique_ptr<ByteSource> open_source(const Input& input, bool maps_files) {
  switch (input.kind()) {
    case Input::Kind::memory:
      // Binary traces are streamed, for nothing may be read behind bytes that the caller keeps.
      if (is_compressed(input.bytes()) || is_binary(input.bytes()) || input.must_be_binary()) {
        return open_stream(input, memory_stream(input.bytes()), input.bytes().size());
      }
      return std::make_unique<WholeSource>(WholeBytes(input.bytes()),
                                           byte_order_mark(input.name(), input.bytes()));
    case Input::Kind::standard_input:
      return open_stream(input, file_stream(input.name(), STDIN_FILENO), std::nullopt);
    case Input::Kind::path:
      return open_path(input, maps_files);
  }
  return nullptr;
}

}  // namespace paje
