// How much memory a tool may take (--max-memory): what it allocates, stacks of its threads among
// that; pages of a mapped input file are the system's to take back, and do not count.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

namespace paje::tools {

/// From now on an allocation that would go beyond fails, and the tool ends as it does when the
/// system has no more. Throws std::system_error if that cannot be set, for instance because the
/// system allows less already.
void limit_memory(uint64_t bytes);

/// The limit, if there is one.
std::optional<uint64_t> memory_limit();

/// Lifts the limit while it lives: for calls at the end of a tool into libraries that cannot handle
/// a lack of memory.
class MemoryLimitPause {
 public:
  MemoryLimitPause();
  MemoryLimitPause(const MemoryLimitPause&) = delete;
  MemoryLimitPause& operator=(const MemoryLimitPause&) = delete;
  ~MemoryLimitPause();

 private:
  std::optional<uint64_t> limit_;
};

/// Whether an error says that there is no memory, or, if what one may take is limited, none for a
/// thread's stack: as the standard library says so, and oneTBB. (Of input and output they say
/// which.)
bool means_no_memory(const std::exception& error, bool is_limited);

}  // namespace paje::tools
