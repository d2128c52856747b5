#include "measure/storage.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <system_error>

#include "common/interrupts.hpp"
#include "common/tool.hpp"
#include "paje/writer.hpp"

namespace paje::tools {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPage = 4096;

struct Free {
  void operator()(void* memory) const { std::free(memory); }  // NOLINT
};

// The file, open without the cache of the system where that is possible.
class ProbedFile {
 public:
  ProbedFile(const std::string& path, bool overwrite) : path_(path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) == 0) {
      if (!overwrite) {
        throw WrongUsage(one_line(path) +
                         ": is there already, and would be lost; --overwrite replaces it");
      }
      if (!S_ISREG(found.st_mode)) throw WrongUsage(one_line(path) + ": not a regular file");
      if (::unlink(path.c_str()) != 0) fail();
    }
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
    file_ = ::open(path.c_str(), flags | O_DIRECT, 0600);
    if (file_ < 0 && errno == EINVAL) {
      ::unlink(path.c_str());  // some systems have made it all the same
      is_direct_ = false;
      file_ = ::open(path.c_str(), flags, 0600);
    }
    if (file_ < 0) fail();
    removed_at_end_.emplace(path);
  }
  ProbedFile(const ProbedFile&) = delete;
  ProbedFile& operator=(const ProbedFile&) = delete;
  ~ProbedFile() { ::close(file_); }

  [[nodiscard]] bool is_direct() const { return is_direct_; }

  void request(bool writes, void* bytes, std::size_t size, uint64_t at) {
    for (std::size_t done = 0; done < size;) {
      char* const from = static_cast<char*>(bytes) + done;
      const auto place = static_cast<off_t>(at + done);
      const ssize_t more = writes ? ::pwrite(file_, from, size - done, place)
                                  : ::pread(file_, from, size - done, place);
      if (more == 0) throw std::system_error(EIO, std::generic_category(), path_);
      if (more < 0 && errno == EINVAL && is_direct_) {
        leave_direct();  // of a file system that says so only now
        continue;
      }
      if (more < 0 && errno != EINTR) fail();
      if (more > 0) done += static_cast<std::size_t>(more);
    }
  }
  /// What was written is on the device, and what is read comes from there, as far as that is known
  /// to the system.
  void settle() {
    if (::fdatasync(file_) != 0) fail();
    if (!is_direct_) ::posix_fadvise(file_, 0, 0, POSIX_FADV_DONTNEED);
  }

 private:
  [[noreturn]] void fail() const { throw std::system_error(errno, std::generic_category(), path_); }
  void leave_direct() {
    is_direct_ = false;
    const int flags = ::fcntl(file_, F_GETFL);
    if (flags < 0 || ::fcntl(file_, F_SETFL, flags & ~O_DIRECT) != 0) fail();
  }

  std::string path_;
  int file_ = -1;
  bool is_direct_ = true;
  std::optional<TemporaryPath> removed_at_end_;
};

class Measuring {
 public:
  // `rank` of `processes`, each of which takes a part of the sizes in turn.
  Measuring(const MeasureOptions& options, const std::string& path, unsigned rank,
            unsigned processes)
      : options_(options),
        rank_(rank),
        processes_(processes),
        random_(options.seed + rank),
        file_(path, options.overwrite) {
    result_.devices = {path};
  }

  StorageMeasurement measure() {
    result_.fitted_sizes = draw_sizes(options_.intervals, options_.points, options_.seed);
    const std::vector<double> sizes =
        options_.exhaustive ? sizes_of(options_.intervals) : result_.fitted_sizes;
    allocate(sizes.back());
    Clock::time_point none;
    start_ = none;
    for (const double file_size : options_.file_sizes) {
      fill(file_size);
      for (unsigned i = 0; i < options_.repetitions; ++i) {
        for (std::size_t j = 0; j < sizes.size(); ++j) {
          if ((i + j) % processes_ == rank_) run_tests(sizes[j], file_size);
        }
      }
    }
    result_.is_direct = file_.is_direct();
    return std::move(result_);
  }

 private:
  void allocate(double most) {
    const std::size_t bytes = (static_cast<std::size_t>(most) + kPage - 1) / kPage * kPage;
    buffer_.reset(std::aligned_alloc(kPage, std::max(bytes, std::size_t{1} << 20)));
    if (!buffer_) throw std::bad_alloc();
    std::memset(buffer_.get(), 0x5A, bytes);
  }

  // Reads need what is there.
  void fill(double file_size) {
    constexpr uint64_t kBlock = 1 << 20;
    const auto size = static_cast<uint64_t>(file_size);
    for (uint64_t at = 0; at < size; at += kBlock) file_.request(true, buffer_.get(), kBlock, at);
    file_.settle();
    if (start_ == Clock::time_point()) start_ = Clock::now();
  }

  void run_tests(double size, double file_size) {
    for (std::size_t i = 0; i < kStorageTests; ++i) {
      run_test(static_cast<StorageTest>(i), static_cast<std::size_t>(size), file_size);
    }
  }

  void run_test(StorageTest test, std::size_t size, double file_size) {
    const uint64_t count = static_cast<uint64_t>(file_size) / size;
    if (count == 0) {
      throw WrongUsage(fmt::format("a file of {} has no room for a request of {} bytes",
                                   bytes_text(file_size), size));
    }
    std::vector<uint64_t> places(count);
    for (uint64_t i = 0; i < count; ++i) places[i] = i * size;
    const bool is_random = test == StorageTest::random_read || test == StorageTest::random_write;
    if (is_random) std::shuffle(places.begin(), places.end(), random_);
    const bool writes = test == StorageTest::sequential_write || test == StorageTest::random_write;
    file_.settle();
    const double start = now();
    for (const uint64_t place : places) file_.request(writes, buffer_.get(), size, place);
    if (writes) file_.settle();
    result_.runs.push_back({0, test, static_cast<double>(size), file_size, count, start, now()});
  }

  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  const MeasureOptions& options_;
  unsigned rank_;
  unsigned processes_;
  std::mt19937_64 random_;
  ProbedFile file_;
  std::unique_ptr<void, Free> buffer_;
  Clock::time_point start_;
  StorageMeasurement result_;
};

}  // namespace

std::vector<double> draw_sizes(const std::vector<SizeInterval>& intervals, unsigned points,
                               uint64_t seed) {
  std::mt19937_64 random(seed);
  std::set<double> drawn;
  for (const SizeInterval& interval : intervals) {
    const std::vector<double> all = sizes_of({&interval, 1});
    std::vector<double> some;
    std::sample(all.begin(), all.end(), std::back_inserter(some), points, random);
    drawn.insert(some.begin(), some.end());
  }
  return {drawn.begin(), drawn.end()};
}

namespace {

void check_sizes(const MeasureOptions& options) {
  for (const double size : sizes_of(options.intervals)) {
    if (std::fmod(size, 512) != 0) {
      throw WrongUsage("sizes of requests are multiples of 512, as devices need them");
    }
  }
}

// Of a process, for the first one.
std::string text_of(const StorageMeasurement& measured, const std::string& machine) {
  std::string text =
      fmt::format("device {} {} {}\n", measured.is_direct ? 1 : 0, machine, measured.devices[0]);
  for (const StorageRun& run : measured.runs) {
    text += fmt::format("run {} {} {} {} {} {}\n", static_cast<int>(run.test), run.size,
                        run.file_size, run.requests, run.start, run.end);
  }
  return text;
}

StorageMeasurement measurement_of(const std::string& text) {
  StorageMeasurement all;
  std::set<std::string> machines;
  std::istringstream lines(text);
  for (std::string word; lines >> word;) {
    if (word == "device") {
      bool is_direct = false;
      std::string machine, path;
      lines >> is_direct >> machine;
      std::getline(lines >> std::ws, path);
      all.is_direct = all.is_direct && is_direct;
      all.devices.push_back(machine + ": " + path);
      machines.insert(machine);
      continue;
    }
    StorageRun run;
    int test = 0;
    lines >> test >> run.size >> run.file_size >> run.requests >> run.start >> run.end;
    run.test = static_cast<StorageTest>(test);
    run.device = all.devices.size() - 1;
    all.runs.push_back(run);
  }
  all.machines = machines.size();
  return all;
}

}  // namespace

StorageMeasurement measure_storage(const MeasureOptions& options) {
  check_sizes(options);
  return Measuring(options, options.file, 0, 1).measure();
}

std::optional<StorageMeasurement> measure_storage_together(const MeasureOptions& options,
                                                           MeasuringTogether& all) {
  check_sizes(options);
  const std::string path = fmt::format("{}.{}", options.file, all.rank());
  StorageMeasurement own =
      Measuring(options, path, static_cast<unsigned>(all.rank()), static_cast<unsigned>(all.size()))
          .measure();
  const std::vector<double> fitted_sizes = own.fitted_sizes;
  const std::string text = all.gather(text_of(own, all.machine()));
  if (all.rank() != 0) return std::nullopt;
  StorageMeasurement measured = measurement_of(text);
  measured.fitted_sizes = fitted_sizes;
  return measured;
}

void write_storage_trace(const StorageMeasurement& measured, const std::string& path) {
  OutputFile output(path);
  TraceWriter writer([&](std::string_view bytes) { output.write(bytes); });
  const auto device_type = writer.container_type("Device");
  const auto states = writer.state_type("Test", device_type);
  const auto throughput = writer.variable_type("throughput", device_type);
  const auto fields = writer.user_fields({{"Size", FieldType::int_number},
                                          {"Requests", FieldType::int_number},
                                          {"FileSize", FieldType::int_number}});
  const auto source = writer.user_fields({{"Access", FieldType::string}});
  std::vector<TraceWriter::Container> devices;
  for (const std::string& name : measured.devices) {
    devices.push_back(writer.create_container(
        0, device_type, name, TraceWriter::kRootContainer,
        {source, {std::string_view(measured.is_direct ? "direct" : "cached")}}));
  }
  const auto begin = [&](const StorageRun& run) {
    writer.push_state(run.start, devices[run.device], states, name_of(run.test),
                      {fields,
                       {static_cast<int64_t>(run.size), static_cast<int64_t>(run.requests),
                        static_cast<int64_t>(run.file_size)}});
  };
  const auto finish = [&](const StorageRun& run) {
    writer.pop_state(run.end, devices[run.device], states);
    const double seconds = run.end - run.start;
    writer.set_variable(run.end, devices[run.device], throughput,
                        seconds > 0 ? run.size * static_cast<double>(run.requests) / seconds : 0);
  };
  // In the order of times, also of several devices.
  std::multimap<double, std::function<void()>> events;
  double end = 0;
  for (const StorageRun& run : measured.runs) {
    events.emplace(run.start, [&begin, &run] { begin(run); });
    events.emplace(run.end, [&finish, &run] { finish(run); });
    end = std::max(end, run.end);
  }
  for (const auto& [time, write] : events) write();
  for (const auto& device : devices) writer.destroy_container(end, device);
  writer.close();
  output.commit();
}

}  // namespace paje::tools
