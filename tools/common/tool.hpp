// What all tools share: exit codes, errors reported in one way, output files that are whole or
// absent.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/input_files.hpp"
#include "common/new_file.hpp"
#include "paje/diagnostic.hpp"

namespace paje::tools {

/// Exit status of every tool (comparisons: equal, different, trouble).
enum class ExitCode : int { done = 0, bad_trace = 1, trouble = 2 };

/// What --jobs takes at most.
inline constexpr unsigned kMostThreads = 1024;

/// An error whose message has several lines. Names in it are visible() already.
class ErrorInLines : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs a tool's work, which returns its exit status, and turns what it throws into a message on
/// standard error and an exit status: `usage_status` for WrongUsage. A pipe that is closed by its
/// reader, as in `| head`, is trouble that is not reported.
int run_tool_with_status(std::string_view tool, const std::function<int()>& work,
                         int usage_status = static_cast<int>(ExitCode::trouble));

/// `name (paje) X.Y.Z` on standard output.
void print_version(std::string_view tool);
std::string version_text(std::string_view tool);

/// A file that appears under its name only when it is whole; where the name is a symbolic link, the
/// file it leads to. Without a name, as `-` or /dev/stdout, it is standard output. A terminal gets
/// visible_lines() of what is written, all else the bytes as they are. Every failed write throws
/// std::system_error.
class OutputFile {
 public:
  /// Throws WrongUsage if that is an input.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes what was written unless commit() was called.
  ~OutputFile();

  void write(std::string_view text);
  /// Writes out what is left and gives the file its name.
  void commit();

 private:
  void open();
  void write_out(std::string_view text);
  void write_bytes(std::string_view text);
  void flush();
  void finish();
  [[noreturn]] void fail() const;

  std::string path_;            // as it was given, for messages
  std::optional<NewFile> new_;  // none when writing in place: standard output, devices
  int file_ = -1;
  bool is_standard_output_ = false;
  bool is_terminal_ = false;
  std::string buffer_;
  std::string cut_;  // the beginning of a character that goes on in what is written next
};

/// `file:line:column`, or what is known of it.
std::string place_text(const SourceLocation& where);

/// visible() of a text that is not too long, for words of the command line in messages; dots for
/// what is after that.
std::string one_line(std::string_view text);

/// How wide it is on a terminal, where it is visible().
std::size_t width_of(std::string_view text);
/// With blanks after it up to that width.
std::string padded(std::string_view text, std::size_t width);

/// `text` as a field of CSV (RFC 4180): in quotes if it needs them.
std::string csv_field(std::string_view text);

/// `1 cell`, `1,234 cells`
std::string counted(uint64_t count, std::string_view one, std::string_view many);
/// 1,234,567
std::string with_separators(uint64_t number);
/// 12.3 MB (decimal units)
std::string bytes_text(double bytes);

}  // namespace paje::tools
