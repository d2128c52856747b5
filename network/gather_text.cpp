#include "network/gather_text.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "network/communicator.hpp"

namespace paje::network {

namespace {

constexpr int kGatherFailed = 2;
constexpr int kTextTag = 5;
constexpr std::string_view kDone = "done\n";

std::string read_all() {
  std::string text;
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

// At the first process, by rank.
std::vector<std::string> gather(const Communicator& world, const std::string& own) {
  std::vector<std::string> all(static_cast<std::size_t>(world.size()));
  int64_t length = static_cast<int64_t>(own.size());
  if (world.rank() != 0) {
    world.send(0, &length, sizeof length, kTextTag);
    world.send(0, own.data(), own.size(), kTextTag);
    return all;
  }
  all[0] = own;
  for (int rank = 1; rank < world.size(); ++rank) {
    world.receive(rank, &length, sizeof length, kTextTag);
    std::string& text = all[static_cast<std::size_t>(rank)];
    text.resize(static_cast<std::size_t>(length));
    world.receive(rank, text.data(), text.size(), kTextTag);
  }
  return all;
}

}  // namespace

int gather_text(const Communicator& world) {
  const Places places = find_places(world);
  const auto rank = static_cast<std::size_t>(world.rank());
  const std::string& machine = places.machines[static_cast<std::size_t>(places.machine[rank])];
  std::printf("%d %d %s\n", world.rank(), world.size(), machine.c_str());
  std::fflush(stdout);
  std::string own = read_all();
  const bool is_done = own.ends_with(kDone);
  if (is_done) own.resize(own.size() - kDone.size());
  // If one has failed, all end.
  const int failed = world.share(static_cast<int>(world.sum(is_done ? 0 : 1, 0)), 0);
  if (failed > 0) return kGatherFailed;
  for (const std::string& text : gather(world, own)) std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  return 0;
}

}  // namespace paje::network
