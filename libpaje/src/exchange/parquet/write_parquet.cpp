// The rows of each file, in groups that all threads encode.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "exchange/parquet/file.hpp"
#include "exchange/parquet/tables.hpp"
#include "exchange/parquet/track_rows.hpp"
#include "paje/parallel.hpp"

namespace paje {

namespace {

using parquet::Column;
using parquet::Rows;

constexpr std::size_t kGroupRows = 131072;
constexpr std::size_t kGroupsAtOnce = 16;  // that are in memory together

struct EncodedGroup {
  Rows rows;
  std::vector<std::vector<parquet::Chunk>> chunks;  // of each family
};

void add_all(parquet::File& file, std::vector<EncodedGroup>& groups) {
  for (EncodedGroup& group : groups) {
    std::vector<parquet::Chunk> chunks;
    for (auto& family : group.chunks) {
      std::move(family.begin(), family.end(), std::back_inserter(chunks));
    }
    file.add(std::move(chunks), group.rows.size());
  }
  groups.clear();
}

// Columns that are encoded together.
std::vector<std::span<const Column>> families_of(std::span<const Column> columns) {
  std::vector<std::span<const Column>> families;
  for (std::size_t first = 0; first < columns.size();) {
    std::size_t last = first + 1;
    while (last < columns.size() && columns[last].shares_codes) ++last;
    families.push_back(columns.subspan(first, last - first));
    first = last;
  }
  return families;
}

bool is_like_node(std::string_view type) {
  std::string lower(type);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(std::array{"node", "host", "machine"}, [&](const char* word) {
    return lower.find(word) != std::string::npos;
  });
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
  return text.empty() ? "__HIVE_DEFAULT_PARTITION__" : text;
}

class ParquetWriter {
 public:
  ParquetWriter(const Trace& trace, const ParquetOptions& options,
                const std::function<ByteSink(const std::string&)>& open)
      : trace_(trace), options_(options), open_(open), tables_(trace, options) {}

  void write() {
    // Problems of the field are found before anything is written.
    if (!options_.size_field.empty()) {
      (void)UserColumns(trace_, TypeKind::link, options_.size_field);
    }
    write_each("types.parquet", tables_.types(), trace_.types().size());
    write_each("containers.parquet", tables_.of(TypeKind::container), trace_.containers().size());
    write_objects(TypeKind::state, "states");
    write_objects(TypeKind::variable, "variables");
    write_objects(TypeKind::event, "events");
    write_objects(TypeKind::link, "links");
  }

 private:
  // Types and containers: a row for each number.
  void write_each(const std::string& path, const parquet::Table& table, std::size_t count) {
    write_file(path, table, count, [&](uint64_t first, uint64_t last) {
      Rows rows;
      for (auto i = static_cast<uint32_t>(first); i < last; ++i) {
        rows.add({i, table.is_of_types ? i : trace_.containers()[i].type.index, i, 1});
      }
      return rows;
    });
  }

  void write_objects(TypeKind kind, const std::string& name) {
    std::map<std::string, std::vector<Track>> parts;
    if (options_.partition == ParquetPartition::none) parts[name + ".parquet"] = {};
    for (const Track& track : trace_.tracks()) {
      if (track.kind == kind) parts[file_of(name, track)].push_back(track);
    }
    const parquet::Table table = tables_.of(kind);
    for (auto& [path, tracks] : parts) {
      const parquet::TrackRows rows(trace_, std::move(tracks), options_.threads);
      write_file(path, table, rows.size(),
                 [&](uint64_t first, uint64_t last) { return rows.part(first, last); });
    }
  }

  [[nodiscard]] std::string file_of(const std::string& name, const Track& track) const {
    switch (options_.partition) {
      case ParquetPartition::container_type:
        return name +
               "/container_type=" + folder_word(trace_[trace_[track.container].type].name.text) +
               "/part.parquet";
      case ParquetPartition::node:
        return name + "/node=" + folder_word(tables_.path(node_of(track.container).index)) +
               "/part.parquet";
      case ParquetPartition::none:
        break;
    }
    return name + ".parquet";
  }

  // As pj_query's column `node`.
  [[nodiscard]] ContainerId node_of(ContainerId container) const {
    const ContainerId parent = trace_[container].parent;
    for (ContainerId at = container; at.valid(); at = trace_[at].parent) {
      if (at != container && is_like_node(trace_[trace_[at].type].name.text)) return at;
    }
    return parent.valid() ? parent : container;
  }

  // Groups are encoded while those before them are written.
  template <class Part>
  void write_file(const std::string& path, const parquet::Table& table, uint64_t rows,
                  const Part& part) {
    parquet::File file(table.columns, table.sorted_by, open_(path));
    const std::vector<std::span<const Column>> families = families_of(table.columns);
    const uint64_t groups = (rows + kGroupRows - 1) / kGroupRows;
    std::vector<EncodedGroup> last;
    for (uint64_t first = 0; first < groups; first += kGroupsAtOnce) {
      std::vector<EncodedGroup> next(std::min<uint64_t>(kGroupsAtOnce, groups - first));
      for (std::size_t i = 0; i < next.size(); ++i) {
        const uint64_t begin = (first + i) * kGroupRows;
        next[i].rows = part(begin, std::min<uint64_t>(rows, begin + kGroupRows));
        next[i].chunks.resize(families.size());
      }
      for_each_parallel(options_.threads, 1 + next.size() * families.size(), [&](std::size_t i) {
        if (i == 0) return add_all(file, last);
        EncodedGroup& group = next[(i - 1) / families.size()];
        const std::size_t family = (i - 1) % families.size();
        group.chunks[family] = parquet::encode(families[family], group.rows);
      });
      last = std::move(next);
    }
    add_all(file, last);
    file.finish();
  }

  const Trace& trace_;
  const ParquetOptions& options_;
  const std::function<ByteSink(const std::string&)>& open_;
  const parquet::Tables tables_;
};

}  // namespace

void write_parquet(const Trace& trace, const ParquetOptions& options,
                   const std::function<ByteSink(const std::string& path)>& open) {
  ParquetWriter(trace, options, open).write();
}

}  // namespace paje
