#include "common/tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "common/memory_limit.hpp"
#include "common/output_place.hpp"
#include "common/print_error.hpp"
#include "common/sigbus.hpp"
#include "paje/measured_time.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kBufferBytes = 256 << 10;
constexpr std::size_t kLargeBytes = 64 << 10;  // not worth a copy

int status(ExitCode code) { return static_cast<int>(code); }

// strerror without the C++ library's "prefix: " doubling: what() of a system_error is
// `path: No such file or directory`.
void report(std::string_view tool, std::string_view what) { say("{}: {}\n", tool, visible(what)); }

// Without taking any.
void tell_memory(std::string_view tool) {
  const auto limit = memory_limit();
  if (!limit) return report(tool, "out of memory");
  say("{}: out of memory: it may take {} bytes (--max-memory)\n", tool, *limit);
}

std::string_view name_of_tool;  // one for the process, as what ends it is

void tell_trouble(std::string_view tool, const std::exception& error) {
  if (means_no_memory(error, memory_limit().has_value())) return tell_memory(tool);
  // A reader that closed its pipe wants no more of it, and no message either.
  const auto* const of_system = dynamic_cast<const std::system_error*>(&error);
  if (of_system != nullptr && of_system->code() == std::errc::broken_pipe) return;
  if (dynamic_cast<const ErrorInLines*>(&error) != nullptr) {
    say("{}: {}\n", tool, error.what());
  } else {
    report(tool, error.what());
  }
}

// Nobody can catch what leaves a function that may not throw; the parser of options has such ones,
// and takes memory in them; so do oneTBB's own threads.
[[noreturn]] void end_in_order() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    remove_temporary_paths();
    tell_trouble(name_of_tool, error);
    std::_Exit(status(ExitCode::trouble));
  } catch (...) {
    std::abort();
  }
  std::abort();
}

// Files are not to be opened under the numbers of standard ones that the caller closed: what is
// written to those would be found in them. A use of what was closed stays an error.
void keep_standard_numbers() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) != number) return;
  }
}

}  // namespace

int run_tool_with_status(std::string_view tool, const std::function<int()>& work,
                         int usage_status) {
  // A write that fails is an error, after which half-written files are removed, and no signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  keep_standard_numbers();
  watch_lost_pages(tool);
  name_of_tool = tool;
  std::set_terminate(end_in_order);
  try {
    watch_interrupts();
    return work();
  } catch (const TraceError& error) {
    say("{}", full_text(error.diagnostic()));
    return status(ExitCode::bad_trace);
  } catch (const WrongUsage& error) {
    report(tool, error.what());
    return usage_status;
  } catch (const TimeError& error) {
    report(tool, error.what());
    return status(ExitCode::bad_trace);
  } catch (const std::exception& error) {
    tell_trouble(tool, error);
  }
  return status(ExitCode::trouble);
}

std::string version_text(std::string_view tool) {
  return fmt::format("{} (paje) {}", tool, PAJE_VERSION);
}

void print_version(std::string_view tool) {
  OutputFile output("-");
  output.write(version_text(tool) + "\n");
  output.commit();
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  buffer_.reserve(kBufferBytes);
  open();
  is_terminal_ = ::isatty(file_) == 1;
}

void OutputFile::open() {
  const auto claim_standard_output = [this] {
    file_ = STDOUT_FILENO;
    is_standard_output_ = true;
    refuse_input_file(STDOUT_FILENO, path_);
  };
  if (path_.empty() || path_ == "-") {
    path_ = "standard output";
    return claim_standard_output();
  }
  OutputPlace place = output_place(path_);
  if (place.file == STDOUT_FILENO) return claim_standard_output();
  // An open file, a device or a pipe cannot be replaced by a rename.
  struct stat found {};
  if (place.file) {
    refuse_input_file(*place.file, path_);
    file_ = ::fcntl(*place.file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (file_ < 0) fail();
  } else if (::stat(place.path.c_str(), &found) == 0 && !S_ISREG(found.st_mode)) {
    file_ = ::open(place.path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) fail();
  } else {
    refuse_input_file(place.path, path_);
    new_.emplace(std::move(place.path));
    file_ = new_->file();
  }
}

OutputFile::~OutputFile() {
  // What was reported so far of a bad trace is whole lines; they belong on standard output.
  if (is_standard_output_) {
    try {
      finish();
    } catch (const std::exception&) {
      return;  // an error is being reported already
    }
  }
  if (!new_ && file_ > STDERR_FILENO) ::close(file_);
}

void OutputFile::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void OutputFile::write(std::string_view text) {
  const bool is_large = text.size() >= kLargeBytes;
  if (is_large || buffer_.size() + text.size() > kBufferBytes) flush();
  if (is_large) {
    write_out(text);
  } else {
    buffer_ += text;
  }
}

void OutputFile::flush() {
  // What could not be written is not tried again.
  std::string pending = std::exchange(buffer_, {});
  write_out(pending);
  pending.clear();
  buffer_ = std::move(pending);
}

void OutputFile::finish() {
  flush();
  write_bytes(visible_lines(std::exchange(cut_, {})));
}

void OutputFile::write_out(std::string_view text) {
  if (!is_terminal_) return write_bytes(text);
  cut_ += text;
  const std::size_t whole = whole_characters(cut_);
  const std::string shown = visible_lines(std::string_view(cut_).substr(0, whole));
  cut_.erase(0, whole);
  write_bytes(shown);
}

void OutputFile::write_bytes(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::commit() {
  finish();
  if (is_standard_output_) return;
  if (new_) {
    new_->commit();
  } else if (::close(std::exchange(file_, -1)) != 0) {
    fail();
  }
}

std::string place_text(const SourceLocation& where) {
  const std::string file = visible(where.file);
  if (where.byte == SourceLocation::kWholeFile) return file;
  if (where.line == 0) return fmt::format("{}: byte {}", file, where.byte);
  if (where.column == 0) return fmt::format("{}:{}", file, where.line);
  return fmt::format("{}:{}:{}", file, where.line, where.column);
}

std::string one_line(std::string_view text) {
  constexpr std::size_t kMost = 500;  // bytes
  if (text.size() <= kMost) return visible(text);
  const std::string_view begin = text.substr(0, kMost);
  return visible(begin.substr(0, whole_characters(begin))) + "...";
}

std::size_t width_of(std::string_view text) { return count_characters(visible(text)); }

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string counted(uint64_t count, std::string_view one, std::string_view many) {
  return with_separators(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string with_separators(uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string bytes_text(double bytes) {
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < std::size(kUnits)) {
    bytes /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.1f} {}", bytes, kUnits[unit]);
}

}  // namespace paje::tools
