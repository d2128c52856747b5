#include "pipeline/trace_files.hpp"

#include "pipeline/open_source.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace paje {

namespace {

Problem unreadable(std::string_view name, const std::string& path, const std::string& reason) {
  return {.rule = Rule::unreadable_part,
          .found = std::string(name),
          .expected = "a file that can be read (" + path + ": " + reason + ")"};
}

Problem repeated(std::string_view name, const TraceFile& other, bool is_cycle) {
  std::string expected = is_cycle ? "a file other than those that name this one" : "each file once";
  if (other.named_by != nullptr) {
    expected += " (" + other.name + " was named by " + other.named_by->name +
                (other.named_in_line == 0 ? "" : ":" + std::to_string(other.named_in_line)) + ")";
  }
  return {.rule = Rule::repeated_part, .found = std::string(name), .expected = std::move(expected)};
}

bool is_among_namers(const TraceFile& other, const TraceFile* file) {
  for (; file != nullptr; file = file->named_by.get()) {
    if (file == &other) return true;
  }
  return false;
}

FileMark mark_of(const std::string& path, const struct stat& status) {
  return {path, status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size)};
}

std::filesystem::path path_of_part(std::string_view name, const TraceFile& by) {
  std::filesystem::path path = by.directory / std::filesystem::path(name);
  // An Input of the name - would be standard input.
  return path == "-" ? std::filesystem::path("./-") : path;
}

}  // namespace

std::vector<NamedPart> chain_of(const TraceFile& file) {
  std::vector<NamedPart> chain;
  for (const TraceFile* part = &file; part->named_by != nullptr; part = part->named_by.get()) {
    chain.push_back({part->name, part->named_by->name, part->named_in_line});
  }
  return chain;
}

std::unique_ptr<ByteSource> TraceFiles::open(const Input& input) const {
  if (options_.on_file && input.kind() == Input::Kind::path) options_.on_file(input.name());
  return open_source(input, options_.map_files, options_.stop);
}

OpenFile TraceFiles::open_root(const Input& input) {
  auto file = std::make_shared<TraceFile>();
  file->name = input.name();
  auto source = open(input);
  if (input.kind() == Input::Kind::path) {
    file->directory = std::filesystem::path(input.name()).parent_path();
    struct stat status {};
    if (::stat(input.name().c_str(), &status) == 0) {
      by_identity_.emplace(Identity(status.st_dev, status.st_ino), file.get());
      if (S_ISREG(status.st_mode)) file->mark = mark_of(input.name(), status);
    }
  }
  all_.push_back(file);
  return {std::move(file), std::move(source)};
}

std::variant<OpenFile, Problem> TraceFiles::open_part(std::string_view name,
                                                      const std::shared_ptr<TraceFile>& by,
                                                      uint64_t line) {
  const std::string path = path_of_part(name, *by).string();
  struct stat status {};
  const auto fail = [&](std::error_code why, const std::string& reason = {}) {
    if (options_.needs_parts) {
      throw std::system_error(why, by->name + ':' + std::to_string(line) + ": the part " + path);
    }
    return unreadable(name, path, reason.empty() ? why.message() : reason);
  };
  // A name cannot hold a NUL; what is before it would be another file.
  if (name.find('\0') != std::string_view::npos || ::stat(path.c_str(), &status) != 0) {
    return fail({errno, std::generic_category()});
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(
        std::make_error_code(S_ISDIR(status.st_mode) ? std::errc::is_a_directory
                                                     : std::errc::no_such_device_or_address),
        "it is not a regular file");
  }
  if (by->depth == kDeepestPart) {
    return fail(std::make_error_code(std::errc::too_many_symbolic_link_levels),
                "it is below " + std::to_string(kDeepestPart) + " files");
  }
  const Identity identity(status.st_dev, status.st_ino);
  if (const auto other = by_identity_.find(identity); other != by_identity_.end()) {
    return repeated(name, *other->second, is_among_namers(*other->second, by.get()));
  }
  auto file = std::make_shared<TraceFile>();
  file->name = path;
  file->directory = std::filesystem::path(path).parent_path();
  file->named_by = by;
  file->named_in_line = line;
  file->depth = by->depth + 1;
  file->shown_from = TraceFile::kNotShown;
  file->mark = mark_of(path, status);
  file->definitions = by->definitions;
  try {
    auto source = open(Input::from_path(path));
    by_identity_.emplace(identity, file.get());
    all_.push_back(file);
    return OpenFile{std::move(file), std::move(source)};
  } catch (const std::system_error& error) {
    return fail(error.code());
  } catch (const TraceError& error) {
    return Problem{.rule = error.diagnostic().rule,
                   .found = std::string(name),
                   .expected = error.diagnostic().expected + " (" + path + ")"};
  }
}

}  // namespace paje
