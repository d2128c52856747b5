#include "input/text_source.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "input/line_cut.hpp"

namespace paje {

namespace {

// Text that is in memory as a whole.
class WholeSource final : public ByteSource {
 public:
  /// Begins after the first `skipped` bytes.
  explicit WholeSource(WholeBytes bytes, std::size_t skipped) : bytes_(std::move(bytes)) {
    if (skipped != 0) bytes_.consume(skipped);
  }

  std::optional<Chunk> next(std::size_t size) override {
    const std::string_view rest = bytes_.rest();
    if (rest.empty()) return std::nullopt;
    const std::size_t end =
        size < rest.size() ? cut_after(rest, size).value_or(rest.size()) : rest.size();
    Chunk chunk{rest.substr(0, end), bytes_.position(), bytes_.consume(end), nullptr};
    chunk.is_lasting = true;
    if (!bytes_.is_padded() && rest.size() - end < kPadding) pad(chunk);
    return chunk;
  }
  [[nodiscard]] uint64_t consumed() const override { return bytes_.position(); }
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
  // Bytes after which it is asked whether nothing but blank lines comes: few files have that many,
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

}  // namespace

std::unique_ptr<ByteSource> whole_text(WholeBytes bytes, std::size_t skipped) {
  return std::make_unique<WholeSource>(std::move(bytes), skipped);
}

std::unique_ptr<ByteSource> stream_text(std::unique_ptr<ByteStream> stream,
                                        std::optional<uint64_t> size, std::string begin,
                                        std::size_t skipped) {
  return std::make_unique<StreamSource>(std::move(stream), size, std::move(begin), skipped);
}

}  // namespace paje
