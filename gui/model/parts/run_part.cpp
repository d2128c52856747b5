#include "model/parts/run_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace paje::gui {

namespace {

// Of an object of each kind, while columns are made of blocks: twice the columns, which are more
// than columns and what the picture needs of them.
constexpr std::array<double, 5> kBytes{0, 48, 56, 32, 160};
constexpr double kFieldBytes = 80;  // of user-defined fields, whose length nobody knows

// Which part of a block's time is in the window.
double share_of(const OverviewBlock& block, const TimeSpan& window) {
  const TimeBounds& bounds = block.bounds;
  if (!(bounds.first_start <= window.end && bounds.last_end >= window.start)) return 0;
  const double length = bounds.last_end - bounds.first_start;
  if (!(length > 0) || !std::isfinite(length)) return 1;
  const double within =
      std::min(bounds.last_end, window.end) - std::max(bounds.first_start, window.start);
  return std::clamp(within / length, 0.0, 1.0);
}

// Some more time, so that not every step leads out of it. An end of the run stays one.
RunPart with_margin(RunPart part) {
  const double margin = part.window.length() / 8;
  if (!std::isfinite(margin)) return part;
  part.window.start -= margin;
  part.window.end += margin;
  return part;
}

}  // namespace

bool RunPart::covers(const RunPart& other) const {
  if (!(window.start <= other.window.start && window.end >= other.window.end)) return false;
  if (containers.empty()) return true;
  if (other.containers.empty()) return false;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (other.containers[i] && !containers[i]) return false;
  }
  return true;
}

PartSize size_of(const RunOutline& outline, const RunPart& part) {
  double objects = 0;
  double bytes = 0;
  PartSize size;
  for (const OverviewBlock& block : outline.blocks) {
    const double share = share_of(block, part.window);
    if (share == 0 && !(block.bounds.first_start <= part.window.end &&
                        block.bounds.last_end >= part.window.start)) {
      continue;
    }
    uint64_t rows = 0;
    uint64_t all = 0;
    for (const OverviewBlock::Part& rows_of : block.parts) {
      all += rows_of.rows;
      // Links are of those at their ends, too.
      if (block.kind == TypeKind::link || part.has(rows_of.container)) rows += rows_of.rows;
    }
    if (rows == 0) continue;
    size.decoded += all;
    // Of each stretch at least what is there when the window begins.
    const double within =
        std::min(static_cast<double>(rows),
                 std::ceil(static_cast<double>(rows) * share) +
                     static_cast<double>(block.kind == TypeKind::link ? 0 : block.parts.size()));
    const auto kind = static_cast<std::size_t>(block.kind);
    objects += within;
    bytes += within * (kBytes[kind] + (outline.has_fields[kind] ? kFieldBytes : 0));
  }
  size.objects = static_cast<uint64_t>(objects);
  size.bytes = static_cast<uint64_t>(bytes);
  return size;
}

PartsToRead parts_to_read(const RunOutline& outline, const PartsForView& parts) {
  // Objects to decode: in a fraction of a second, and before anybody notices.
  constexpr uint64_t kQuick = 4'000'000, kAtOnce = 500'000;
  PartsToRead found;
  const uint64_t most = outline.source.picture_bytes();
  const auto has_room = [&](const RunPart& part, uint64_t most_bytes, uint64_t most_decoded) {
    const PartSize size = size_of(outline, part);
    return size.bytes <= most_bytes && size.decoded <= most_decoded;
  };
  // What is not looked at leaves room for other parts.
  for (const RunPart& part : {parts.wide_all_rows, parts.wide_rows}) {
    if (!found.ahead && has_room(part, most / 2, kQuick)) found.ahead = part;
  }
  if (found.ahead && has_room(*found.ahead, most / 2, kAtOnce)) found.first.push_back(*found.ahead);
  for (const RunPart& part : {with_margin(parts.rows), parts.rows}) {
    if (has_room(part, most, UINT64_MAX)) found.first.push_back(part);
  }
  return found;
}

bool fits(const RunOutline& outline) {
  return size_of(outline, RunPart{}).bytes <= outline.source.cache_bytes;
}

}  // namespace paje::gui
