#include "input/byte_blocks.hpp"

#include <algorithm>
#include <utility>

#include "input/chunk.hpp"

namespace paje {

namespace {

// Records that are in a mapped file.
class WholeBlocks final : public ByteBlocks {
 public:
  explicit WholeBlocks(WholeBytes bytes) : bytes_(std::move(bytes)) {}

  Block look(std::size_t) override { return {bytes_.rest(), true}; }
  std::shared_ptr<const void> consume(std::size_t size) override { return bytes_.consume(size); }
  [[nodiscard]] uint64_t consumed() const override { return bytes_.position(); }
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
  std::shared_ptr<const void> consume(std::size_t size) override {
    at_ += size;
    return bytes_;
  }
  [[nodiscard]] uint64_t consumed() const override { return stream_->consumed(); }
  [[nodiscard]] std::optional<uint64_t> size() const override { return size_; }
  [[nodiscard]] std::optional<Diagnostic> warning() const override { return stream_->warning(); }

 private:
  static constexpr std::size_t kLeastRead = std::size_t{1} << 20U;

  // What was returned stays where it is: the rest moves. A stream that gives less than there is
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
  std::shared_ptr<std::string> bytes_;  // with kPadding after end_
  std::size_t at_ = 0;
  std::size_t end_;
  bool is_at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteBlocks> whole_blocks(WholeBytes bytes) {
  return std::make_unique<WholeBlocks>(std::move(bytes));
}

std::unique_ptr<ByteBlocks> stream_blocks(std::unique_ptr<ByteStream> stream,
                                          std::optional<uint64_t> size, std::string begin) {
  return std::make_unique<StreamBlocks>(std::move(stream), size, std::move(begin));
}

}  // namespace paje
