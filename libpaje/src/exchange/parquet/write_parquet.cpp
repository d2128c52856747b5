// The rows of each file, in groups that all threads encode.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "exchange/parquet/file.hpp"
#include "exchange/parquet/groups.hpp"
#include "exchange/parquet/part_files.hpp"
#include "exchange/parquet/tables.hpp"
#include "exchange/parquet/track_rows.hpp"

namespace paje {

namespace {

using parquet::Rows;

constexpr std::size_t kGroupsAtOnce = 16;  // that are in memory together

std::optional<int> decimals_of(const Trace& trace, const ParquetOptions& options) {
  if (options.times != ParquetTimes::decimals) return std::nullopt;
  return parquet::decimals_of(trace, options.threads);
}

class ParquetWriter {
 public:
  ParquetWriter(const Trace& trace, const ParquetOptions& options,
                const std::function<ByteSink(const std::string&)>& open)
      : trace_(trace),
        options_(options),
        open_(open),
        tables_(trace, options, decimals_of(trace, options)) {}

  void write() {
    // Problems of the field are found before anything is written.
    if (!options_.size_field.empty()) {
      (void)UserColumns(trace_, TypeKind::link, options_.size_field);
    }
    write_each(parquet::kTypesFile, tables_.types(), trace_.types().size());
    write_each(parquet::kContainersFile, tables_.of(TypeKind::container),
               trace_.containers().size());
    for (const TypeKind kind : parquet::kObjectKinds) write_objects(kind);
  }

 private:
  // Types and containers: a row for each number.
  void write_each(const std::string& path, const parquet::Table& table, std::size_t count) {
    write_file(path, table, count, [&](uint64_t first, uint64_t last) {
      return rows_of_each(trace_, table, first, last);
    });
  }

  void write_objects(TypeKind kind) {
    const parquet::Table table = tables_.of(kind);
    for (auto& [path, tracks] :
         files_of(trace_, tables_, options_.partition, kind, trace_.tracks())) {
      const parquet::TrackRows rows(trace_, tracks, options_.threads);
      write_file(path, table, rows.size(),
                 [&](uint64_t first, uint64_t last) { return rows.part(first, last); });
    }
  }

  // Groups are encoded while those before them are written.
  template <class Part>
  void write_file(const std::string& path, const parquet::Table& table, uint64_t rows,
                  const Part& part) {
    parquet::File file(table.columns, table.sorted_by, open_(path));
    const parquet::GroupEncoder encoder(table.columns);
    std::vector<Rows> last_rows;
    std::vector<std::vector<parquet::Chunk>> last;
    const auto add_last = [&] {
      for (std::size_t i = 0; i < last.size(); ++i) {
        file.add(std::move(last[i]), last_rows[i].size());
      }
      last.clear();
    };
    for (uint64_t first = 0; first < rows;) {
      std::vector<Rows> next_rows;
      for (; next_rows.size() < kGroupsAtOnce && first < rows; first += next_rows.back().size()) {
        next_rows.push_back(part(first, std::min(rows, first + options_.group_rows)));
      }
      auto next = encoder.encode(next_rows, options_.threads, add_last);
      last = std::move(next);
      last_rows = std::move(next_rows);
    }
    add_last();
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
