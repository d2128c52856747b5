#include "pipeline/sorting/runs.hpp"

#include <utility>

namespace paje {

SortedRun make_run(RunContents contents) {
  SortedRun run;
  run.count = contents.entries.size();
  run.text_size = contents.text.size();
  run.samples.reserve(run.count / SortedRun::kStride + 1);
  uint64_t text_at = 0;
  for (uint64_t i = 0; i < run.count; ++i) {
    const SortEntry& entry = contents.entries[i];
    if (i % SortedRun::kStride == 0) run.samples.push_back({entry, text_at});
    text_at += entry.size;
  }
  run.contents = std::move(contents);
  return run;
}

void Runs::apply_structure(ThreadPool& parallel) {
  std::vector<SortedRun*> in_memory;
  std::size_t bytes = 0;
  for (std::vector<SortedRun>* runs : {&first, &timed}) {
    for (SortedRun& run : *runs) {
      if (run.contents.bytes() == 0) continue;
      in_memory.push_back(&run);
      bytes += run.contents.bytes();
    }
  }
  if (file_ == nullptr && bytes <= memory_) return;
  if (file_ == nullptr) file_ = std::make_unique<TemporaryFile>();
  parallel.for_each(in_memory.size(), [&](std::size_t i) { move_to_file(*in_memory[i]); });
}

void Runs::move_to_file(SortedRun& run) {
  const RunContents& contents = run.contents;
  run.entries_in_file =
      file_->append(contents.entries.data(), contents.entries.size() * sizeof(SortEntry));
  run.text_in_file = file_->append(contents.text.data(), contents.text.size());
  run.contents = RunContents();
}

const SortEntry* Runs::entries(const SortedRun& run, uint64_t from, std::size_t count,
                               PodVector<SortEntry>& room) const {
  if (!run.contents.entries.empty()) return run.contents.entries.data() + from;
  room.resize_uninitialized(count);
  file_->read(run.entries_in_file + from * sizeof(SortEntry), room.data(),
              count * sizeof(SortEntry));
  return room.data();
}

const char* Runs::text(const SortedRun& run, uint64_t from, std::size_t size,
                       PodVector<char>& room) const {
  if (!run.contents.entries.empty()) return run.contents.text.data() + from;
  room.resize_uninitialized(size);
  file_->read(run.text_in_file + from, room.data(), size);
  return room.data();
}

}  // namespace paje
