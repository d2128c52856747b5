#include "binary/produced_text.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "binary/trace_output.hpp"
#include "common/background_output.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"

namespace paje::tools {

namespace {

using Sink = std::function<void(std::string_view)>;
using Write = std::function<void(const Sink&)>;

// What `sink` throws to end a thread that nobody waits for.
struct NobodyReads {};

class Producer {
 public:
  explicit Producer(const Write& write) : thread_([this, &write] { produce(write); }) {}
  Producer(const Producer&) = delete;
  Producer& operator=(const Producer&) = delete;
  ~Producer() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  std::size_t read(char* bytes, std::size_t size) {
    if (at_ == reading_.size()) next();
    const std::size_t count = std::min(size, reading_.size() - at_);
    std::copy_n(reading_.data() + at_, count, bytes);
    at_ += count;
    return count;
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

  void produce(const Write& write) {
    std::exception_ptr failure;
    try {
      write([this](std::string_view text) {
        made_ += text;
        if (made_.size() >= kPieceBytes) hand_over();
      });
      hand_over();
    } catch (const NobodyReads&) {
      return;
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    is_complete_ = true;
    changed_.notify_all();
  }
  void hand_over() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() || is_over_; });
    if (is_over_) throw NobodyReads();
    std::swap(waiting_, made_);
    made_.clear();
    changed_.notify_all();
  }
  void next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty() || is_complete_; });
    reading_.clear();
    at_ = 0;
    std::swap(reading_, waiting_);
    if (reading_.empty() && failure_) std::rethrow_exception(failure_);
    changed_.notify_all();
  }

  std::string made_;     // of the thread
  std::string reading_;  // of the reader
  std::size_t at_ = 0;   // in that
  std::mutex mutex_;     // of what follows
  std::condition_variable changed_;
  std::string waiting_;
  bool is_over_ = false, is_complete_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

Input produced_text(std::string name, Write write) {
  const auto shared = std::make_shared<const Write>(std::move(write));
  return Input::from_reader(
      [shared]() -> ByteReader {
        const auto producer = std::make_shared<Producer>(*shared);
        return [shared, producer](char* bytes, std::size_t size) {
          return producer->read(bytes, size);
        };
      },
      std::move(name));
}

void save_produced_archive(const std::string& tool, std::string name, const std::string& output,
                           unsigned threads, Write write) {
  check_archive_path(output);
  std::optional<OutputFile> file;
  ReadOptions read;
  read.keep_user_fields = true;
  read.threads = threads;
  read.read_parts = false;
  ReadReport report(tool);
  report.attach(read, false);
  // Opened when the first bytes are there: the files that are read are known then.
  const auto write_out = [&](std::string_view bytes) {
    if (!file) file.emplace(output);
    file->write(bytes);
  };
  write_archive(produced_text(std::move(name), std::move(write)), read, {.threads = threads},
                {.write = write_out, .restart = [&] { file.reset(); }});
  file->commit();
  report.print();
}

}  // namespace paje::tools
