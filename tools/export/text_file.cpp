#include "export/text_file.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>
#include <thread>

namespace paje::tools {

std::optional<Compression> compression(std::string_view word) {
  if (word == "none") return Compression::none;
  if (word == "gzip") return Compression::gzip;
  if (word == "zstd") return Compression::zstd;
  return {};
}

std::string_view suffix(Compression compression) {
  if (compression == Compression::gzip) return ".gz";
  return compression == Compression::zstd ? ".zst" : "";
}

void TextFile::FreeArchive::operator()(archive* writer) const { archive_write_free(writer); }

TextFile::TextFile(const std::string& path, Compression compression, unsigned threads)
    : file_(path) {
  if (compression != Compression::none) open_archive(compression, threads);
}

TextFile::~TextFile() = default;

void TextFile::open_archive(Compression compression, unsigned threads) {
  archive_.reset(archive_write_new());
  if (archive_ == nullptr) throw std::bad_alloc();
  archive* const writer = archive_.get();
  check(archive_write_set_format_raw(writer));
  // Nothing after the end, which some readers take for damage.
  check(archive_write_set_bytes_in_last_block(writer, 1));
  if (compression == Compression::gzip) {
    check(archive_write_add_filter_gzip(writer));
    // The same text gives the same file.
    check(archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr));
    check(archive_write_set_filter_option(writer, "gzip", "compression-level", "5"));
  } else {
    check(archive_write_add_filter_zstd(writer));
    // Where libarchive knows of no threads it says so, and does without.
    const unsigned wanted = threads == 0 ? std::thread::hardware_concurrency() : threads;
    archive_write_set_filter_option(writer, "zstd", "threads", std::to_string(wanted).c_str());
  }
  const auto write = [](archive*, void* data, const void* bytes, std::size_t size) -> la_ssize_t {
    auto* const self = static_cast<TextFile*>(data);
    try {
      self->file_.write({static_cast<const char*>(bytes), size});
      return static_cast<la_ssize_t>(size);
    } catch (...) {
      self->failure_ = std::current_exception();
      return -1;
    }
  };
  check(archive_write_open(writer, this, nullptr, write, nullptr));
  archive_entry* const entry = archive_entry_new();
  if (entry == nullptr) throw std::bad_alloc();
  archive_entry_set_filetype(entry, AE_IFREG);
  const int code = archive_write_header(writer, entry);
  archive_entry_free(entry);
  check(code);
}

void TextFile::check(int code) {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  if (code >= ARCHIVE_WARN) return;
  const char* what = archive_error_string(archive_.get());
  throw std::runtime_error(what == nullptr ? "the text cannot be compressed" : what);
}

void TextFile::write(std::string_view text) {
  if (archive_ == nullptr) return file_.write(text);
  while (!text.empty()) {
    const la_ssize_t count = archive_write_data(archive_.get(), text.data(), text.size());
    check(count < 0 ? ARCHIVE_FATAL : ARCHIVE_OK);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void TextFile::commit() {
  if (archive_ != nullptr) check(archive_write_close(archive_.get()));
  file_.commit();
}

}  // namespace paje::tools
