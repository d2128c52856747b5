#include "common/memory_limit.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string_view>
#include <system_error>

namespace paje::tools {

namespace {

// What the system allows at most stays as it is, so that a limit can be lifted. False sets errno.
bool set_limit(rlim_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return false;
  if (limit.rlim_max < bytes && bytes != RLIM_INFINITY) {
    errno = EPERM;
    return false;
  }
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  return ::setrlimit(RLIMIT_DATA, &limit) == 0;
}

}  // namespace

void limit_memory(uint64_t bytes) {
  if (!set_limit(bytes)) throw std::system_error(errno, std::generic_category(), "--max-memory");
}

MemoryLimitPause::MemoryLimitPause() : limit_(memory_limit()) {
  if (limit_) static_cast<void>(set_limit(RLIM_INFINITY));
}
MemoryLimitPause::~MemoryLimitPause() {
  if (limit_) static_cast<void>(set_limit(*limit_));
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
