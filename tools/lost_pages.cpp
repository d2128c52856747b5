#include "lost_pages.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>

#include "interrupts.hpp"
#include "say.hpp"
#include "tool.hpp"

namespace paje::tools {

namespace {

std::string_view name_of_tool;  // one for the process, as signals are

// The file mapped at an address, by what the system lists; empty if it does not.
std::string file_mapped_at(const void* address) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return {};
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  std::string path;
  char line[4352];  // a path of 4,096 bytes and what stands before it
  while (path.empty() && std::fgets(line, sizeof line, maps) != nullptr) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    int name = 0;
    if (std::sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &name) != 2) continue;
    if (wanted < begin || wanted >= end || name == 0) continue;
    path = line + name;
    path.erase(path.find_last_not_of('\n') + 1);
  }
  std::fclose(maps);
  return path;
}

// Runs in the thread that touched the page, between two instructions of the reader: unlike in other
// handlers, no lock of the C library can be held here by that thread.
void tell_of_lost_page(int /*signal*/, siginfo_t* info, void* /*context*/) {
  std::string file = file_mapped_at(info->si_addr);
  if (file.empty()) file = "a file";
  say("{}: {}: cannot be read any more: it was cut meanwhile, or the disk fails\n", name_of_tool,
      file);
  remove_temporary_paths();
  ::_exit(static_cast<int>(ExitCode::trouble));
}

}  // namespace

void watch_lost_pages(std::string_view tool) {
  name_of_tool = tool;
  struct sigaction action {};
  action.sa_sigaction = tell_of_lost_page;
  action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace paje::tools
