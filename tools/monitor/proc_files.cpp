#include "monitor/proc_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace paje::tools {

std::string read_small_file(const std::string& path, int* error) {
  constexpr std::size_t kMost = 64 << 10;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (error != nullptr) *error = file < 0 ? errno : 0;
  if (file < 0) return {};
  std::string text(kMost, '\0');
  std::size_t size = 0;
  while (size < kMost) {
    const ssize_t more = ::read(file, text.data() + size, kMost - size);
    if (more <= 0) {
      if (more < 0 && error != nullptr) *error = errno;
      break;
    }
    size += static_cast<std::size_t>(more);
  }
  ::close(file);
  text.resize(size);
  return text;
}

uint64_t take_number(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? number : 0;
}

std::optional<uint64_t> number_after(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    std::string_view rest = text.substr(at + word.size());
    return take_number(rest);
  }
  return std::nullopt;
}

}  // namespace paje::tools
