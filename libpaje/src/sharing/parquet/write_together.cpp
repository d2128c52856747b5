// Files of Parquet that processes write together: of each kind of objects, rows go to the processes
// that encode their groups; sizes of all groups say where each is in its file; one process writes
// what a file says of its groups.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "exchange/parquet/file.hpp"
#include "exchange/parquet/groups.hpp"
#include "exchange/parquet/part_files.hpp"
#include "paje/shared_parquet.hpp"
#include "paje/user_columns.hpp"
#include "sharing/parquet/chunk_messages.hpp"
#include "sharing/parquet/move_rows.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

using parquet::GroupPlan;
using parquet::Rows;

constexpr uint64_t kFirstGroupByte = 4;

// The least number of digits that is right for the times of all.
std::optional<int> shared_decimals(const Trace& trace, const ParquetOptions& options,
                                   Exchange& exchange) {
  if (options.times != ParquetTimes::decimals) return std::nullopt;
  for (int least = 0;;) {
    const int mine = parquet::decimals_of(trace, options.threads, least);
    const auto all = exchange.all_gather(std::string(1, static_cast<char>(mine)));
    const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
    least = static_cast<unsigned char>((*highest)[0]);
    if (*lowest == *highest) return least;
  }
}

class SharedWriter {
 public:
  SharedWriter(SharedTrace& share, const ParquetOptions& options, Exchange& exchange,
               const SharedFiles& files)
      : share_(share), options_(options), exchange_(exchange), files_(files) {}

  void write() {
    for (const TypeKind kind : parquet::kObjectKinds) {
      share_word_facts(share_.trace, kind, exchange_);
    }
    // Problems of the field are found before anything is written.
    if (!options_.size_field.empty()) {
      (void)UserColumns(share_.trace, TypeKind::link, options_.size_field);
    }
    const parquet::Tables tables(share_.trace, options_,
                                 shared_decimals(share_.trace, options_, exchange_));
    const auto tracks = parquet::gather_tracks(share_.trace, exchange_);
    std::vector<GroupPlan> plans;
    std::vector<std::string> paths = {parquet::kTypesFile, parquet::kContainersFile};
    for (const TypeKind kind : parquet::kObjectKinds) {
      plans.push_back(plan_groups(share_.trace, tracks, tables, options_, kind, exchange_.ranks()));
      paths.insert(paths.end(), plans.back().files.begin(), plans.back().files.end());
    }
    files_.make(paths);
    if (exchange_.rank() == 0) {
      write_each(0, tables.types(), share_.trace.types().size());
      write_each(1, tables.of(TypeKind::container), share_.trace.containers().size());
    }
    std::size_t first_file = 2;
    for (const GroupPlan& plan : plans) {
      write_objects(plan, tables, first_file);
      first_file += plan.files.size();
    }
  }

 private:
  // A file from its beginning to its end.
  class Output {
   public:
    Output(const SharedFiles& files, std::size_t number) : files_(files), number_(number) {}
    [[nodiscard]] parquet::Sink sink() {
      return [this](std::string_view bytes) {
        files_.write(number_, byte_, bytes);
        byte_ += bytes.size();
      };
    }
    void skip(uint64_t bytes) { byte_ += bytes; }

   private:
    const SharedFiles& files_;
    std::size_t number_;
    uint64_t byte_ = 0;
  };

  // Types and containers, which all have.
  void write_each(std::size_t number, const parquet::Table& table, uint64_t count) {
    Output output(files_, number);
    parquet::File file(table.columns, table.sorted_by, output.sink());
    const parquet::GroupEncoder encoder(table.columns);
    for (uint64_t first = 0; first < count; first += options_.group_rows) {
      const Rows rows =
          rows_of_each(share_.trace, table, first, std::min(count, first + options_.group_rows));
      auto chunks = encoder.encode(std::span(&rows, 1), options_.threads, [] {});
      file.add(std::move(chunks[0]), rows.size());
    }
    file.finish();
  }

  void write_objects(const GroupPlan& plan, const parquet::Tables& tables, std::size_t first_file) {
    const parquet::LocalRows local(share_.trace, plan, options_.threads);
    const auto pieces = local_pieces(share_, plan, local, exchange_);
    const parquet::OwnGroups own = move_rows(share_, plan, local, pieces, exchange_);
    const parquet::Table table = tables.of(plan.kind);
    auto chunks = parquet::GroupEncoder(table.columns).encode(own.rows, options_.threads, [] {});
    std::vector<std::string> to(exchange_.ranks());
    const std::vector<uint64_t> begins = find_places(plan, chunks);
    for (std::size_t i = 0; i < own.numbers.size(); ++i) {
      const uint32_t file = plan.groups[own.numbers[i]].file;
      uint64_t byte = begins[own.numbers[i]];
      for (parquet::Chunk& chunk : chunks[i]) {
        const std::string bytes = std::exchange(chunk.bytes, {});
        files_.write(first_file + file, byte, bytes);
        byte += bytes.size();
        put_varint(to[plan.finisher(file)], bytes.size());
        put_chunk(chunk, to[plan.finisher(file)]);
      }
    }
    finish_files(plan, table, first_file, exchange_.all_to_all(std::move(to)));
  }

  // Where each group begins in its file.
  std::vector<uint64_t> find_places(const GroupPlan& plan,
                                    const std::vector<std::vector<parquet::Chunk>>& chunks) {
    std::string sizes;
    for (const auto& group : chunks) {
      uint64_t size = 0;
      for (const parquet::Chunk& chunk : group) size += chunk.bytes.size();
      put_varint(sizes, size);
    }
    const auto all = exchange_.all_gather(std::move(sizes));
    std::vector<MessageReader> from;
    for (const std::string& message : all) from.push_back(read_message(message));
    std::vector<uint64_t> begins;
    uint64_t byte = kFirstGroupByte;
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
      if (i == plan.first_group[plan.groups[i].file]) byte = kFirstGroupByte;
      begins.push_back(byte);
      byte += from[plan.groups[i].encoder].varint();
    }
    return begins;
  }

  void finish_files(const GroupPlan& plan, const parquet::Table& table, std::size_t first_file,
                    const std::vector<std::string>& messages) {
    std::vector<MessageReader> from;
    for (const std::string& message : messages) from.push_back(read_message(message));
    for (std::size_t number = 0; number < plan.files.size(); ++number) {
      if (plan.finisher(number) != exchange_.rank()) continue;
      Output output(files_, first_file + number);
      parquet::File file(table.columns, table.sorted_by, output.sink());
      for (std::size_t i = plan.first_group[number]; i < plan.first_group[number + 1]; ++i) {
        std::vector<parquet::Chunk> chunks;
        std::vector<uint64_t> sizes;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
          sizes.push_back(from[plan.groups[i].encoder].varint());
          chunks.push_back(parquet::take_chunk(from[plan.groups[i].encoder]));
          output.skip(sizes.back());
        }
        file.add_written(std::move(chunks), sizes, plan.groups[i].rows);
      }
      file.finish();
    }
  }

  SharedTrace& share_;
  const ParquetOptions& options_;
  Exchange& exchange_;
  const SharedFiles& files_;
};

}  // namespace

std::optional<std::string> write_parquet_together(SharedTrace share, const ParquetOptions& options,
                                                  Exchange& exchange, const SharedFiles& files) {
  const auto starts = share.trace.starts(TypeKind::link);
  const bool is_odd =
      std::any_of(starts.begin(), starts.end(), [](double at) { return std::isnan(at); });
  if (any_of_all(is_odd, exchange)) return "the times of links are not all numbers";
  SharedWriter(share, options, exchange, files).write();
  return std::nullopt;
}

}  // namespace paje
