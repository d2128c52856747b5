#include "ti/begun_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace paje::tools {

namespace {

// Of the first operation. Each has a tag of its own, which no message of the trace has: waits name
// messages by their tags.
constexpr uint64_t kFirstTag = (uint64_t{1} << 29U) + 1;

}  // namespace

void BegunOperations::add_call(uint32_t piece) {
  ++calls_;
  bytes_ += sizes_.of(piece).value_or(0);
}

std::string BegunOperations::messages(uint32_t piece,
                                      const DependencyGraph::Collective& collective) {
  const uint32_t root = graph_.members()[collective.root];
  const double bytes = sizes_.of(root).value_or(default_bytes_);
  const auto number = static_cast<uint64_t>(&collective - graph_.collectives().data());
  const uint64_t tag = kFirstTag + number;
  const uint32_t track = graph_.track_of_piece(piece);
  // The call of each member is counted elsewhere.
  --calls_;
  bytes_ -= sizes_.of(root).value_or(0);
  if (piece != root) {
    return fmt::format("{} recv {} {} {} 6\n", track, graph_.track_of_piece(root), tag, bytes);
  }
  std::string text;
  for (const uint32_t member : graph_.members(collective)) {
    if (member == root) continue;
    const uint32_t target = graph_.track_of_piece(member);
    // A send that blocks could wait for a member that waits for a later message of the root.
    text += fmt::format("{} isend {} {} {} 6\n", track, target, tag, bytes);
    sent_.push_back({track, target, tag});
  }
  return text;
}

std::string BegunOperations::waits() {
  std::string text;
  for (const Sent& sent : sent_) {
    text += fmt::format("{} wait {} {} {}\n", sent.from, sent.from, sent.to, sent.tag);
  }
  sent_.clear();
  return text;
}

void BegunOperations::add_losses(std::map<std::string, uint64_t>& losses) const {
  if (calls_ <= 0) return;
  losses["calls of nonblocking collective operations"] += static_cast<uint64_t>(calls_);
  const double bytes = std::clamp(std::round(bytes_), 0.0, 9e18);
  if (bytes > 0) {
    losses["bytes of nonblocking collective operations"] += static_cast<uint64_t>(bytes);
  }
}

}  // namespace paje::tools
