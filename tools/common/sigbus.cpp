#include "common/sigbus.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "common/interrupts.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kCut =
    "cannot be read any more: it was cut meanwhile, or the disk fails";

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::string_view name_of_tool;  // one for the process, as signals are

// The file mapped at an address, by what the system lists; empty if it does not.
std::string file_mapped_at(const void* address) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return {};
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  std::string path;
  char line[4352];  // a path of 4,096 bytes and what is before it
  while (path.empty() && std::fgets(line, sizeof line, maps) != nullptr) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    int name = 0;
    // NOLINTNEXTLINE(cert-err34-c): the system writes these numbers
    if (std::sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &name) != 2) continue;
    if (wanted < begin || wanted >= end || name == 0) continue;
    path = line + name;
    path.erase(path.find_last_not_of('\n') + 1);
  }
  (void)std::fclose(maps);
  return path;
}

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): of all threads
std::atomic_flag is_told;

// Runs in the thread that touched the page, between two instructions of the reader: unlike in other
// handlers, no lock of the C library can be held here by that thread.
void tell_of_lost_page(int /*signal*/, siginfo_t* info, void* /*context*/) {
  // Several threads may touch lost pages at the same moment. The first one reports it, and ends
  // all.
  while (is_told.test_and_set()) ::pause();
  std::string file = file_mapped_at(info->si_addr);
  if (file.empty()) file = "a file";
  say("{}: {}: {}\n", name_of_tool, file, kCut);
  remove_temporary_paths();
  ::_exit(static_cast<int>(ExitCode::trouble));
}

struct WatchedSize {
  std::string path;
  struct stat status;
};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::vector<WatchedSize> watched_sizes;  // of the main thread

}  // namespace

void watch_lost_pages(std::string_view tool) {
  name_of_tool = tool;
  struct sigaction action {};
  action.sa_sigaction = tell_of_lost_page;
  action.sa_flags = SA_SIGINFO;  // not SA_RESETHAND: that would be the end for a second thread
  ::sigaction(SIGBUS, &action, nullptr);
}

void watch_input_size(const std::string& path, int file) {
  struct stat status {};
  if (::fstat(file, &status) == 0) watched_sizes.push_back({path, status});
}

void check_input_sizes() {
  for (const auto& [path, before] : watched_sizes) {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0) continue;
    const bool is_same = now.st_dev == before.st_dev && now.st_ino == before.st_ino;
    if (is_same && now.st_size < before.st_size) {
      throw std::system_error(EIO, std::generic_category(), path + ": " + std::string(kCut));
    }
  }
}

}  // namespace paje::tools
