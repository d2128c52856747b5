// The rows of each file, in groups that all threads encode.
#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "exchange/parquet/file.hpp"
#include "exchange/parquet/tables.hpp"
#include "paje/parallel.hpp"

namespace paje {

namespace {

using parquet::Rows;

constexpr std::size_t kGroupRows = 131072;
constexpr std::size_t kGroupsAtOnce = 16;  // that are in memory together

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

// Some tracks of one kind, one after the other, each in the order of starts.
class TrackRows {
 public:
  TrackRows(const Trace& trace, std::vector<Track> tracks)
      : starts_(tracks.empty() ? std::span<const double>() : trace.starts(tracks[0].kind)),
        tracks_(std::move(tracks)) {
    for (const Track& track : tracks_) {
      ends_.push_back(size() + track.size());
      orders_.push_back(order_of(track));
    }
  }

  [[nodiscard]] uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }

  [[nodiscard]] Rows part(uint64_t first, uint64_t last) const {
    Rows rows;
    auto at = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), first) -
                                       ends_.begin());
    for (; first < last; ++at) {
      const Track& track = tracks_[at];
      const uint64_t begin = ends_[at] - track.size();
      const uint64_t end = std::min(last, ends_[at]);
      for (; first < end; ++first) {
        const uint64_t place = first - begin;
        rows.row.push_back(orders_[at].empty() ? track.first + place : orders_[at][place]);
        rows.container.push_back(track.container.index);
        rows.type.push_back(track.type.index);
      }
    }
    return rows;
  }

 private:
  // Empty if its rows are in that order.
  [[nodiscard]] std::vector<uint64_t> order_of(const Track& track) const {
    const auto own = starts_.subspan(track.first, track.size());
    if (std::is_sorted(own.begin(), own.end())) return {};
    std::vector<uint64_t> order(track.size());
    std::iota(order.begin(), order.end(), track.first);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint64_t a, uint64_t b) { return starts_[a] < starts_[b]; });
    return order;
  }

  std::span<const double> starts_;
  std::vector<Track> tracks_;
  std::vector<uint64_t> ends_;
  std::vector<std::vector<uint64_t>> orders_;
};

class ParquetWriter {
 public:
  ParquetWriter(const Trace& trace, const ParquetOptions& options,
                const std::function<ByteSink(const std::string&)>& open)
      : trace_(trace), options_(options), open_(open), tables_(trace, options) {}

  void write() {
    // Problems of the field are found before anything is written.
    (void)UserColumns(trace_, TypeKind::link, options_.size_field);
    write_all("types.parquet", tables_.types(), types());
    write_all("containers.parquet", tables_.of(TypeKind::container), containers());
    write_objects(TypeKind::state, "states");
    write_objects(TypeKind::variable, "variables");
    write_objects(TypeKind::event, "events");
    write_objects(TypeKind::link, "links");
  }

 private:
  [[nodiscard]] Rows types() const {
    Rows rows;
    for (uint32_t i = 0; i < trace_.types().size(); ++i) {
      rows.row.push_back(i);
      rows.container.push_back(0);
      rows.type.push_back(i);
    }
    return rows;
  }
  [[nodiscard]] Rows containers() const {
    Rows rows;
    for (uint32_t i = 0; i < trace_.containers().size(); ++i) {
      rows.row.push_back(i);
      rows.container.push_back(i);
      rows.type.push_back(trace_.containers()[i].type.index);
    }
    return rows;
  }

  void write_all(const std::string& path, const parquet::Table& table, const Rows& rows) {
    write_file(path, table, rows.size(), [&](uint64_t first, uint64_t last) {
      const auto part = [&](const auto& all) {
        return std::vector(all.begin() + static_cast<std::ptrdiff_t>(first),
                           all.begin() + static_cast<std::ptrdiff_t>(last));
      };
      return Rows{part(rows.row), part(rows.container), part(rows.type)};
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
      const TrackRows rows(trace_, std::move(tracks));
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

  template <class Part>
  void write_file(const std::string& path, const parquet::Table& table, uint64_t rows,
                  const Part& part) {
    parquet::File file(table.columns, table.sorted_by, open_(path));
    const uint64_t groups = (rows + kGroupRows - 1) / kGroupRows;
    const std::size_t columns = table.columns.size();
    for (uint64_t first = 0; first < groups; first += kGroupsAtOnce) {
      const std::size_t count = std::min<uint64_t>(kGroupsAtOnce, groups - first);
      std::vector<Rows> all(count);
      std::vector<std::vector<parquet::Chunk>> chunks(count, std::vector<parquet::Chunk>(columns));
      for_each_parallel(options_.threads, count, [&](std::size_t i) {
        const uint64_t begin = (first + i) * kGroupRows;
        all[i] = part(begin, std::min<uint64_t>(rows, begin + kGroupRows));
      });
      for_each_parallel(options_.threads, count * columns, [&](std::size_t i) {
        chunks[i / columns][i % columns] =
            parquet::encode(table.columns[i % columns], all[i / columns]);
      });
      for (std::size_t i = 0; i < count; ++i) file.add(std::move(chunks[i]), all[i].size());
    }
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
