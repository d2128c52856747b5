#include "model/parts/part_reading.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/parallel.hpp"
#include "model/rows/glob.hpp"
#include "paje/archive.hpp"

namespace paje::gui {

std::optional<Trace> read_part_of(const RunOutline& outline, const Trace& tree, const RunPart& part,
                                  uint64_t most_bytes, std::stop_token stop) {
  const ArchiveSource& source = outline.source;
  if (identity_of(source.path) != source.identity) {
    throw std::runtime_error(source.path + " has changed: read it again (F5)");
  }
  ReadOptions read = source.read;
  read.stop = std::move(stop);
  read.selection.start = part.window.start;
  read.selection.end = part.window.end;
  read.selection.allow_unmatched = true;
  std::set<ContainerId> containers;
  for (uint32_t i = 0; i < part.containers.size(); ++i) {
    if (part.containers[i]) containers.insert(ContainerId{i});
  }
  read.selection.containers = literal_paths(tree, containers);
  // No patterns are all.
  if (!part.containers.empty() && containers.empty()) read.selection.containers = {"\\"};
  const PartSize size = size_of(outline, part);
  const double of_object =
      size.objects == 0 ? 48 : static_cast<double>(size.bytes) / static_cast<double>(size.objects);
  const auto most = static_cast<uint64_t>(static_cast<double>(most_bytes) / of_object);
  try {
    auto trace = read_part(Input::from_path(source.path), read, most);
    if (!trace) throw std::runtime_error(source.path + " is no archive any more");
    return trace;
  } catch (const TooManyObjects&) {
    return std::nullopt;
  }
}

void return_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

TraceModelPointer read_model_of(const TraceModel& coarse, const RunPart& part, uint64_t most_bytes,
                                const std::stop_token& stop) {
  auto trace = read_part_of(*coarse.outline(), coarse.trace(), part, most_bytes, stop);
  if (!trace) return nullptr;
  const auto check = [&] {
    if (stop.stop_requested()) throw ReadStopped();
  };
  auto model = std::make_shared<const TraceModel>(std::move(*trace), coarse, part, check);
  return_memory();
  return model;
}

uint64_t bytes_of(const TraceModel& model) {
  const Trace& trace = model.trace();
  constexpr uint64_t kState = 24;
  constexpr uint64_t kVariable = 24;
  constexpr uint64_t kEvent = 12;
  constexpr uint64_t kLink = 56;  // with its key
  return model.bytes() + trace.states().start.size() * kState +
         trace.variables().start.size() * kVariable + trace.events().time.size() * kEvent +
         trace.links().start.size() * kLink;
}

}  // namespace paje::gui
