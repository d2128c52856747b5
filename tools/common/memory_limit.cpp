#include "common/memory_limit.hpp"

#include <sys/resource.h>

#include <cerrno>
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

}  // namespace paje::tools
