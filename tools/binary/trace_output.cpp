#include "binary/trace_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "binary/compression_option.hpp"
#include "common/background_output.hpp"
#include "common/tool.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"
#include "paje/write_events.hpp"

namespace paje::tools {

namespace {

using Method = TraceOutput::Method;

Encoding encoding_of(Method method) {
  if (method == Method::standard) return Encoding::standard;
  return method == Method::reference ? Encoding::reference : Encoding::text;
}

}  // namespace

TraceOutput::Method TraceOutput::method() const {
  if (named) return *named;
  return path.ends_with(".pja") ? Method::archive : Method::text;
}

void add_trace_output_options(CLI::App& app, TraceOutput& output) {
  app.add_option_function<std::string>(
         "--method",
         [&output](const std::string& method) {
           output.named = method == "text"       ? Method::text
                          : method == "standard" ? Method::standard
                          : method == "archive"  ? Method::archive
                                                 : Method::reference;
         },
         "Encoding: text, or one of the binary ones of paje2bin (default: archive if the file's "
         "name ends in .pja, else text)")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"text", "archive", "standard", "reference"}));
  add_compression_option(app, output.zstd_level);
}

void check_trace_ending(const std::string& path, bool is_compressed) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".otf2") {
    throw std::runtime_error(one_line(path) +
                             ": this tool writes Pajé traces, not OTF2: leave the ending out, and "
                             "convert the trace with pj_export --to otf2");
  }
  constexpr std::array<std::string_view, 4> kOthers = {".xz", ".gz", ".bz2", ".lzma"};
  const bool is_other = std::find(kOthers.begin(), kOthers.end(), ending) != kOthers.end();
  if (!is_other && (ending != ".zst" || is_compressed)) return;
  throw std::runtime_error(
      fmt::format("{}: the trace would not be compressed as its ending says: {}", one_line(path),
                  is_other ? "choose another one; --compress=zstd is for .zst, if the tool has it"
                           : "add --compress=zstd, or choose another one"));
}

void check_trace_output(const TraceOutput& output) {
  const Method method = output.method();
  check_trace_ending(output.path, output.zstd_level.has_value());
  if (method == Method::archive) {
    if (output.zstd_level) {
      throw std::runtime_error("an archive is compressed as it is: leave out --compress");
    }
    return check_archive_path(output.path);
  }
  const bool is_text = method == Method::text && !output.zstd_level;
  if (output.path == "-" && !is_text && ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no binary trace: name a file with -o");
  }
}

void check_archive_path(const std::string& path) {
  std::error_code ignored;
  const bool is_file = path != "-" && (!std::filesystem::exists(path, ignored) ||
                                       std::filesystem::is_regular_file(path, ignored));
  if (is_file) return;
  throw std::runtime_error(
      "an archive is read from its end, so it must be a file: name one with -o FILE.pja");
}

namespace {

using Sink = std::function<void(std::string_view)>;

// Calls make(sink), which gives the bytes of the file, in order.
template <class Make>
void write_file(const TraceOutput& output, Make&& make) {
  check_trace_ending(output.path, output.zstd_level.has_value());
  OutputFile file(output.path);
  BackgroundOutput written(output.threads, [&](std::string_view bytes) { file.write(bytes); });
  CompressedBytes packed(output.zstd_level, output.threads,
                         [&](std::string_view bytes) { written.write(bytes); });
  make(Sink([&](std::string_view bytes) { packed.write(bytes); }));
  packed.finish();
  written.finish();
  file.commit();
}

}  // namespace

void save_trace(const Trace& trace, const TraceOutput& output) {
  write_file(output, [&](const Sink& sink) {
    if (output.method() == Method::archive) {
      write_archive(trace, {.threads = output.threads}, sink);
    } else {
      write_events(trace, encoding_of(output.method()), sink);
    }
  });
}

void write_trace(const TraceOutput& output, const std::function<void(TraceWriter&)>& write) {
  if (output.method() != Method::archive) {
    return write_file(output, [&](const Sink& sink) {
      TraceWriter writer(sink, {.encoding = encoding_of(output.method()), .checks_links = false});
      write(writer);
    });
  }
  check_archive_path(output.path);
  write_file(output, [&](const Sink& sink) {
    ReadOptions read;
    read.threads = output.threads;
    ArchiveWriter archive({.write = sink, .restart = [] {}}, output.path, read,
                          {.threads = output.threads});
    TraceWriter writer([&](std::string_view bytes) { archive.write(bytes); },
                       {.checks_links = false});
    write(writer);
    archive.finish();
  });
}

}  // namespace paje::tools
