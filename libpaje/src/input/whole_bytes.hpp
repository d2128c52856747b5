// The bytes of a file that is mapped, or of memory that the caller keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "input/byte_stream.hpp"

namespace paje {

class PageReleaser;

/// What is in memory as a whole: given by the caller or mapped.
class WholeBytes {
 public:
  explicit WholeBytes(std::string_view bytes) : bytes_(bytes) {}
  /// Of a file that is mapped, with kPadding bytes after.
  WholeBytes(std::string_view bytes, std::shared_ptr<const void> mapping, FileMark mark);

  /// What was not taken yet. Throws std::system_error if the file was cut meanwhile.
  [[nodiscard]] std::string_view rest() const {
    if (at_ == bytes_.size() && mark_) mark_->check();
    return bytes_.substr(at_);
  }
  [[nodiscard]] uint64_t position() const { return at_; }
  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  /// Whether kPadding bytes can be read after all of them.
  [[nodiscard]] bool is_padded() const { return releaser_ != nullptr; }

  /// Goes on by that many bytes. Keeps the mapping, and releases the pages of what is taken with
  /// it: a file's pages are read once, so they need not count as this process's memory.
  std::shared_ptr<const void> consume(std::size_t size);

 private:
  std::string_view bytes_;
  std::shared_ptr<PageReleaser> releaser_;  // if they are a mapped file
  std::optional<FileMark> mark_;            // then, too
  std::size_t at_ = 0;
};

/// Maps a file of `size` bytes over the beginning of a larger reservation, so that kPadding bytes
/// after its last one can be read too. Null if the system cannot map it.
std::shared_ptr<const void> map_with_padding(int file, std::size_t size);

}  // namespace paje
