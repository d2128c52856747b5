#include "model/rows/coarse_model.hpp"

#include <algorithm>
#include <utility>

#include "model/parts/part_reading.hpp"
#include "paje/overview.hpp"

namespace paje::gui {

namespace {

// As many as a wide picture has pixels, but of all tracks together not more than some 80 MB: a cell
// has an object of each value that it has any time of.
constexpr std::size_t kMostOfTrack = 2048;
constexpr std::size_t kMost = std::size_t{1} << 18U;

// Objects that are read where stretches of tracks are too short for levels of detail.
constexpr uint64_t kMostShort = uint64_t{1} << 21U;

bool shows_all(const ReadOptions& read) {
  return read.selection.is_everything() && read.imbrication && !read.stop_at && !read.sort &&
         !read.fix_clocks;
}

}  // namespace

TraceModelPointer coarse_model(const std::string& path, const std::string& name,
                               const ReadOptions& read, const ShowOptions& show,
                               uint64_t cache_bytes, const std::function<void()>& check) {
  if (!shows_all(read)) return nullptr;
  ArchiveSource source{path, {}, cache_bytes, identity_of(path)};
  source.read.threads = read.threads;
  source.read.keep_user_fields = read.keep_user_fields;
  auto overview = read_overview(Input::from_path(path), read, kMostShort);
  if (!overview) return nullptr;
  check();
  auto outline = std::make_shared<const RunOutline>(outline_of(*overview, std::move(source)));
  const std::size_t cells = std::clamp<std::size_t>(
      kMost / std::max<std::size_t>(overview->tracks.size(), 1), 16, kMostOfTrack);
  ShowOptions coarse = show;
  coarse.is_coarse = true;
  auto model = std::make_shared<const TraceModel>(
      coarse_trace(std::move(*overview), static_cast<uint32_t>(cells)), name, check, coarse,
      std::move(outline));
  return_memory();
  return model;
}

}  // namespace paje::gui
