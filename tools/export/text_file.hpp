// A file of text, compressed or not, that appears when it is whole.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/tool.hpp"

struct archive;

namespace paje::tools {

enum class Compression { none, gzip, zstd };
std::optional<Compression> compression(std::string_view word);
/// `.gz`, `.zst`, or nothing.
std::string_view suffix(Compression compression);

class TextFile {
 public:
  /// `-` is standard output. Zstandard compresses on `threads` threads (0: all cores).
  TextFile(const std::string& path, Compression compression, unsigned threads);
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile();

  void write(std::string_view text);
  void commit();

 private:
  struct FreeArchive {
    void operator()(archive* writer) const;
  };
  void open_archive(Compression compression, unsigned threads);
  void check(int code);

  OutputFile file_;
  std::exception_ptr failure_;  // of writing, on its way through libarchive, which is C
  std::unique_ptr<archive, FreeArchive> archive_;
};

}  // namespace paje::tools
