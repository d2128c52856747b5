#include "pipeline/open_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "binary/binary_source.hpp"
#include "formats/archive/file.hpp"
#include "input/byte_stream.hpp"
#include "input/decompression.hpp"
#include "input/text_source.hpp"
#include "input/whole_bytes.hpp"
#include "paje/diagnostic.hpp"

namespace paje {

namespace {

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
  Diagnostic diagnostic;
  diagnostic.rule = Rule::utf16_text;
  diagnostic.where.file = name;
  diagnostic.where.line = diagnostic.where.column = 1;
  diagnostic.found = "UTF-16";
  diagnostic.expected = "ASCII or UTF-8";
  throw TraceError(std::move(diagnostic));
}

// An archive has no chunks: whoever reads one opens it before anything gets here.
void refuse_archive(const std::string& name, std::string_view begin) {
  if (!begin.starts_with(archive::kMagic.substr(0, kBinaryMagicBytes))) return;
  Diagnostic diagnostic;
  diagnostic.rule = Rule::damaged_record;
  diagnostic.where.file = name;
  diagnostic.found =
      "an archive in a pipe, compressed, as a part of a trace, or damaged in its first 8 bytes (by "
      "a "
      "transfer as text?)";
  diagnostic.expected =
      "a file of its own that is not compressed: an archive, which is compressed inside, is read "
      "from its end";
  throw TraceError(std::move(diagnostic));
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
  refuse_archive(input.name(), begin);
  if (!is_binary(begin) && !input.must_be_binary()) {
    const std::size_t mark = byte_order_mark(input.name(), begin);
    return stream_text(std::move(stream), size, std::move(begin), mark);
  }
  return open_binary(input.name(), stream_blocks(std::move(stream), size, std::move(begin)));
}

std::unique_ptr<ByteSource> open_path(const Input& input, bool maps_files, std::stop_token stop) {
  const std::string& name = input.name();
  const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_errno(name);
  auto stream = file_stream(name, file, std::move(stop));  // which closes it
  struct stat status {};
  if (::fstat(file, &status) != 0) throw_errno(name);
  if (S_ISDIR(status.st_mode)) {
    throw std::system_error(EISDIR, std::generic_category(), name);
  }
  if (!S_ISREG(status.st_mode)) return open_stream(input, std::move(stream), std::nullopt);
  // Some files of the system look regular, but wait for what is written later, as /proc/kmsg, which
  // an untrusted trace could name as a part.
  (void)::fcntl(file, F_SETFL, O_NONBLOCK);
  const auto size = static_cast<std::size_t>(status.st_size);
  auto mapping = size == 0 || !maps_files ? nullptr : map_with_padding(file, size);
  if (mapping == nullptr) return open_stream(input, std::move(stream), size);
  const std::string_view text(static_cast<const char*>(mapping.get()), size);
  if (is_compressed(text.substr(0, kMagicBytes))) {
    return open_stream(input, std::move(stream), size);
  }
  refuse_archive(name, text.substr(0, kBinaryMagicBytes));
  WholeBytes bytes(text, std::move(mapping), FileMark{name, status.st_dev, status.st_ino, size});
  if (is_binary(text) || input.must_be_binary()) {
    return open_binary(name, whole_blocks(std::move(bytes)));
  }
  return whole_text(std::move(bytes), byte_order_mark(name, text));
}

}  // namespace

std::unique_ptr<ByteSource> open_source(const Input& input, bool maps_files, std::stop_token stop) {
  if (input.reader()) return open_stream(input, reader_stream(input.reader()()), std::nullopt);
  switch (input.kind()) {
    case Input::Kind::memory:
      // Binary traces are streamed, for nothing may be read after bytes that the caller keeps.
      if (is_compressed(input.bytes()) || is_binary(input.bytes()) || input.must_be_binary()) {
        return open_stream(input, memory_stream(input.bytes()), input.bytes().size());
      }
      return whole_text(WholeBytes(input.bytes()), byte_order_mark(input.name(), input.bytes()));
    case Input::Kind::standard_input:
      return open_stream(input, file_stream(input.name(), STDIN_FILENO, std::move(stop)),
                         std::nullopt);
    case Input::Kind::path:
      return open_path(input, maps_files, std::move(stop));
  }
  return nullptr;
}

}  // namespace paje
