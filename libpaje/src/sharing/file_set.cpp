#include "sharing/file_set.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "binary/binary_source.hpp"
#include "formats/archive/file.hpp"
#include "input/decompression.hpp"
#include "pipeline/trace_files.hpp"

namespace paje {

namespace {

// Small files are decoded together, so that few messages are needed to deal them.
constexpr uint64_t kDealBytes = uint64_t{4} << 20U;
// But there is something for each process, in several deals, even if all is small.
constexpr unsigned kDealsOfRank = 4;

// Whether chunks of a file can be found without what is before them.
bool can_be_cut(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::system_error(errno, std::generic_category(), path);
  char begin[32] = {};
  const ssize_t count = ::read(file, begin, sizeof begin);
  const int failed = errno;
  ::close(file);
  if (count < 0) throw std::system_error(failed, std::generic_category(), path);
  const std::string_view bytes(begin, static_cast<std::size_t>(count));
  return !is_compressed(bytes) && !is_binary(bytes) && !archive::is_archive(bytes);
}

void look_at(const std::string& path, std::string& message) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw std::system_error(errno, std::generic_category(), path);
  }
  std::string identity;
  put(identity, static_cast<uint64_t>(status.st_dev));
  put(identity, static_cast<uint64_t>(status.st_ino));
  put_text(message, identity);
  put(message, static_cast<uint8_t>(S_ISREG(status.st_mode)));
  put_varint(message, static_cast<uint64_t>(status.st_size));
  put(message, static_cast<uint8_t>(S_ISREG(status.st_mode) && can_be_cut(path)));
}

// As look_at() puts what is no regular file.
void put_unreadable(std::string& message) {
  put_text(message, std::string());
  put(message, uint8_t{0});
  put_varint(message, 0);
  put(message, uint8_t{0});
}

}  // namespace

FileSet::FileSet(const std::string& path, const ReadOptions& options) : options_(options) {
  files_.push_back({.path = path});
}

std::string FileSet::look_at_files(unsigned rank, unsigned ranks) const {
  std::string message;
  for (std::size_t file = round_begin_; file < files_.size(); ++file) {
    if (file % ranks != rank) continue;
    try {
      look_at(files_[file].path, message);
    } catch (const std::system_error& error) {
      const SharedFile& found = files_[file];
      if (found.named_by == kNoFile) throw;
      if (!options_.needs_parts) {
        put_unreadable(message);
        continue;
      }
      throw std::system_error(error.code(), files_[found.named_by].path + ":" +
                                                std::to_string(found.named_in_line) +
                                                ": the part " + found.path);
    }
  }
  return message;
}

std::optional<std::string> FileSet::begin_round(const std::vector<std::string>& found) {
  if (std::exchange(is_same_round_, false)) return std::nullopt;
  ranks_ = found.size();
  std::vector<MessageReader> from;
  from.reserve(found.size());
  for (const std::string& message : found) from.push_back(read_message(message));
  items_of_round_ = items_of_deals_ = items_.size();
  for (std::size_t number = round_begin_; number < files_.size(); ++number) {
    MessageReader& reader = from[number % found.size()];
    SharedFile& file = files_[number];
    const std::string identity(reader.text());
    const bool is_regular = reader.number<uint8_t>() != 0;
    file.bytes = reader.varint();
    file.can_be_cut = reader.number<uint8_t>() != 0;
    if (!is_regular) return file.path + " is no regular file that can be read";
    if (!by_identity_.emplace(identity, number).second) return file.path + " is named twice";
    if (file.depth > kDeepestPart) return file.path + " is too far below the first file";
    make_items(static_cast<uint32_t>(number));
  }
  make_deals();
  return std::nullopt;
}

void FileSet::make_items(uint32_t number) {
  SharedFile& file = files_[number];
  const uint64_t range = kRangeChunks * options_.chunk_bytes;
  const auto add = [&](uint32_t first_chunk, uint32_t chunks, uint64_t bytes) {
    file.items.push_back(static_cast<uint32_t>(items_.size()));
    items_.push_back({number, first_chunk, chunks, bytes});
  };
  if (!file.can_be_cut || file.bytes <= 2 * range) return add(0, UINT32_MAX, file.bytes);
  // A chunk is as long as it should be, or longer.
  for (uint64_t byte = 0; byte < file.bytes; byte += range) {
    add(static_cast<uint32_t>(byte / options_.chunk_bytes), kRangeChunks,
        std::min(range, file.bytes - byte));
  }
}

void FileSet::make_deals() {
  deals_.clear();
  std::vector<uint32_t> order;
  for (std::size_t item = items_of_deals_; item < items_.size(); ++item) {
    order.push_back(static_cast<uint32_t>(item));
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    // Ranges of one file stay in order: a process reads it forwards.
    const auto key = [&](uint32_t item) { return files_[items_[item].file].bytes; };
    return key(a) > key(b);
  });
  const auto size = [&](uint32_t item) { return std::max<uint64_t>(items_[item].bytes, 1 << 12U); };
  uint64_t all = 0;
  for (const uint32_t item : order) all += size(item);
  const uint64_t enough = std::min(kDealBytes, all / (uint64_t{kDealsOfRank} * ranks_));
  uint64_t bytes = enough;
  for (const uint32_t item : order) {
    if (bytes >= enough) {
      deals_.emplace_back();
      bytes = 0;
    }
    deals_.back().push_back(item);
    bytes += size(item);
  }
}

std::optional<bool> FileSet::end_round(std::vector<ItemResult> results) {
  results_.resize(items_.size());
  for (ItemResult& result : results) {
    const uint32_t item = result.item;
    results_[item] = std::move(result);
  }
  if (make_whole()) return true;
  for (std::size_t item = items_of_round_; item < items_.size(); ++item) {
    if (results_[item].failed && !items_[item].is_dropped) return std::nullopt;
  }
  const std::size_t end = files_.size();
  for (std::size_t number = round_begin_; number < end; ++number) {
    take_definitions(static_cast<uint32_t>(number));
  }
  for (std::size_t number = round_begin_; number < end; ++number) {
    add_parts(static_cast<uint32_t>(number));
  }
  round_begin_ = end;
  return files_.size() > end;
}

// Whether what failed may have been for lack of definitions that are further above in the file, or
// two items define the same.
bool FileSet::may_need_whole(const SharedFile& file) const {
  if (file.items.size() == 1) return false;
  bool has_failed = false, has_later = false;
  std::unordered_set<int64_t> ids;
  for (const uint32_t item : file.items) {
    const ItemResult& result = results_[item];
    has_failed = has_failed || result.failed;
    has_later = has_later || result.definitions.size() > result.opening;
    for (const EventDefinition& each : result.definitions) {
      has_failed = has_failed || !ids.insert(each.id).second;
    }
  }
  return has_failed && has_later;
}

// Whether files were cut that must not be: then they are decoded again.
bool FileSet::make_whole() {
  std::vector<uint32_t> again;
  for (std::size_t number = round_begin_; number < files_.size(); ++number) {
    if (may_need_whole(files_[number])) again.push_back(static_cast<uint32_t>(number));
  }
  if (again.empty()) return false;
  const std::size_t before = items_.size();
  for (const uint32_t number : again) {
    SharedFile& file = files_[number];
    for (const uint32_t item : file.items) items_[item].is_dropped = true;
    file.items.clear();
    file.can_be_cut = false;
    make_items(number);
  }
  items_of_deals_ = before;
  make_deals();
  is_same_round_ = true;
  return true;
}

void FileSet::take_definitions(uint32_t number) {
  SharedFile& file = files_[number];
  const ItemResult& first = results_[file.items.front()];
  file.opens_with_definitions = first.opens_with_definitions;
  file.opening = first.opening;
  for (const uint32_t item : file.items) {
    for (const uint32_t piece : results_[item].defined_in)
      file.defined_in.emplace_back(item, piece);
  }
  if (file.defined_in.empty() && file.inherited() != 0 &&
      file.inherited() == files_[file.named_by].definitions->size()) {
    file.definitions = files_[file.named_by].definitions;
    return;
  }
  std::vector<EventDefinition> all;
  if (file.inherited() != 0) {
    const std::vector<EventDefinition>& from = *files_[file.named_by].definitions;
    all.assign(from.begin(), from.begin() + file.inherited());
  }
  for (const uint32_t item : file.items) {
    const std::vector<EventDefinition>& own = results_[item].definitions;
    all.insert(all.end(), own.begin(), own.end());
  }
  file.definitions = std::make_shared<const std::vector<EventDefinition>>(std::move(all));
}

namespace {

// How many definitions hold after a piece.
uint32_t definitions_after(const SharedFile& file, uint32_t item, uint32_t piece) {
  const auto end =
      std::upper_bound(file.defined_in.begin(), file.defined_in.end(), std::pair(item, piece));
  return file.inherited() + static_cast<uint32_t>(end - file.defined_in.begin());
}

}  // namespace

void FileSet::add_parts(uint32_t number) {
  uint32_t lines = 0;
  const std::vector<uint32_t> items = files_[number].items;
  const auto directory = std::filesystem::path(files_[number].path).parent_path();
  for (const uint32_t item : items) {
    ItemResult& result = results_[item];
    std::size_t next = 0;
    for (uint32_t piece = 0; piece < result.pieces.size(); ++piece) {
      if (next < result.parts.size() && result.parts[next].piece == piece) {
        const ItemResult::Part& part = result.parts[next++];
        result.pieces[piece].part = static_cast<uint32_t>(files_.size());
        files_.push_back({.path = (directory / std::filesystem::path(part.name)).string(),
                          .named_by = number,
                          .named_in_line = lines + part.line + 1,
                          .depth = files_[number].depth + 1,
                          .inherits = definitions_after(files_[number], item, piece)});
      }
      lines += result.pieces[piece].lines;
    }
  }
}

namespace {

class Walk {
 public:
  explicit Walk(const FileSet& files) : files_(files) {
    order_.number_of.resize(files.items().size());
    definitions_of_file_.resize(files.files().size());
    for (std::size_t item = 0; item < files.items().size(); ++item) {
      order_.number_of[item].resize(files.result(static_cast<uint32_t>(item)).pieces.size());
    }
  }
  PieceOrder run() {
    go_through(0);
    number_definitions();
    return std::move(order_);
  }

 private:
  // No deeper than kDeepestPart.
  void go_through(uint32_t number) {  // NOLINT(misc-no-recursion)
    const SharedFile& file = files_.files()[number];
    std::vector<uint32_t>& definitions = definitions_of_file_[number];
    if (file.inherited() != 0) {
      const std::vector<uint32_t>& from = definitions_of_file_[file.named_by];
      definitions.assign(from.begin(), from.begin() + file.inherited());
    }
    std::size_t defined = 0;  // of its own
    for (const uint32_t item : file.items) {
      const ItemResult& result = files_.result(item);
      for (uint32_t piece = 0; piece < result.pieces.size(); ++piece) {
        for (;
             defined < file.defined_in.size() && file.defined_in[defined] <= std::pair(item, piece);
             ++defined) {
          definitions.push_back(static_cast<uint32_t>(order_.definitions.size()));
          order_.definitions.push_back((*file.definitions)[file.inherited() + defined]);
        }
        const SharedPiece& found = result.pieces[piece];
        order_.number_of[item][piece] = static_cast<uint32_t>(order_.all.size());
        order_.all.push_back({item, piece});
        order_.counts.lines += found.lines;
        order_.counts.events += found.events;
        order_.counts.bytes += found.bytes;
        if (found.part != kNoFile) go_through(found.part);
      }
    }
  }

  // An item knows what is at the beginning of its file, and what itself defines.
  void number_definitions() {
    order_.definitions_of_item.resize(files_.items().size());
    for (std::size_t number = 0; number < files_.files().size(); ++number) {
      const SharedFile& file = files_.files()[number];
      const std::vector<uint32_t>& all = definitions_of_file_[number];
      const auto known = static_cast<std::ptrdiff_t>(file.inherited() + file.opening);
      for (const uint32_t item : file.items) {
        std::vector<uint32_t>& mine = order_.definitions_of_item[item];
        mine.assign(all.begin(), all.begin() + known);
        for (std::size_t i = file.opening; i < file.defined_in.size(); ++i) {
          if (file.defined_in[i].first == item) mine.push_back(all[file.inherited() + i]);
        }
      }
    }
  }

  const FileSet& files_;
  PieceOrder order_;
  // The numbers of the definitions of each file among those of all.
  std::vector<std::vector<uint32_t>> definitions_of_file_;
};

}  // namespace

PieceOrder order_pieces(const FileSet& files) { return Walk(files).run(); }

std::vector<uint32_t> batches_of(const FileSet& files, const PieceOrder& order,
                                 std::size_t chunk_bytes) {
  constexpr std::size_t kFullPieces = 16, kMostPieces = 256;
  const std::size_t full = kFullPieces * chunk_bytes;
  std::vector<uint32_t> batches;
  batches.reserve(order.all.size());
  std::size_t in_batch = 0, bytes = 0;
  uint32_t batch = 0;
  while (batches.size() < order.all.size()) {
    if (in_batch >= kFullPieces && (bytes >= full || in_batch >= kMostPieces)) {
      ++batch;
      in_batch = bytes = 0;
    }
    // ChunkPipeline takes as many pieces at once, up to one that names a part.
    for (std::size_t i = 0; i < kFullPieces && batches.size() < order.all.size(); ++i) {
      const auto [item, number] = order.all[batches.size()];
      const SharedPiece& piece = files.result(item).pieces[number];
      batches.push_back(batch);
      bytes += piece.bytes;
      ++in_batch;
      if (piece.names_part) break;
    }
  }
  return batches;
}

}  // namespace paje
