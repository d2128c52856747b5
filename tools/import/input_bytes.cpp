#include "import/input_bytes.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include "common/sigbus.hpp"
#include "import/bad_input.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

struct ArchiveCloser {
  void operator()(archive* opened) const { archive_read_free(opened); }
};

bool is_packed(std::string_view bytes) {
  using namespace std::string_view_literals;
  static constexpr std::array kMagics = {"\x1F\x8B"sv,
                                         "\xFD"
                                         "7zXZ\0"sv,
                                         "BZh"sv, "\x28\xB5\x2F\xFD"sv, "\x5E\x2A\x4D\x18"sv};
  return std::any_of(kMagics.begin(), kMagics.end(),
                     [&](std::string_view magic) { return bytes.starts_with(magic); });
}

std::string unpack(std::string_view packed, const std::string& name) {
  const std::unique_ptr<archive, ArchiveCloser> opened(archive_read_new());
  std::string plain;
  const auto fail = [&] {
    const char* const why = archive_error_string(opened.get());
    throw bad_byte(
        name, static_cast<uint64_t>(std::max<int64_t>(0, archive_filter_bytes(opened.get(), -1))),
        "damaged compression", why == nullptr ? "unknown trouble" : why, "a whole compressed file");
  };
  if (opened == nullptr) throw std::bad_alloc();
  archive_entry* entry = nullptr;
  if (archive_read_support_filter_all(opened.get()) < ARCHIVE_WARN ||
      archive_read_support_format_raw(opened.get()) < ARCHIVE_WARN ||
      archive_read_open_memory(opened.get(), packed.data(), packed.size()) != ARCHIVE_OK ||
      archive_read_next_header(opened.get(), &entry) != ARCHIVE_OK) {
    fail();
  }
  while (true) {
    const std::size_t used = plain.size();
    plain.resize(used + std::max(kPieceBytes, used / 2));
    const la_ssize_t count =
        archive_read_data(opened.get(), plain.data() + used, plain.size() - used);
    if (count < 0) fail();
    plain.resize(used + static_cast<std::size_t>(count));
    if (count == 0) return plain;
  }
}

}  // namespace

InputBytes::InputBytes(const std::string& path) : source_(path) {
  if (source_.input().kind() == Input::Kind::memory) {
    bytes_ = source_.input().bytes();
  } else {
    map(path);
  }
  if (!is_packed(bytes_)) return;
  unpacked_ = unpack(bytes_, name());
  bytes_ = unpacked_;
}

InputBytes::~InputBytes() {
  if (!mapping_.empty()) ::munmap(const_cast<char*>(mapping_.data()), mapping_.size());
}

void InputBytes::map(const std::string& path) {
  const auto fail = [&] { throw std::system_error(errno, std::generic_category(), path); };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) fail();
  if (S_ISDIR(status.st_mode)) {
    ::close(file);
    errno = EISDIR;
    fail();
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  watch_input_size(path, file);
  void* const mapped = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  errno = error;
  if (mapped == MAP_FAILED) fail();
  if (mapped == nullptr) return;
  mapping_ = {static_cast<const char*>(mapped), size};
  bytes_ = mapping_;
}

}  // namespace paje::tools
