#include "input/whole_bytes.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/memory_pages.hpp"
#include "input/chunk.hpp"

namespace paje {

// Releases a mapping's pages that have been read, some megabytes at a time: each time, the kernel
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

WholeBytes::WholeBytes(std::string_view bytes, std::shared_ptr<const void> mapping, FileMark mark)
    : bytes_(bytes),
      releaser_(std::make_shared<PageReleaser>(std::move(mapping))),
      mark_(std::move(mark)) {}

std::shared_ptr<const void> WholeBytes::consume(std::size_t size) {
  const std::string_view consumed = bytes_.substr(at_, size);
  at_ += size;
  if (releaser_ == nullptr) return nullptr;
  return {consumed.data(),
          [releaser = releaser_, consumed](const void*) { releaser->add(consumed); }};
}

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

}  // namespace paje
