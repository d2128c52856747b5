#include "exchange/parquet/part_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace paje::parquet {

namespace {

std::string_view name_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return "states";
    case TypeKind::variable:
      return "variables";
    case TypeKind::event:
      return "events";
    default:
      return "links";
  }
}

bool is_like_node(std::string_view type) {
  std::string lower(type);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(std::array{"node", "host", "machine"}, [&](const char* word) {
    return lower.find(word) != std::string::npos;
  });
}

// FNV-1a: the same in every run and every process.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// Names of folders have at most 255 bytes, and paths of containers may have more: of a longer one
// the beginning stays, and a hash of all of it. The objects in the folder have the whole path.
std::string shortened(std::string text) {
  constexpr std::size_t kMostBytes = 255 - std::string_view("container_type=").size();
  if (text.size() <= kMostBytes) return text;
  const std::string end = fmt::format("~{:016x}", hash_of(text));
  std::size_t kept = kMostBytes - end.size();
  // Not within an escape, `%2F`.
  const std::size_t escape = text.rfind('%', kept - 1);
  if (escape != std::string::npos && escape + 3 > kept) kept = escape;
  return text.substr(0, kept) + end;
}

// As engines expect folders that name a value.
std::string folder_word(std::string_view word) {
  std::string text;
  for (const char c : word) {
    const bool is_simple = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (is_simple) text += c;
    if (!is_simple) text += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
  }
  return text.empty() ? "__HIVE_DEFAULT_PARTITION__" : shortened(std::move(text));
}

// As pj_query's column `node`.
ContainerId node_of(const Trace& trace, ContainerId container) {
  const ContainerId parent = trace[container].parent;
  for (ContainerId at = container; at.valid(); at = trace[at].parent) {
    if (at != container && is_like_node(trace[trace[at].type].name.text)) return at;
  }
  return parent.valid() ? parent : container;
}

std::string file_of(const Trace& trace, const Tables& tables, ParquetPartition partition,
                    const Track& track) {
  const std::string name(name_of(track.kind));
  switch (partition) {
    case ParquetPartition::container_type:
      return name + "/container_type=" + folder_word(trace[trace[track.container].type].name.text) +
             "/part.parquet";
    case ParquetPartition::node:
      return name + "/node=" + folder_word(tables.path(node_of(trace, track.container).index)) +
             "/part.parquet";
    case ParquetPartition::none:
      break;
  }
  return name + ".parquet";
}

}  // namespace

std::map<std::string, std::vector<Track>> files_of(const Trace& trace, const Tables& tables,
                                                   ParquetPartition partition, TypeKind kind,
                                                   std::span<const Track> tracks) {
  std::map<std::string, std::vector<Track>> files;
  if (partition == ParquetPartition::none) files[std::string(name_of(kind)) + ".parquet"] = {};
  for (const Track& track : tracks) {
    if (track.kind == kind) files[file_of(trace, tables, partition, track)].push_back(track);
  }
  return files;
}

Rows rows_of_each(const Trace& trace, const Table& table, uint64_t first, uint64_t last) {
  Rows rows;
  for (auto i = static_cast<uint32_t>(first); i < last; ++i) {
    rows.add({i, table.is_of_types ? i : trace.containers()[i].type.index, i, 1});
  }
  return rows;
}

}  // namespace paje::parquet
