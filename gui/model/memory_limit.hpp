// How much memory reading a trace may take (--max-memory). Not painting it: Qt does not expect that
// there is none, and what pictures take is known beforehand.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

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
  } catch (const std::bad_alloc&) {
    if (!most_memory) throw;
    throw too_much();
  } catch (const std::runtime_error& error) {
    // As the standard library and oneTBB say that there is no memory for a thread.
    const auto no_thread = std::make_error_code(std::errc::resource_unavailable_try_again);
    const std::string_view said = error.what();
    if (most_memory && (said == no_thread.message() || said.starts_with("pthread_create"))) {
      throw too_much();
    }
    throw;
  }
}

}  // namespace paje::gui
