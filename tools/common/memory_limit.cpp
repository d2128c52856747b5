#include "common/memory_limit.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <new>
#include <string_view>
#include <system_error>

namespace paje::tools {

void limit_memory(uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  if (::setrlimit(RLIMIT_DATA, &limit) != 0) {
    throw std::system_error(errno, std::generic_category(), "--max-memory");
  }
}

std::optional<uint64_t> memory_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  return limit.rlim_cur;
}

bool means_no_memory(const std::exception& error, bool is_limited) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  const auto no_thread = std::make_error_code(std::errc::resource_unavailable_try_again);
  const std::string_view said = error.what();
  return is_limited && (said == no_thread.message() || said.starts_with("pthread_create"));
}

}  // namespace paje::tools
