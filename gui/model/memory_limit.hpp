// How much memory reading a trace may take (--max-memory). Not painting it: Qt does not expect that
// there is none, and what pictures take is known beforehand.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

#include "common/memory_limit.hpp"

namespace paje::gui {

/// While it lives the process gets no more than that many bytes, those it has among them. Nothing
/// happens without a limit, or where there is a lower one.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::optional<uint64_t> bytes) {
    if (!bytes || ::getrlimit(RLIMIT_DATA, &before_) != 0 || *bytes >= before_.rlim_cur) return;
    rlimit limit = before_;
    limit.rlim_cur = *bytes;
    is_set_ = ::setrlimit(RLIMIT_DATA, &limit) == 0;
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
  ~MemoryLimit() {
    if (is_set_) ::setrlimit(RLIMIT_DATA, &before_);
  }

 private:
  rlimit before_{};
  bool is_set_ = false;
};

/// What `work` returns if it takes no more than `most_memory`; else throws std::runtime_error that
/// says so.
template <class Work>
auto within(std::optional<uint64_t> most_memory, Work&& work) {
  const MemoryLimit limit(most_memory);
  const auto too_much = [&] {
    return std::runtime_error("out of memory: it may take " + std::to_string(*most_memory) +
                              " bytes (--max-memory)");
  };
  try {
    return work();
  } catch (const std::exception& error) {
    if (most_memory && tools::means_no_memory(error, true)) throw too_much();
    throw;
  }
}

}  // namespace paje::gui
