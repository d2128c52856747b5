#include "exchange/input_bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "input/decompression.hpp"
#include "input/whole_bytes.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

std::string read_all(ByteStream& stream) {
  std::string all;
  while (true) {
    const std::size_t used = all.size();
    all.resize(used + std::max(kPieceBytes, used / 2));
    const std::size_t count = stream.read(all.data() + used, all.size() - used);
    all.resize(used + count);
    if (count == 0) return all;
  }
}

}  // namespace

InputBytes::InputBytes(const Input& input, bool maps_files) : name_(input.name()) {
  if (!input.reader() && input.kind() == Input::Kind::memory) bytes_ = input.bytes();
  if (!input.reader() && input.kind() == Input::Kind::path && maps_files) map();
  if (!bytes_.empty() && !is_compressed(bytes_.substr(0, kMagicBytes))) return;
  const auto stream =
      decompressed(name_, bytes_.empty() ? raw_stream(input) : memory_stream(bytes_));
  unpacked_ = read_all(*stream);
  bytes_ = unpacked_;
}

void InputBytes::map() {
  const int file = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0) throw_errno(name_);
  const auto closed = file_stream(name_, file);  // which closes it
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return;
  const auto size = static_cast<std::size_t>(status.st_size);
  mapping_ = map_with_padding(file, size);
  if (mapping_ == nullptr) return;
  mark_ = FileMark{name_, status.st_dev, status.st_ino, size};
  bytes_ = {static_cast<const char*>(mapping_.get()), size};
}

}  // namespace paje::exchange
