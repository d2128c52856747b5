// An archive of bytes that come in pieces: a thread reads them as they come.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "paje/archive.hpp"

namespace paje {

namespace {

// What a name leads to; an archive there would replace a device or a pipe.
std::string place_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return path;
  if (std::filesystem::is_regular_file(path, ignored)) {
    return std::filesystem::canonical(path).string();
  }
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  throw std::system_error(is_folder ? EISDIR : ESPIPE, std::generic_category(), path);
}

// Next to the file that it becomes when it is whole.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::string& path)
      : path_(place_of_file(path)), beside_(path_ + ".XXXXXX") {
    file_ = ::mkostemp(beside_.data(), O_CLOEXEC);
    if (file_ < 0) fail();
    // mkostemp lets only the owner read.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file_, 0666 & ~mask);
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile() {
    if (file_ >= 0) ::close(file_);
    if (!beside_.empty()) ::unlink(beside_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void restart() {
    if (::ftruncate(file_, 0) != 0 || ::lseek(file_, 0, SEEK_SET) != 0) fail();
  }
  void commit() {
    if (::close(std::exchange(file_, -1)) != 0) fail();
    if (::rename(beside_.c_str(), path_.c_str()) != 0) fail();
    beside_.clear();
  }

 private:
  [[noreturn]] void fail() const { throw std::system_error(errno, std::generic_category(), path_); }

  std::string path_, beside_;
  int file_ = -1;
};

// Bytes on their way from one thread to another, a few megabytes at most.
class BytePipe {
 public:
  // Of the writer, which waits while the reader has enough.
  void write(std::string_view bytes) {
    made_ += bytes;
    if (made_.size() >= kPieceBytes) send();
  }
  void end() {
    send();
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    changed_.notify_all();
  }
  // Throws what the reader failed with.
  void check() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }
  // What the reader gets next is an exception.
  void cut() {
    const std::lock_guard lock(mutex_);
    is_cut_ = true;
    changed_.notify_all();
  }

  // Of the reader.
  std::size_t read(char* bytes, std::size_t size) {
    if (at_ == reading_.size()) receive();
    const std::size_t count = std::min(size, reading_.size() - at_);
    std::copy_n(reading_.data() + at_, count, bytes);
    at_ += count;
    return count;
  }
  // The reader reads no more; why, if it failed.
  void close(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    failure_ = std::move(failure);
    changed_.notify_all();
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

  void send() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() || is_closed_; });
    if (failure_) std::rethrow_exception(failure_);
    std::swap(waiting_, made_);
    made_.clear();
    changed_.notify_all();
  }
  void receive() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty() || is_ended_ || is_cut_; });
    if (is_cut_) throw std::runtime_error("nobody finished what is read");
    reading_.clear();
    at_ = 0;
    std::swap(reading_, waiting_);
    changed_.notify_all();
  }

  std::string made_;     // of the writer
  std::string reading_;  // of the reader
  std::size_t at_ = 0;   // in that
  std::mutex mutex_;     // of what follows
  std::condition_variable changed_;
  std::string waiting_;
  bool is_ended_ = false, is_cut_ = false, is_closed_ = false;
  std::exception_ptr failure_;
};

ArchiveTarget target_of(UnfinishedFile& file) {
  return {.write = [&file](std::string_view bytes) { file.write(bytes); },
          .restart = [&file] { file.restart(); }};
}

}  // namespace

struct ArchiveWriter::Inside {
  std::optional<UnfinishedFile> file = {};
  ArchiveTarget target = {};
  ReadOptions read;
  ArchiveOptions options;
  std::string name;
  BytePipe pipe = {};
  std::optional<WrittenArchive> written = {};
  bool is_finished = false;
  std::thread thread = {};

  void start() {
    read.keep_user_fields = true;
    read.read_parts = false;
    thread = std::thread([this] {
      try {
        written = write_archive(input(), read, options, target);
        pipe.close(nullptr);
      } catch (...) {
        pipe.close(std::current_exception());
      }
    });
  }
  Input input() {
    return Input::from_reader(
        [this]() -> ByteReader {
          return [this](char* bytes, std::size_t size) { return pipe.read(bytes, size); };
        },
        name);
  }
};

ArchiveWriter::ArchiveWriter(const std::string& path, const ReadOptions& read,
                             const ArchiveOptions& options)
    : inside_(new Inside{.read = read, .options = options, .name = path}) {
  inside_->file.emplace(path);
  inside_->target = target_of(*inside_->file);
  inside_->start();
}

ArchiveWriter::ArchiveWriter(ArchiveTarget target, std::string name, const ReadOptions& read,
                             const ArchiveOptions& options)
    : inside_(new Inside{
          .target = std::move(target), .read = read, .options = options, .name = std::move(name)}) {
  inside_->start();
}

ArchiveWriter::ArchiveWriter(ArchiveWriter&&) noexcept = default;

ArchiveWriter::~ArchiveWriter() {
  if (inside_ == nullptr || !inside_->thread.joinable()) return;
  inside_->pipe.cut();
  inside_->thread.join();
}

void ArchiveWriter::write(std::string_view bytes) {
  if (inside_->is_finished) throw std::logic_error("the archive is finished");
  inside_->pipe.write(bytes);
}

WrittenArchive ArchiveWriter::finish() {
  Inside& in = *inside_;
  if (std::exchange(in.is_finished, true)) throw std::logic_error("the archive is finished");
  in.pipe.end();
  in.thread.join();
  in.pipe.check();
  if (in.file) in.file->commit();
  return std::move(*in.written);
}

}  // namespace paje
