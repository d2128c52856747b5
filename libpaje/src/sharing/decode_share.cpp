#include "sharing/decode_share.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include "formats/archive/file.hpp"
#include "paje/archive.hpp"
#include "paje/diagnostic.hpp"
#include "pipeline/open_source.hpp"

namespace paje {

namespace {

bool is_archive_file(const std::string& path) {
  std::string begin(archive::kHeaderBytes, '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), archive::kHeaderBytes);
  return is_archive(begin);
}

}  // namespace

std::optional<std::string> ShareDecoder::decode(const std::vector<uint32_t>& items,
                                                std::string& results) {
  std::vector<Task> tasks;
  std::vector<ItemResult> found(items.size());
  std::vector<std::size_t> ends;
  try {
    for (std::size_t i = 0; i < items.size(); ++i) {
      found[i].item = items[i];
      begin_item(items[i], tasks, found[i]);
      ends.push_back(tasks.size());
    }
  } catch (const TraceError& error) {
    const std::string& file = error.diagnostic().where.file;
    return file + (is_archive_file(file) ? " is an archive" : " is damaged or has another format");
  }
  parallel_.for_each(tasks.size(), [&](std::size_t i) { decode(tasks[i]); });
  for (std::size_t i = 0; i < items.size(); ++i) {
    StructureWriter structure;
    for (std::size_t task = i == 0 ? 0 : ends[i - 1]; task < ends[i]; ++task) {
      if (auto trouble = end_task(tasks[task], structure, found[i])) return trouble;
    }
    put_result(found[i], results);
  }
  return std::nullopt;
}

// Ranges of a file are mostly taken in their order.
void ShareDecoder::open(uint32_t number) {
  const SharedFile& file = files_.files()[number];
  if (options_.on_file) options_.on_file(file.path);
  reading_ = {.file = number,
              .source = open_source(Input::from_path(file.path), options_.map_files)};
}

std::optional<Chunk> ShareDecoder::next_chunk() {
  ++reading_.next;
  return reading_.source->next(std::min(options_.chunk_bytes, kMostChunkBytes));
}

std::unique_ptr<ChunkRecords> ShareDecoder::first_piece(Chunk chunk) {
  auto records = std::make_unique<ChunkRecords>(options_, workspaces_);
  const bool opens = reading_.definitions == nullptr && opens_with_definitions(chunk);
  records->begin(std::move(chunk));
  if (reading_.definitions == nullptr) {
    reading_.definitions = std::make_shared<DefinitionTable>();
    reading_.has_definitions = opens;
    const uint32_t named_by = files_.files()[reading_.file].named_by;
    if (opens) {
      records->read_definitions(*reading_.definitions);
    } else if (named_by != kNoFile) {
      const auto& files = files_.files();
      for (uint32_t i = 0; i < files[reading_.file].inherits; ++i) {
        reading_.definitions->add((*files[named_by].definitions)[i]);
      }
    }
  }
  return records;
}

// Those at the beginning of the file. Each item adds its own.
std::shared_ptr<DefinitionTable> ShareDecoder::definitions_of_item() const {
  auto definitions = std::make_shared<DefinitionTable>();
  for (uint32_t i = 0; i < reading_.definitions->all()->size(); ++i) {
    definitions->add((*reading_.definitions)[i]);
  }
  return definitions;
}

void ShareDecoder::begin_item(uint32_t number, std::vector<Task>& tasks, ItemResult& result) {
  const WorkItem& item = files_.items()[number];
  if (reading_.file != item.file || reading_.next > item.first_chunk) open(item.file);
  const uint64_t end =
      item.chunks == UINT32_MAX ? UINT64_MAX : uint64_t{item.first_chunk} + item.chunks;
  std::shared_ptr<DefinitionTable> definitions;
  while (reading_.next < end) {
    const bool is_mine = reading_.next >= item.first_chunk;
    auto chunk = next_chunk();
    if (!chunk) break;
    // The first chunk of a file has the definitions of all.
    if (!is_mine && reading_.definitions != nullptr) continue;
    auto records = first_piece(std::move(*chunk));
    if (!is_mine) continue;
    Task& task = tasks.emplace_back();
    task.item = number;
    if (definitions == nullptr) definitions = definitions_of_item();
    task.definitions = definitions;
    task.pieces.push_back(std::move(records));
  }
  if (item.first_chunk == 0 && reading_.has_definitions) {
    result.opens_with_definitions = true;
    result.definitions = reading_.definitions->all()->copy();
    result.opening = static_cast<uint32_t>(result.definitions.size());
    result.defined_in.assign(result.definitions.size(), 0);
  }
  if (item.chunks == UINT32_MAX && !reading_.source->warnings().empty()) {
    tasks.emplace_back().trouble = "there is a warning about " + files_.files()[item.file].path;
  }
}

// A chunk is cut where it names a part, as ChunkPipeline does.
void ShareDecoder::decode(Task& task) {
  while (!task.pieces.empty()) {
    ChunkRecords& records = *task.pieces.back();
    if (!has_error(records.problems)) records.advance(*task.definitions);
    task.waits = records.wants_definitions();
    task.failed = has_error(records.problems);
    if (task.waits || task.failed || !records.part()) return;
    Chunk rest = records.cut_rest();
    if (rest.text.empty()) return;
    task.pieces.push_back(std::make_unique<ChunkRecords>(options_, workspaces_));
    task.pieces.back()->begin(std::move(rest));
  }
}

// Reads the definitions that are not at the beginning of a file; what failed may have been for lack
// of such.
void ShareDecoder::settle_definitions(Task& task, ItemResult& result) {
  if (task.failed && task.pieces.back()->may_be_mended(*task.definitions)) {
    ChunkRecords& records = *task.pieces.back();
    records.begin(Chunk(records.chunk()));
    decode(task);
  }
  while (task.waits) {
    const auto piece = static_cast<uint32_t>(result.pieces.size() + task.pieces.size() - 1);
    const uint32_t before = task.definitions->all()->size();
    task.pieces.back()->read_definitions(*task.definitions);
    for (uint32_t i = before; i < task.definitions->all()->size(); ++i) {
      result.definitions.push_back((*task.definitions)[i]);
      result.defined_in.push_back(piece);
    }
    decode(task);
  }
}

// Whether there is nothing odd in the pieces of a task.
bool ShareDecoder::look_at(const Task& task, const ItemResult& result) {
  const auto all = static_cast<uint32_t>(task.definitions->all()->size());
  auto number = static_cast<uint32_t>(result.pieces.size());
  return std::all_of(task.pieces.begin(), task.pieces.end(), [&](const auto& records) {
    const auto later = std::count_if(result.defined_in.begin(), result.defined_in.end(),
                                     [&](uint32_t piece) { return piece >= number; });
    return records->problems.empty() &&
           survey_->add(task.item, number++, records->chunk(), *task.definitions,
                        all - static_cast<uint32_t>(later));
  });
}

std::optional<std::string> ShareDecoder::end_task(Task& task, StructureWriter& structure,
                                                  ItemResult& result) {
  if (!task.trouble.empty()) return task.trouble;
  const bool is_whole = files_.items()[task.item].chunks == UINT32_MAX;
  if (result.failed) return std::nullopt;
  settle_definitions(task, result);
  if (task.failed && is_whole) return kBadTrace;
  result.failed = task.failed;
  if (result.failed) return std::nullopt;
  if (survey_ != nullptr && !look_at(task, result)) return kHasWarnings;
  for (auto& records : task.pieces) {
    const auto number = static_cast<uint32_t>(result.pieces.size());
    const auto bytes = static_cast<uint32_t>(records->chunk().text.size());
    result.pieces.push_back({.bytes = bytes,
                             .lines = records->line_count(),
                             .events = records->event_count(),
                             .names_part = records->part().has_value()});
    bytes_ += bytes;
    if (const auto& part = records->part()) {
      result.parts.push_back({number, part->line, std::string(part->name)});
    }
    structure.add(number, *records, result.structure);
    records->structural.clear();
    // Many pieces of a file that names many parts have nothing else.
    if (records->tracks.empty()) continue;
    records->end_decoding();
    pieces_.push_back({task.item, number, std::move(records)});
  }
  return std::nullopt;
}

}  // namespace paje
