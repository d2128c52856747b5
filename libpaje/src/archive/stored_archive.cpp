#include "archive/stored_archive.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "trace/user_field_list.hpp"

namespace paje {

namespace {

using archive::Section;

[[noreturn]] void throw_errno(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), name);
}

struct FileBytes {
  std::shared_ptr<const void> owner;
  std::string_view all;
};

FileBytes map_file(int file, std::size_t size) {
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return {};
  return {std::shared_ptr<const void>(
              bytes, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); }),
          {static_cast<const char*>(bytes), size}};
}

// How many bytes there were: fewer if the file was cut meanwhile.
std::size_t read_at(const std::string& name, int file, char* to, std::size_t from,
                    std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t count =
        ::pread(file, to + filled, size - filled, static_cast<off_t>(from + filled));
    if (count < 0) throw_errno(name);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

FileBytes read_file(const std::string& name, int file, std::size_t size) {
  auto bytes = std::make_shared<std::string>(size, '\0');
  bytes->resize(read_at(name, file, bytes->data(), 0, size));
  const std::string_view all = *bytes;
  return {std::move(bytes), all};
}

// As many bytes as the file has, but only its header and its index are read. Memory that is never
// written takes no room.
FileBytes read_tail(const std::string& name, int file, std::size_t size) {
  void* const bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED) return {};
  auto* const to = static_cast<char*>(bytes);
  FileBytes made{
      std::shared_ptr<const void>(
          bytes, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); }),
      {to, size}};
  const auto read = [&](std::size_t from, std::size_t end) {
    read_at(name, file, to + from, from, end - from);
  };
  constexpr std::size_t kTail = std::size_t{64} << 10U;  // most indexes are in it
  const std::size_t tail = size - std::min(size, kTail);
  read(0, std::min(size, archive::kHeaderBytes));
  read(tail, size);
  try {
    const uint64_t begin = archive::File(made.all).end_of_blocks();
    if (begin < tail) read(begin, tail);
  } catch (const archive::Damage&) {
    // StoredArchive's constructor finds it, too, and throws.
  }
  return made;
}

}  // namespace

// A file descriptor, closed at the end if it was opened here.
class StoredArchive::OpenFile {
 public:
  explicit OpenFile(const Input& input)
      : is_own_(input.kind() == Input::Kind::path),
        file_(is_own_ ? ::open(input.name().c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (is_own_ && file_ >= 0) ::close(file_);
  }
  [[nodiscard]] int number() const { return file_; }

 private:
  bool is_own_;
  int file_;
};

std::optional<StoredArchive> StoredArchive::open(const Input& input, Bytes of_file) {
  if (input.kind() == Input::Kind::memory) {
    if (!archive::is_archive(input.bytes())) return std::nullopt;
    return StoredArchive(input.name(), nullptr, input.bytes());
  }
  const auto opened = std::make_shared<const OpenFile>(input);
  const OpenFile& file = *opened;
  struct stat status {};
  // What cannot be opened is reported where traces are opened.
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  std::string begin(archive::kMagic.size(), '\0');
  if (::pread(file.number(), begin.data(), begin.size(), 0) != static_cast<ssize_t>(begin.size()) ||
      !archive::is_archive(begin)) {
    return std::nullopt;
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  FileBytes bytes;
  if (of_file == Bytes::mapped) bytes = map_file(file.number(), size);
  if (of_file == Bytes::of_index) bytes = read_tail(input.name(), file.number(), size);
  const bool has_blocks = of_file != Bytes::of_index || bytes.owner == nullptr;
  if (bytes.owner == nullptr) bytes = read_file(input.name(), file.number(), size);
  StoredArchive stored(input.name(), std::move(bytes.owner), bytes.all);
  if (!has_blocks) stored.blocks_ = opened;
  return stored;
}

StoredArchive::StoredArchive(std::string name, std::shared_ptr<const void> owner,
                             std::string_view bytes)
    : name_(std::move(name)), owner_(std::move(owner)), bytes_(bytes) {
  file_ = guard([&] { return std::make_shared<const archive::File>(bytes_); });
}

Diagnostic StoredArchive::diagnostic_of(const archive::Damage& damage) const {
  Diagnostic diagnostic;
  diagnostic.rule = Rule::damaged_record;
  diagnostic.where.file = name_;
  diagnostic.where.byte = damage.byte();
  diagnostic.found = damage.found();
  diagnostic.expected = damage.expected();
  return diagnostic;
}

NameTables StoredArchive::read_names() const {
  return guard([&] {
    archive::Unpacker unpacker;
    return read_name_tables(file_->section(Section::tables, unpacker));
  });
}

archive::Index StoredArchive::read_index(uint64_t definitions) const {
  return guard([&] {
    archive::Unpacker unpacker;
    archive::Index index;
    index.tracks = archive::read_tracks(file_->section(Section::tracks, unpacker));
    index.blocks = archive::read_blocks(file_->section(Section::blocks, unpacker),
                                        archive::kHeaderBytes, file_->end_of_blocks());
    archive::read_segments(file_->section(Section::segments, unpacker), index.tracks, index.blocks);
    if (file_->has(Section::late_ends)) {
      archive::read_late_ends(file_->section(Section::late_ends, unpacker), definitions, index);
    }
    return index;
  });
}

std::vector<archive::TrackSums> StoredArchive::read_sums(const archive::Index& index,
                                                         std::size_t values) const {
  if (!file_->has(Section::sums)) return {};
  return guard([&] {
    archive::Unpacker unpacker;
    const archive::ByteReader section = file_->section(Section::sums, unpacker);
    std::vector<archive::TrackSums> sums = archive::read_sums(section);
    for (const archive::TrackSums& track : sums) {
      uint64_t rows = 0;
      bool has_values = true;
      for (const archive::ValueSums& value : track.values) {
        rows += value.count;
        has_values = has_values && value.value < values && value.count <= rows;
      }
      const bool is_known = track.track < index.tracks.size() &&
                            index.tracks[track.track].kind == archive::RowKind::state &&
                            index.tracks[track.track].rows == rows;
      if (!is_known || !has_values) section.fail("sums of other states", "those of a track");
    }
    return sums;
  });
}

std::optional<archive::Levels> StoredArchive::read_levels(const archive::Index& index,
                                                          std::size_t values) const {
  if (!file_->has(Section::levels)) return std::nullopt;
  return guard([&] {
    archive::Unpacker unpacker;
    return std::optional(
        archive::read_levels(file_->section(Section::levels, unpacker), index, values));
  });
}

std::optional<archive::AllFieldFacts> StoredArchive::read_field_facts(
    std::span<const EventDefinition> definitions) const {
  if (!file_->has(Section::field_facts)) return std::nullopt;
  return guard([&] {
    archive::Unpacker unpacker;
    const archive::ByteReader section = file_->section(Section::field_facts, unpacker);
    archive::AllFieldFacts facts = archive::read_field_facts(section);
    for (std::size_t kind = 1; kind < facts.size(); ++kind) {
      const UserFieldList list(definitions, static_cast<TypeKind>(kind));
      if (facts[kind].size() != list.names.size()) {
        section.fail(std::to_string(facts[kind].size()) + " user-defined fields",
                     std::to_string(list.names.size()));
      }
    }
    return std::optional(std::move(facts));
  });
}

archive::PieceReader StoredArchive::pieces(const archive::BlockEntry& block,
                                           archive::Unpacker& unpacker, std::string& bytes) const {
  const uint64_t count = block.bytes();
  if (blocks_ == nullptr)
    return {unpacker, file_->bytes(block.byte, count), block.byte, block.pieces};
  // What was cut off meanwhile are zeros, which have another checksum.
  bytes.assign(count, '\0');
  read_at(name_, blocks_->number(), bytes.data(), block.byte, count);
  return {unpacker, bytes, block.byte, block.pieces};
}

}  // namespace paje
