// Files that processes write at once, each its part, under another name than they get at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace paje::tools {

/// Where it will be, links followed. Throws WrongUsage if that is no regular file, or an input.
std::string place_of_shared_file(const std::string& path);

/// Makes an empty file in the folder of `path` whose name begins with a dot. Returns its path and
/// leaves it open for writing in `file`. Throws std::system_error.
std::string make_unfinished_file(const std::string& path, int& file);

/// Opens what another process made, for writing. Throws std::system_error.
int open_unfinished_file(const std::string& unfinished);

/// Throws std::system_error that names `path`.
void write_at(int file, uint64_t byte, std::string_view bytes, const std::string& path);
/// Some file systems report a full disk only when a file is closed.
void close_written(int file, const std::string& path);

}  // namespace paje::tools
